// Makes PNG of pictures below dist/, since those who show links and feeds take nothing else:
// `node cards.mjs DIST`. Presets' previews are 1,200 pixels wide, figures twice their size.

import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rasterised } from "./lib/raster.mjs";

const [dist] = process.argv.slice(2);

async function make(svg, png, width) {
  await writeFile(png, await rasterised(await readFile(svg, "utf8"), width));
  await rm(svg);
}

for (const name of await readdir(join(dist, "s"))) {
  const file = (ending) => join(dist, "s", name, `preview.${ending}`);
  await make(file("svg"), file("png"), 1200);
}
for (const name of await readdir(join(dist, "posters"))) {
  const figure = /^(.+)\.picture\.svg$/.exec(name)?.[1];
  if (figure) await make(join(dist, "posters", name), join(dist, "posters", `${figure}.png`), 1280);
}
