// What can be sent of a view: its link, and what it shows as Markdown.

import { draw, h } from "./dom.js";
import { markdown } from "./markdown.js";

/** Two buttons beside the title, outside of the view: they are the page's. */
export function share(place, page) {
  const said = (words) => (place.querySelector(".share-said").textContent = words);
  const copy = async (text, what) => {
    try {
      await navigator.clipboard.writeText(text);
      said(`${what} copied`);
    } catch {
      // Without HTTPS a browser lets no page write to the clipboard.
      const title = `${what}, to copy`;
      page.side.open(title, h("textarea", { class: "to-copy", readonly: true, "aria-label": title, rows: 24, value: text,
        onfocus: (event) => event.target.select() }));
    }
  };
  const main = document.getElementById("main");
  draw(place, [
    h("button", { type: "button", class: "quiet", onclick: () => copy(location.href, "Link") }, "Copy link"),
    h("button", { type: "button", class: "quiet", onclick: () =>
      copy(markdown(main.querySelector("h1").textContent, location.href, main.querySelector(".view")), "Markdown") }, "Copy as Markdown"),
    h("span", { class: "share-said quiet-text", role: "status", foreign: true }),
  ]);
}
