// Before the first paint: whether the page as it was built is the page that is asked for, and in
// which colours. Without script neither attribute is set, and the page stays as it was built.
(() => {
  const { search, hash } = location;
  const asked = new URLSearchParams(search.length > 1 ? search : hash.startsWith("#?") ? hash.slice(1) : "");
  const root = document.documentElement;
  root.dataset.baked = [...asked.keys()].every((key) => key === "v" || key === "theme") ? "shown" : "hidden";
  let theme = asked.get("theme");
  try {
    theme ??= localStorage.getItem("theme");
  } catch {
    // In a sandboxed frame nothing is remembered.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = theme === "dark" || (theme !== "light" && dark) ? "dark" : "light";
})();
