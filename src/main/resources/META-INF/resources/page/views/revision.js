// One revision of the rules: who wrote it, what it would change, and its approval.

import { approval } from "../approval.js";
import { h } from "../dom.js";
import { differences } from "../explained.js";
import { badge, reasons, section, table } from "../parts.js";
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
    it.conclusions?.map(differences));
}

function files(all) {
  const names = Object.keys(all);
  return names.length > 0 && section("Files that replace or extend the shipped ones", count(names.length), names.map((name) =>
    h("details", { key: name }, h("summary", {}, h("code", {}, name)),
      h("pre", { class: "source", tabindex: "0", role: "region", "aria-label": name }, text(all[name])))));
}

const text = (it) => (typeof it === "string" ? it : JSON.stringify(it, null, 1));
