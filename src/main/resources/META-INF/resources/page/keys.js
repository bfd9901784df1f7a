// The keys of the page.

import { draw, h } from "./dom.js";
import { to } from "./route.js";

const GO = { o: "overview", f: "findings", n: "nodes", w: "pods", c: "node-classes", p: "pools", m: "matrix", g: "gates", l: "plan",
  i: "images", r: "rollout", u: "rules", t: "timeline", b: "objects" };

export function keys(page, navigation) {
  const dialog = document.getElementById("keys");
  const labels = new Map(navigation);
  let going = 0;

  const shown = [
    ["/", "find an object; ↑ ↓ choose, Enter opens it"],
    ["?", "show these keys"],
    ["Esc", "close a panel, leave a field"],
    ["Tab, Shift Tab", "next, previous element"],
    ["← ↑ ↓ →, Home, End", "move in the matrix; Enter explains why not"],
    ...Object.entries(GO).map(([key, view]) => [`g ${key}`, labels.get(view) ?? view]),
  ];
  draw(dialog, h("div", {},
    h("h2", { id: "keys-title" }, "Keys"),
    h("dl", { class: "keys" }, shown.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
    h("form", { method: "dialog" }, h("button", {}, "Close"))));

  const help = () => dialog.open || dialog.showModal();
  document.getElementById("help").addEventListener("click", help);

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const writing = event.target.closest?.("input, textarea, select");
    if (event.key === "Escape") {
      if (dialog.open) return;
      if (writing) writing.blur();
      else page.side.close(true);
      return;
    }
    if (writing || dialog.open) return;
    if (event.key === "/") {
      event.preventDefault();
      document.getElementById("find-text").focus();
    } else if (event.key === "?") {
      help();
    } else if (going > Date.now() - 1500 && GO[event.key]) {
      going = 0;
      location.hash = to(GO[event.key]);
    } else if (event.key === "g") {
      going = Date.now();
    }
  });
}
