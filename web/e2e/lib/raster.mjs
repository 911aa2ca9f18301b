// SVG to PNG without a browser, in the page's own faces.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Resvg, initWasm } from "@resvg/resvg-wasm";

let ready;
async function start() {
  const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");
  await initWasm(await readFile(wasm));
  const faces = ["inter", "source-serif"];
  return Promise.all(faces.map(async (face) =>
    new Uint8Array(await readFile(new URL(`../../fonts/${face}.woff2`, import.meta.url)))));
}

/** The picture as PNG, so many pixels wide. */
export async function rasterised(svg, width) {
  ready ??= start();
  const fontBuffers = await ready;
  const picture = new Resvg(svg, {
    fitTo: { mode: "width", value: Math.round(width) },
    font: { fontBuffers, defaultFontFamily: "Inter" },
  });
  return Buffer.from(picture.render().asPng());
}
