// Frames of Bytes per Token: an element (attributes are keys of a link) and heights. docs/EMBED.md
(() => {
  const name = "bytes-per-token";
  const base = new URL(".", document.currentScript.src).href;
  const own = /^(figure|title|height|sandbox|class|style)$|-/;

  addEventListener("message", ({ data, source }) => {
    const height = data?.type === name + ":height" && Math.ceil(data.height);
    if (!(height > 99 && height < 9999)) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow === source && frame.src.startsWith(base)) frame.style.height = height + "px";
    }
  });

  customElements.get(name) || customElements.define(name, class extends HTMLElement {
    connectedCallback() {
      // Its content may still come.
      if (document.readyState === "loading") return addEventListener("DOMContentLoaded", () => this.connectedCallback());
      if (this.done) return;
      this.done = true;
      const told = (key, other) => this.getAttribute(key) || other;
      const figure = told("figure", "together");
      const query = () => {
        const all = new URLSearchParams({ v: 1, embed: figure });
        for (const { name, value } of this.attributes) own.test(name) || all.set(name, value);
        return all + "";
      };
      const frame = document.createElement("iframe");
      frame.title = told("title", "Bytes per Token: " + figure);
      frame.loading = "lazy";
      frame.height = told("height", figure === "together" ? 900 : 600);
      frame.style.cssText = "width:100%;border:0";
      if (this.hasAttribute("sandbox")) frame.sandbox = told("sandbox", "");
      frame.src = base + "?" + query();
      this.style.display = "block";
      this.replaceChildren(frame);
      new MutationObserver(() => {
        const send = (type, more) => frame.contentWindow.postMessage({ type: `${name}:${type}`, ...more }, "*");
        send("theme", { theme: told("theme", "auto") });
        send("state", { query: query() });
      }).observe(this, { attributes: true });
    }
  });
})();
