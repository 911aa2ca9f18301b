// Pictures for people to look at: `node shots.mjs FOLDER [QUERY...]`, at four widths, light and
// dark. A query is what follows the page's address, such as `?view=lab`; none: the front page.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launch } from "./lib/browser.mjs";
import { openPage } from "./lib/page.mjs";

const [folder, ...given] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node shots.mjs FOLDER [QUERY...]");
  process.exit(2);
}
const queries = given.length > 0 ? given : [""];
await mkdir(folder, { recursive: true });
const { browser, close } = await launch();
try {
  for (const query of queries) {
    const name = query.replace(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "") || "front";
    for (const width of [320, 390, 768, 1280]) {
      for (const scheme of ["light", "dark"]) {
        const opened = await openPage(browser, query, { width, height: 800, scheme, scale: width < 500 ? 2 : 1 });
        const file = join(folder, `${name}-${width}-${scheme}.png`);
        await opened.screenshot(file);
        const sideways = (await opened.overflowsSideways()) ? "  SCROLLS SIDEWAYS" : "";
        console.log(`${file}${sideways}`);
        for (const problem of opened.problems) console.log(`  ${problem}`);
        await opened.close();
      }
    }
  }
} finally {
  await close();
}
