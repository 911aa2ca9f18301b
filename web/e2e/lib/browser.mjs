// Starting Chromium, and where the page is served.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Address of dist/, with a slash at the end. */
export const baseUrl = process.env.BASE_URL ?? "http://127.0.0.1:8080/";

/** The same files under another folder of the same server: path with slashes on both ends. */
export const subfolder = process.env.SUBFOLDER ?? "/";

const USUAL = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

// Quiet: no look-ups of its maker's hosts, which a closed network refuses many at a time.
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--force-color-profile=srgb",
];

/** Starts a headless Chromium. */
export async function launch({ args = [] } = {}) {
  const executablePath = process.env.CHROMIUM || USUAL.find((path) => existsSync(path));
  if (!executablePath) throw new Error("no Chromium found: set CHROMIUM");
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: [...FLAGS, ...sandbox, ...args],
  });
  return { browser, close: () => browser.close() };
}
