// Images by instance families: which serves which, and why not.

import { h } from "../dom.js";
import { empty, object, message, tabs } from "../parts.js";
import { to } from "../route.js";
import { many } from "../words.js";
import { searchLonger, whyNot } from "../why-not.js";

export default {
  title: () => "Images by instance family",
  needs: (route) => ({
    classes: ["view/node-classes"],
    ...(route.names[0] && {
      matrix: ["view/matrix", { nodeClass: route.names[0], all: route.filters.all }],
    }),
  }),
  draw({ classes, matrix }, route, page) {
    const names = classes.nodeClasses.map((each) => each.name);
    if (!names.length) return empty("No EC2NodeClass is known", "Without a node class there is no matrix.", to("gates"), "Sources and gates");
    const chosen = route.names[0];
    if (!chosen) {
      queueMicrotask(() => location.replace(to("matrix", [names[0]])));
      return null;
    }
    return [
      tabs("Node class", names.map((name) => [name, to("matrix", [name]), name === chosen])),
      h("p", { class: "lead", key: "lead" },
        route.filters.all ? "Every family that is known. " : "Families that a pool of this class admits. ",
        h("a", { href: to("matrix", [chosen], { all: route.filters.all ? undefined : "true" }) },
          route.filters.all ? "Only those that a pool admits" : "Show every family"), ". ",
        h("span", { class: "quiet-text" }, "Move with the arrow keys, Enter explains.")),
      matrix.amis.length && matrix.families.length ? grid(matrix, page)
        : empty(matrix.amis.length ? "No pool of this class admits a family" : "No image is resolved", "So there is nothing to show."),
      legend(),
    ];
  },
};

function grid(matrix, page) {
  const { amis, families, nodeClass } = matrix;
  const state = page.state;
  const cells = new Map(matrix.cells.map((each) => [each.ami + " " + each.family, each]));
  const [row, column] = state.at ?? [0, 0];
  const at = [Math.min(row, amis.length - 1), Math.min(column, families.length - 1)];
  return h("div", { class: "scroll matrix-scroll", key: "matrix" },
    h("table", { class: "matrix", role: "grid", "aria-label": `Images of ${nodeClass} by instance family`,
      onkeydown: (event) => moved(event, page, amis.length, families.length) },
      h("thead", {}, h("tr", { role: "row" }, h("th", { scope: "col", role: "columnheader" }, h("span", { class: "unseen" }, "Image")),
        families.map((family) => h("th", { key: family, scope: "col", role: "columnheader" }, h("span", { class: "tilted" }, family))))),
      h("tbody", {}, amis.map((ami, r) => h("tr", { key: ami.id, role: "row" },
        h("th", { scope: "row", role: "rowheader" },
          h("span", { class: "ami-name" }, ami.name ?? ami.id), h("span", { class: "quiet-text" }, ami.architecture)),
        families.map((family, c) => cell(cells.get(ami.id + " " + family) ?? { ami: ami.id, family, served: 0, types: 0 },
          { r, c, focus: at[0] === r && at[1] === c, page, name: ami.name ?? ami.id })))))));
}

function cell(it, { r, c, focus, page, name }) {
  const kind = it.served && it.served === it.types ? "all" : it.served ? "some" : it.reason ? "refused" : "none";
  const words = it.served ? `${it.served} of ${it.types} types` : it.reason ? it.reason.message : "serves none";
  return h("td", { key: it.family, role: "gridcell", class: kind, tabindex: focus ? "0" : "-1",
    "data-at": `${r} ${c}`, "aria-label": `${name}, ${it.family}: ${words}`, title: words,
    onclick: (event) => {
      page.state.at = [r, c];
      event.currentTarget.focus();
      explain(it, name, page);
    },
    onfocus: () => (page.state.at = [r, c]),
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        explain(it, name, page);
      }
    } }, h("span", { "aria-hidden": "true" }, it.served ? it.served : it.reason ? "×" : "·"));
}

function moved(event, page, rows, columns) {
  const [r, c] = page.state.at ?? [0, 0];
  const next = {
    ArrowLeft: [r, c - 1], ArrowRight: [r, c + 1], ArrowUp: [r - 1, c], ArrowDown: [r + 1, c],
    Home: event.ctrlKey ? [0, 0] : [r, 0], End: event.ctrlKey ? [rows - 1, columns - 1] : [r, columns - 1],
  }[event.key];
  if (!next) return;
  event.preventDefault();
  page.state.at = [Math.max(0, Math.min(rows - 1, next[0])), Math.max(0, Math.min(columns - 1, next[1]))];
  page.redraw();
  document.querySelector(`.matrix [data-at="${page.state.at.join(" ")}"]`)?.focus();
}

/** Explains a cell beside the matrix. */
async function explain(it, name, page) {
  const title = `${name} and ${it.family}`;
  const head = [
    h("p", { key: "ami" }, object(`Ami/${it.ami}`, it.ami), `: serves ${it.served} of ${many(it.types, "type")} of ${it.family}.`),
    it.reason && h("p", { key: "reason", class: "condition" }, message(it.reason)),
  ];
  if (!it.whyNot) {
    page.side.open(title, head);
    return;
  }
  page.side.open(title, [head, h("p", { key: "loading", class: "quiet-text" }, "Loading why not; changes are tried on a copy…")]);
  try {
    const answer = await page.get("why-not", { conclusion: it.whyNot });
    const show = (each) => page.side.open(title, [head, whyNot(each)]);
    show(answer);
    await searchLonger(answer, it.whyNot, page, (each) => page.side.shows(title) && show(each));
  } catch (problem) {
    page.side.open(title, [head, h("p", { key: "fault", class: "condition" }, problem.detail, " ", problem.advice)]);
  }
}

function legend() {
  const keys = [["all", "n", "every type of the family launches with it"], ["some", "n", "some do"],
    ["refused", "×", "it does not fit"], ["none", "·", "another image is taken"]];
  return h("p", { class: "legend-line", key: "legend" }, keys.map(([kind, sign, words]) =>
    h("span", { key: kind }, h("span", { class: `key ${kind}` }, sign), " ", words)));
}
