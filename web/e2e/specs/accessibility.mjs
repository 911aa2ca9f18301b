import assert from "node:assert/strict";
import { test } from "../lib/runner.mjs";

for (const query of ["", "?view=lab", "?embed=together"]) {
  for (const scheme of ["light", "dark"]) {
    for (const width of [320, 1280]) {
      test(`axe finds nothing: ${query || "/"}, ${width} px, ${scheme}`, async ({ open }) => {
        const opened = await open(query, { width, scheme });
        assert.deepEqual(await opened.axe(), []);
        assert.equal(await opened.overflowsSideways(), false, "nothing scrolls sideways");
      });
    }
  }
}
