// A small test runner: one browser for all specs, a fresh context for each page, two tests at a
// time, and a last line that `cargo xtask test` counts.

import { mkdir } from "node:fs/promises";
import { baseUrl } from "./browser.mjs";
import { openPage } from "./page.mjs";

const TIMEOUT_MS = 120_000;
// Tests wait more than they work; more at once than processors would make them late.
const AT_ONCE = Number(process.env.AT_ONCE ?? 2);
const FAILURES = new URL("../out/", import.meta.url);

/** Tests registered so far; `spec` is the file being loaded. */
export const collected = { spec: "", tests: [] };

/**
 * Registers a test. `body` gets `{ browser, baseUrl, open }`; `open(query, options)` gives a page
 * that is ready, see page.mjs. After the body, every opened page must have stayed without console
 * errors and off-origin requests. `alone`: it measures time, so nothing else may run meanwhile.
 */
export function test(name, body, { timeout = TIMEOUT_MS, alone = false } = {}) {
  collected.tests.push({ spec: collected.spec, name, body, timeout, alone });
}

/** Runs all registered tests and returns the number that failed. */
export async function runAll(browser) {
  let passed = 0;
  const failures = [];
  const run = async (entry) => {
    const label = `${entry.spec}: ${entry.name}`;
    const start = performance.now();
    const error = await runOne(browser, entry);
    const ms = Math.round(performance.now() - start);
    if (error) {
      failures.push(label);
      console.log(`not ok  ${label} (${ms} ms)\n${indent(error.stack ?? String(error))}`);
    } else {
      passed += 1;
      console.log(`ok      ${label} (${ms} ms)`);
    }
  };
  const left = collected.tests.filter((entry) => !entry.alone);
  const worker = async () => {
    while (left.length > 0) await run(left.shift());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const entry of collected.tests.filter((entry) => entry.alone)) await run(entry);
  for (const label of failures) console.log(`failed: ${label}`);
  const word = failures.length === 0 ? "ok" : "FAILED";
  console.log(`test result: ${word}. ${passed} passed; ${failures.length} failed`);
  return failures.length;
}

async function runOne(browser, { spec, name, body, timeout }) {
  const pages = [];
  const open = async (query = "", options = {}) => {
    const opened = await openPage(browser, query, options, (page) => pages.push(page));
    return opened;
  };
  let timer;
  const late = new Promise((_, reject) => {
    const most = timeout * Number(process.env.SLOW ?? 1);
    timer = setTimeout(() => reject(new Error(`took longer than ${most} ms`)), most);
  });
  try {
    await Promise.race([body({ browser, baseUrl, open }), late]);
    for (const page of pages) page.assertClean();
    return null;
  } catch (error) {
    await picture(pages.at(-1), `${spec}-${name}`);
    return error;
  } finally {
    clearTimeout(timer);
    await Promise.all(pages.map((page) => page.close()));
  }
}

/** What the last page looked like when its test failed, in web/e2e/out/. */
async function picture(page, name) {
  if (!page) return;
  const file = new URL(`${name.replace(/[^a-z0-9]+/gi, "-")}.png`, FAILURES);
  try {
    await mkdir(FAILURES, { recursive: true });
    // A page without script never says that a frame was drawn.
    const late = new Promise((_, reject) => setTimeout(reject, 10_000));
    await Promise.race([page.screenshot(file.pathname), late]);
  } catch {
    // A page that is gone has no picture; the test's own error says more.
  }
}

function indent(text) {
  return text.split("\n").map((line) => `        ${line}`).join("\n");
}
