// Runs the specs in one Chromium: `node run.mjs [WORD...]`, words being parts of spec file names.
// `cargo xtask e2e [WORD...]` serves dist/ and sets BASE_URL, SUBFOLDER and CHROMIUM.

import { readdir } from "node:fs/promises";
import { launch } from "./lib/browser.mjs";
import { collected, runAll } from "./lib/runner.mjs";

const words = process.argv.slice(2);
const folder = new URL("./specs/", import.meta.url);
const files = (await readdir(folder)).filter((f) => f.endsWith(".mjs")).sort()
  .filter((f) => words.length === 0 || words.some((w) => f.includes(w)));

for (const file of files) {
  collected.spec = file.replace(/\.mjs$/, "");
  await import(new URL(file, folder));
}

const { browser, close } = await launch();
let failed;
try {
  failed = await runAll(browser);
} finally {
  await close();
}
process.exit(failed === 0 ? 0 : 1);
