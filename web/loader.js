// Starts the page. It is an external file so that the page runs under
// `script-src 'self' 'wasm-unsafe-eval'`, without inline script.
//
// The addresses of glue and WebAssembly, with their integrity hashes, stand in a <template> of
// index.html (Trunk writes them, xtask moves them there): a browser takes no notice of what is in
// a template, so that a frame that nobody sees loads neither.

/** Loads the module whose addresses stand in a template, and gives what it exports. */
async function load(name, before = () => {}) {
  // Some are made for each language.
  const own = document.querySelector(`template#${CSS.escape(`${name}-${language}`)}`);
  const links = (own ?? document.querySelector(`template#${name}`)).content.cloneNode(true);
  const glue = links.querySelector('link[rel="modulepreload"]');
  const wasm = links.querySelector('link[rel="preload"][as="fetch"]');
  document.head.append(links);
  const styled = name === "page" || name === "lab" ? withStyles() : undefined;
  // Awaited below: no second error where the program itself does not come.
  styled?.catch(() => {});
  const [module, response] = await Promise.all([
    import(glue.href),
    // Same mode, credentials and integrity as the preload, so that it is used and not fetched twice.
    fetch(wasm.href, { credentials: "same-origin", integrity: wasm.integrity }),
  ]);
  if (!response.ok) throw new Error(`${response.status} for ${wasm.href}`);
  await styled;
  await before();
  await module.default({ module_or_path: response });
  return module;
}

/** Style sheets of what comes after the first figure; in their order, before it is shown. */
let styles;
const withStyles = () => styles ??= Promise.all(
  [...document.querySelector("template#styles")?.content.children ?? []].map((link) => {
    const own = link.cloneNode();
    const come = new Promise((done, failed) => {
      own.onload = done;
      own.onerror = () => failed(new Error(`${own.href} did not come`));
    });
    document.head.append(own);
    return come;
  }),
).catch((error) => {
  styles = undefined;
  throw error;
});

// What few readers need is loaded when they ask for it (web/src/platform/files.rs).
let files;
globalThis.bytesPerTokenFiles = () => files ??= load("files").catch((error) => {
  files = undefined;
  throw error;
});

const root = document.documentElement;
const asked = location.search.length > 1 ? location.search : location.hash.replace(/^#/, "");
const query = new URLSearchParams(asked);
// "zh" of "zh-Hans".
const language = (query.get("lang") ?? root.lang).toLowerCase().split(/[-_]/)[0];

/** Says what went wrong: one of the lines that the build has put into the page. */
globalThis.bytesPerTokenTrouble = (why) => {
  if (root.dataset.trouble === why) return;
  root.dataset.trouble = why;
  const notice = document.querySelector("template#trouble").content.cloneNode(true);
  const said = root.dataset.failed ? [why, "first"] : [why];
  for (const line of notice.querySelectorAll("[data-why]")) {
    if (!said.includes(line.dataset.why)) line.remove();
  }
  document.querySelector(".fault")?.remove();
  document.body.prepend(notice);
};

/** The line for an error that kept the page from starting. */
function cause(error) {
  if (typeof WebAssembly !== "object") return "unsupported";
  if (error instanceof RangeError || /memory/i.test(error?.message)) return "memory";
  if (error instanceof WebAssembly.RuntimeError) return "stopped";
  if (/polic|unsafe-eval|\bCSP\b/i.test(error?.message)) return "blocked";
  return "missing";
}

// A program that has stopped answers nothing any more, so the page says so.
const stopped = (error) => {
  if (root.dataset.ready && /\.wasm\b/.test(error?.stack)) globalThis.bytesPerTokenTrouble("stopped");
};
addEventListener("error", ({ error }) => stopped(error));
addEventListener("unhandledrejection", ({ reason }) => stopped(reason));

// The lab's module explains the numbers of the front page (web/src/components/question.rs).
let lab;
globalThis.bytesPerTokenAsk = async (question) => {
  await (lab ??= load("lab").catch((error) => {
    lab = undefined;
    throw error;
  }));
  dispatchEvent(new CustomEvent("bytes-per-token:ask", { detail: question }));
};

// At first the first figure alone is alive (web/src/first). The module of the whole page
// takes over from it when somebody uses the page in any way or reads on, else after a moment.
let whole;
const bringWhole = () => whole ??= load("page", idle).catch((error) => {
  whole = undefined;
  globalThis.bytesPerTokenTrouble(cause(error));
  console.error("The whole page did not start:", error);
});

/** Milliseconds after which it comes by itself. */
const PATIENCE = 1_000;

function watchForUse() {
  // What a link points to is wanted now.
  if (location.hash.length > 1) return bringWhole();
  for (const use of ["pointerdown", "keydown", "wheel", "touchstart", "focusin", "scroll"]) {
    addEventListener(use, bringWhole, { once: true, passive: true });
  }
  if (!navigator.connection?.saveData) setTimeout(bringWhole, PATIENCE);
}

// Nothing takes over while somebody drags, types or selects.
let pressed = false;
let typed = false;
addEventListener("pointerdown", () => { pressed = true; }, { capture: true, passive: true });
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => { pressed = false; }, { capture: true, passive: true });
}
addEventListener("input", ({ target }) => { typed = target.type === "text"; }, true);
for (const end of ["change", "focusout"]) addEventListener(end, () => { typed = false; }, true);
const idle = async () => {
  while (pressed || typed || getSelection()?.isCollapsed === false) {
    await new Promise((done) => setTimeout(done, 100));
  }
};

