// Finding an object: suggestions while somebody types, as a combobox with a list.

import { get } from "./api.js";
import { draw, h } from "./dom.js";
import { to, toObject } from "./route.js";
import { count } from "./words.js";

const PAUSE_MS = 90;

export function search(form) {
  const input = form.querySelector("input");
  const list = form.querySelector("[role=listbox]");
  let options = [];
  let active = -1;
  let timer = 0;
  let asked = null;

  const shut = () => {
    clearTimeout(timer);
    asked?.abort();
    show([]);
  };

  function show(found) {
    options = found;
    active = -1;
    mark();
    list.hidden = !found.length;
    input.setAttribute("aria-expanded", String(found.length > 0));
    draw(list, found.map((each, at) => h("li", { key: each.address, id: `found-${at}`, role: "option", "aria-selected": "false",
      class: each.all ? "found all-found" : "found",
      onmousedown: (event) => event.preventDefault(), // the field keeps the focus
      onclick: () => go(each) },
      h("span", { class: "kind" }, each.kind), h("span", { class: "grow" }, each.name), h("span", { class: "quiet-text note" }, each.note))));
  }

  function mark() {
    [...list.children].forEach((each, at) => each.setAttribute("aria-selected", String(at === active)));
    if (active < 0) {
      input.removeAttribute("aria-activedescendant");
    } else {
      input.setAttribute("aria-activedescendant", `found-${active}`);
      list.children[active]?.scrollIntoView({ block: "nearest" });
    }
  }

  function go({ address }) {
    shut();
    input.blur();
    location.hash = address;
  }

  async function suggest() {
    const q = input.value.trim();
    asked?.abort();
    if (!q) return show([]);
    const mine = (asked = new AbortController());
    try {
      const { items, total, kinds } = await get("view/search", { q, limit: 12 }, mine.signal);
      if (asked !== mine || document.activeElement !== input) return;
      show([
        ...items.map(({ kind, name, note }) => ({ kind, name, note, address: toObject(`${kind}/${name}`) })),
        ...(kinds.Node > items.filter((each) => each.kind === "Node").length ? [{ all: true, kind: "", name: `All ${count(kinds.Node)} nodes`, note: "", address: to("nodes", [], { q }) }] : []),
        ...(total > items.length ? [{ all: true, kind: "", name: `All ${count(total)} matches`, note: "", address: to("objects", [], { q }) }] : []),
      ]);
    } catch {
      // Without suggestions Enter still searches.
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, PAUSE_MS);
  });
  input.addEventListener("focus", () => input.value.trim() && suggest());
  input.addEventListener("blur", shut);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) {
      event.preventDefault();
      active = active < 0 ? (step > 0 ? 0 : options.length - 1) : (active + step + options.length) % options.length;
      mark();
    } else if (event.key === "Escape" && options.length) {
      event.stopPropagation();
      shut();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (active >= 0) return go(options[active]);
    shut();
    location.hash = to("objects", [], { q: input.value.trim() });
  });
  // A search that is cleared by its own button says so by no key.
  input.addEventListener("search", () => input.value || shut());
}
