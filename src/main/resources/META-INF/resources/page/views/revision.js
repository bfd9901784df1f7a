// One revision of the rules: who wrote it, what it would change, and its approval.

import { approval } from "../approval.js";
import { h } from "../dom.js";
import { badge, reasons, section, table } from "../parts.js";
import { conclusion } from "../explained.js";
import { brief, clock, count } from "../words.js";
import { mood } from "./rules.js";

export default {
  under: "rules",
  title: (route) => `Revision ${brief(route.names[0])}`,
  needs: ({ names: [digest] }) => ({
    revision: [`rules/revisions/${digest}`],
    difference: [`rules/revisions/${digest}/difference`, {}, { optional: true }],
    session: ["session", {}, { optional: true }],
  }),
  draw({ revision, difference, session }, route, page) {
    return [
      h("p", { key: "state" }, badge(mood(revision.state), revision.state), " ",
        h("span", { class: "quiet-text" }, [revision.origin, revision.author && `by ${revision.author}`,
          revision.changeRef && `for ${revision.changeRef}`, `received ${clock(revision.received)} UTC`,
          revision.approvedBy && `approved by ${revision.approvedBy}`].filter(Boolean).join(", "))),
      reasons(revision.reasons),
      approval(revision, session, page),
      difference ? preview(difference) : h("p", { key: "none", class: "quiet-text" }, "It has no preview: the first revision has none, nor one that was rejected before it."),
      files(revision.files ?? {}),
    ];
  },
};

function preview(it) {
  return section("What it would change", null,
    h("ul", {}, it.summary.map((each) => h("li", { key: each, class: each.startsWith("conclusions ") ? "quiet-text" : undefined }, each))),
    it.impacts?.length > 0 && table("Measures", ["Measure", "About", "#Now", "#Then", "Such as"], it.impacts.map((each) =>
      h("tr", { key: each.measure + each.subject }, h("td", {}, each.measure), h("td", {}, each.subject ?? ""),
        h("td", { class: "number" }, count(each.before)), h("td", { class: "number" }, count(each.after)),
        h("td", {}, each.examples.slice(0, 3).join(", "))))),
    it.conclusions?.map((each) => h("details", { key: each.type },
      h("summary", {}, h("span", { class: "type" }, each.type), ` ${count(each.before)} now, ${count(each.after)} then`),
      h("ul", { class: "diff", role: "list" },
        (each.removed ?? []).map((one) => h("li", { key: "-" + JSON.stringify(one), class: "before" }, "− ", conclusion(one))),
        (each.added ?? []).map((one) => h("li", { key: "+" + JSON.stringify(one), class: "after" }, "+ ", conclusion(one))),
        (each.changed ?? []).map((one) => h("li", { key: "~" + JSON.stringify(one) },
          h("div", { class: "before" }, "− ", conclusion(one.before)), h("div", { class: "after" }, "+ ", conclusion(one.after)))),
        each.leftOut > 0 && h("li", { key: "left", class: "quiet-text" }, `${count(each.leftOut)} more`)))));
}

function files(all) {
  const names = Object.keys(all);
  return names.length > 0 && section("Files that replace or extend the shipped ones", count(names.length), names.map((name) =>
    h("details", { key: name }, h("summary", {}, h("code", {}, name)),
      h("pre", { class: "source", tabindex: "0", role: "region", "aria-label": name }, text(all[name])))));
}

const text = (it) => (typeof it === "string" ? it : JSON.stringify(it, null, 1));