// A page starts with the first models and devices; the whole catalog is fetched when a link names
// another one, or when somebody is about to choose.
let catalog;
globalThis.bytesPerTokenCatalog = () => catalog ??= fetchText("catalog").catch((error) => {
  catalog = undefined;
  // With a page that did not start it is not the only thing that is missing.
  if (!root.dataset.failed) globalThis.bytesPerTokenTrouble("catalog");
  throw error;
});

async function fetchText(name) {
  const { href, integrity } = document.querySelector(`template#${name}`).content.firstElementChild;
  const response = await fetch(href, { credentials: "same-origin", integrity });
  if (!response.ok) throw new Error(`${response.status} for ${href}`);
  return response.text();
}

// Which module shows what: web/src/modules.rs has the same list.
const LAB = ["lab", "rightsize", "measurements", "method"];
const LAB_FIGURES = ["breakdown", "memory"];
const LAB_ASKED = query.has("embed") ? LAB_FIGURES.includes(query.get("embed")) : LAB.includes(query.get("view"));
// The first figure alone, where the page as built is what is asked for (web/first.js).
const FIRST = root.dataset.baked === "shown" && document.querySelector("#baked [data-first]");
const module = LAB_ASKED ? "lab" : FIRST ? "app" : "page";

async function run() {
  // Both at once: the lab lists everything.
  if (module === "lab") globalThis.bytesPerTokenCatalog().catch(() => {});
  const ready = new Promise((done) => addEventListener("bytes-per-token:ready", done, { once: true }));
  await load(module);
  await ready;
  if (module === "app") watchForUse();
}

let started;
const begin = () => started ??= run().catch((error) => {
  root.dataset.failed = cause(error);
  globalThis.bytesPerTokenTrouble(root.dataset.failed);
  console.error("The page did not start:", error);
});

/** Milliseconds out of view after which an embed that nobody uses goes back to its poster. */
const SLEEP = 10_000;

/** An embed shows a picture, starts when it is seen or touched, and sleeps when it is left. */
function asGuest(query) {
  const kept = {};
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => {
    const wanted = kept.theme?.theme ?? query.get("theme");
    return wanted === "dark" || (wanted !== "light" && dark.matches) ? "dark" : "light";
  };
  root.dataset.embed = "";
  root.dataset.theme = theme();
  document.body.replaceChildren(poster(query, theme()));

  // What the host says before the page listens is said to it again.
  const keep = ({ data, source }) => {
    const kind = source === parent && /^bytes-per-token:(theme|state)$/.exec(data?.type)?.[1];
    if (!kind) return;
    kept[kind] = data;
    if (root.dataset.ready) return;
    root.dataset.theme = theme();
    if (kind === "state") document.body.replaceChildren(poster(new URLSearchParams(data.query), theme()));
  };
  addEventListener("message", keep);
  const wake = async () => {
    if (started) return;
    await begin();
    if (root.dataset.failed) return;
    document.querySelector(".poster")?.remove();
    for (const data of Object.values(kept)) {
      dispatchEvent(new MessageEvent("message", { data, source: parent }));
    }
  };
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, wake, { once: true });

  let timer;
  new IntersectionObserver((entries) => {
    clearTimeout(timer);
    if (entries.at(-1).isIntersecting) return wake();
    if (root.dataset.ready) timer = setTimeout(sleep, SLEEP);
  }).observe(root);

  // The address holds the state, so that loading it again loses nothing but memory.
  function sleep() {
    if (document.hasFocus() || document.fullscreenElement) return;
    if (kept.theme) {
      const now = new URL(location.href);
      now.searchParams.set("theme", theme());
      try { history.replaceState(null, "", now); } catch { /* The theme is the system's again. */ }
    }
    location.reload();
  }
}

/** A picture of the figure where the build has drawn this state, else the mark alone. */
function poster(state, theme) {
  const name = query.get("embed");
  const more = [...state].filter(([key]) => !["v", "embed", "show", "id", "theme", "lang"].includes(key));
  const wanted = String(new URLSearchParams([[name, ""], ...more]));
  const drawn = document.querySelector('meta[name="posters"]')?.content.split(" ") ?? [];
  const languages = [...document.querySelectorAll("link[hreflang]")].map((link) => link.hreflang.split("-")[0]);
  if (!drawn.some((one) => String(new URLSearchParams(one)) === wanted) || !languages.includes(language)) {
    const mark = document.createElement("div");
    mark.className = "poster";
    return mark;
  }
  const picture = document.createElement("img");
  picture.className = "poster";
  picture.alt = "";
  // They have words in them; the first language is not in their names.
  const own = language === languages[0] ? "" : `-${language}`;
  picture.src = `posters/${name}${own}${innerWidth < 480 ? "-narrow" : ""}-${theme}.svg`;
  return picture;
}

if (query.has("embed")) {
  asGuest(query);
} else if (!("leaving" in root.dataset)) {
  // For use without network; refused in private windows and without HTTPS, which is no fault.
  begin().then(async () => {
    await navigator.serviceWorker?.register("worker.js");
    (await navigator.serviceWorker?.ready)?.active.postMessage(`keep ${language}`);
  }).catch(() => {});
}
