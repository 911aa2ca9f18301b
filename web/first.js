// Before the first paint: whether the page as it was built is the page that is asked for, and in
// which colours. Without script neither attribute is set, and the page stays as it was built.
(() => {
  const { search, hash } = location;
  const asked = new URLSearchParams(search.length > 1 ? search : hash.startsWith("#?") ? hash.slice(1) : "");
  const root = document.documentElement;
  const primary = (tag) => tag.toLowerCase().split(/[-_]/)[0];
  const language = primary(asked.get("lang") ?? root.lang);
  const same = language === primary(root.lang);
  root.dataset.baked = same && [...asked.keys()].every((key) => ["v", "theme", "lang"].includes(key)) ? "shown" : "hidden";
  // Each language has a page of its own; embeds are all this page's.
  const other = !same && !asked.has("embed")
    && [...document.querySelectorAll("link[hreflang]")].find((link) => primary(link.hreflang) === language);
  if (other) {
    root.dataset.leaving = "";
    location.replace(other.href + search + hash);
    return;
  }
  let theme = asked.get("theme");
  try {
    theme ??= localStorage.getItem("theme");
  } catch {
    // In a sandboxed frame nothing is remembered.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = theme === "dark" || (theme !== "light" && dark) ? "dark" : "light";
})();
