// Starts the page. It is an external file so that the page runs under
// `script-src 'self' 'wasm-unsafe-eval'`, without inline script.
//
// Trunk writes two preloads with integrity hashes into index.html; their
// addresses, relative to the page, are the only thing this file needs.

async function start() {
  const glue = document.querySelector('link[rel="modulepreload"]');
  const wasm = document.querySelector('link[rel="preload"][as="fetch"]');
  const [module, response] = await Promise.all([
    import(glue.href),
    // Same mode, credentials and integrity as the preload, so that it is used and not fetched twice.
    fetch(wasm.href, { credentials: "same-origin", integrity: wasm.integrity }),
  ]);
  if (!response.ok) throw new Error(`${response.status} for ${wasm.href}`);
  await module.default({ module_or_path: response });
}

start().catch((error) => {
  document.documentElement.dataset.failed = "true";
  console.error("The page did not start:", error);
});
