// Makes preview.png of each preview.svg below a folder, 1,200 pixels wide: `node cards.mjs FOLDER`.

import { readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rasterised } from "./lib/raster.mjs";

const [folder] = process.argv.slice(2);
for (const name of await readdir(folder)) {
  const svg = join(folder, name, "preview.svg");
  await writeFile(join(folder, name, "preview.png"), await rasterised(await readFile(svg, "utf8"), 1200));
  await rm(svg);
}
