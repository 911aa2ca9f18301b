// The pictures of docs/pictures, from dist/ as it is: `node pictures.mjs FOLDER`. Their colours are
// reduced by pngquant and the printed story is drawn by pdftoppm, both from apt.

import { execFile } from "node:child_process";
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { launch } from "./lib/browser.mjs";
import { openPage, rest } from "./lib/page.mjs";

const run = promisify(execFile);
const folder = process.argv[2];
if (!folder) {
  console.error("usage: node pictures.mjs FOLDER");
  process.exit(2);
}

const WIDTHS = [320, 390, 768, 1280];
/** Name, query, and height of the window: narrow, and at 1280 px. */
const VIEWS = [
  ["lab", "?v=1&view=lab&q=q8_0", 2700, 1800],
  ["rightsize", "?v=1&view=rightsize&ctx=32768", 2700, 1800],
  ["measurements", "?v=1&view=measurements", 2400, 1500],
  ["method", "?v=1&view=method", 2100, 1200],
  ["story", "", 800, 800],
];
const CHAPTERS = ["two", "spill", "speculation"];
/** What browsers leave on paper by default. */
const MARGIN = { top: "12mm", right: "12mm", bottom: "12mm", left: "12mm" };
const CHINESE = [["lab", "zh.html?v=1&view=lab"], ["story", "zh.html"]];

const { browser, close } = await launch();

/** Opens, makes itself ready for the picture, and saves it. */
async function picture(name, query, { before = () => {}, ...options }) {
  const opened = await openPage(browser, query, options);
  await opened.page.waitForLoadState("networkidle");
  await before(opened.page);
  // What follows a change when things are quiet.
  await rest(opened.page, 1200);
  await opened.screenshot(join(folder, `${name}.png`), { fullPage: false });
  await opened.close();
  if (opened.problems.length > 0) throw new Error([name, ...opened.problems].join("\n"));
  console.log(name);
}

/** First page, a chapter, and the last page of the story on paper. */
async function printed() {
  const opened = await openPage(browser, "", { width: 1280 });
  const inside = await mkdtemp(join(tmpdir(), "pictures-"));
  await writeFile(join(inside, "story.pdf"), await opened.page.pdf({ format: "A4", printBackground: true, margin: MARGIN }));
  await opened.close();
  await run("pdftoppm", ["-r", "96", "-png", join(inside, "story.pdf"), join(inside, "page")]);
  const pages = (await readdir(inside)).filter((name) => name.endsWith(".png")).sort();
  for (const [name, page] of [["print-1", pages[0]], ["print-2", pages[1]], ["print-last", pages.at(-1)]]) {
    await run("cp", [join(inside, page), join(folder, `${name}.png`)]);
    console.log(name);
  }
  await rm(inside, { recursive: true });
}

try {
  for (const [name, query, narrow, wide] of VIEWS) {
    for (const width of WIDTHS) {
      for (const scheme of ["light", "dark"]) {
        const height = width === 1280 ? wide : narrow;
        await picture(`${name}-${width}-${scheme}`, query, { width, height, scheme });
      }
    }
  }
  for (const chapter of CHAPTERS) {
    const before = (page) => page.locator(`#fig-${chapter}`).evaluate((figure) => figure.scrollIntoView({ block: "center" }));
    await picture(`story-${chapter}-1280-light`, "", { width: 1280, height: 800, before });
  }
  for (const [name, query] of CHINESE) {
    for (const width of [320, 1280]) await picture(`${name}-zh-${width}-light`, query, { width, height: 800 });
  }
  await printed();
} finally {
  await close();
}
const made = (await readdir(folder)).filter((name) => name.endsWith(".png"));
for (const name of made) {
  const file = join(folder, name);
  await run("pngquant", ["--force", "--strip", "--speed", "1", "--output", `${file}.small`, "128", file]);
  await rename(`${file}.small`, file);
}
