// A list of any length of which only what is in sight is there.

import { h } from "./dom.js";

/** Rows of one height; `state` keeps where the list stands between two drawings. */
export function virtual(label, items, height, row, state, redraw) {
  const list = (state[label] ??= { top: 0, seen: 560 });
  const from = Math.max(0, Math.min(Math.floor(list.top / height) - 8, items.length - 1));
  const until = Math.min(items.length, Math.ceil((list.top + list.seen) / height) + 8);
  const scrolled = (event) => {
    const { scrollTop, clientHeight } = event.currentTarget;
    const far = Math.abs(scrollTop - list.drawn) > height * 4;
    list.top = scrollTop;
    list.seen = clientHeight;
    if (far) {
      list.drawn = scrollTop;
      redraw();
    }
  };
  list.drawn ??= 0;
  if (items.length * height < list.top) list.top = list.drawn = 0;
  return h("div", { class: "virtual", key: label, tabindex: "0", role: "region", "aria-label": label, onscroll: scrolled },
    h("ul", { style: { height: `${items.length * height}px` } },
      items.slice(from, until).map((item, n) => h("li", {
        key: item.key, style: { top: `${(from + n) * height}px`, height: `${height}px` },
        "aria-setsize": items.length, "aria-posinset": from + n + 1,
      }, row(item)))));
}
