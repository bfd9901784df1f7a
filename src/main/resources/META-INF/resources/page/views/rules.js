// The rules in use: what each states, its text and its conclusions; their revisions.

import { h } from "../dom.js";
import { badge, empty, field, reasons as why, section, table } from "../parts.js";
import { to } from "../route.js";
import { brief, clock, count, many } from "../words.js";
import { virtual } from "../virtual.js";
import { toConclusion } from "../explained.js";

export default {
  title: (route) => (route.names[0] ? `Rule ${route.names[0]}` : "Rules"),
  needs: (route) => (route.names[0]
    ? { rule: ["rules/" + encodeURIComponent(route.names[0])], revisions: ["rules/revisions", {}, { optional: true }] }
    : { rules: ["rules"], hits: ["rules/hits", {}, { optional: true }], revisions: ["rules/revisions", {}, { optional: true }] }),
  draw: (data, route, page) => (route.names[0] ? one(data) : list(data, route, page)),
};

function list({ rules, hits, revisions }, route, page) {
  const { q, severity } = route.filters;
  const off = (rules.off ?? []).map((each) => ({ ...each, off: true }));
  const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const shown = [...rules.items, ...off].map((each) => ({ ...each, hits: hits?.hits[each.id] ?? 0 })).filter((each) =>
    (!severity || (severity === "off" ? each.off : each.severity === severity)) &&
    words.every((word) => `${each.id} ${each.name} ${each.file} ${each.control}`.toLowerCase().includes(word)));
  return [
    kept(revisions),
    h("p", { key: "try" }, h("a", { href: to("try") }, "Try a rule of your own on what is live")),
    section("Rules", `${count(shown.length)} of ${count(rules.total + off.length)}`,
      h("div", { class: "filters" },
        field("Search", "q", q, (it) => page.filter({ q: it }), { type: "search", placeholder: "id, words, file" }),
        field("Severity", "severity", severity, (it) => page.filter({ severity: it }),
          { choices: ["", "critical", "high", "medium", "low", "info", "off"] })),
      shown.length ? virtual("Rules", shown.map((each) => ({ key: each.id, ...each })), 52, row, page.state, page.redraw)
        : empty("No rule matches", "Try: fewer words.")),
  ];
}

function row(it) {
  return h("a", { href: to("rules", [it.id]), class: "row rule-row" },
    h("code", { class: "rule" }, it.id),
    h("span", { class: "grow" }, it.name),
    it.off ? badge("warn", "off") : badge(it.severity === "info" || it.severity === "low" ? "plain" : it.severity === "medium" ? "warn" : "bad", it.severity),
    h("span", { class: it.hits ? "number" : "number quiet-text", title: `${it.hits} conclusions now` }, `${count(it.hits)} now`),
    h("span", { class: "quiet-text place" }, `${it.file}:${it.line}`));
}

function kept(revisions) {
  if (!revisions) return null;
  const { items, state, bundleFault, bundleWaits } = revisions;
  const reasons = [
    ...revisions.reasons,
    ...(bundleFault ? [`The channel of bundles is not followed: ${bundleFault}`] : []),
    ...bundleWaits.map((why) => `The bundle that the channel names waits: ${why}`),
  ];
  if (!items.length) {
    return [why(reasons), h("p", { class: "lead", key: "shipped" }, "The shipped rules are in use, without changes.")];
  }
  return section("Revisions", state.toLowerCase(),
    why(reasons),
    table("Revisions", ["Revision", "State", "From", "By", "For", "Received, UTC", "Approved by"], items.map((each) => h("tr", { key: each.digest },
      h("td", {}, h("a", { href: to("revision", [each.digest]) }, h("code", {}, brief(each.digest)))),
      h("td", {}, badge(mood(each.state), each.state)),
      h("td", {}, each.origin), h("td", {}, each.author ?? "–"), h("td", {}, each.changeRef ?? "–"),
      h("td", { class: "nowrap" }, clock(each.received)), h("td", {}, each.approvedBy ?? "–")))));
}

export const mood = (state) => ({ active: "good", held: "warn", rejected: "bad", candidate: "accent" })[state] ?? "plain";

function one({ rule, revisions }) {
  const serving = revisions?.items.find((each) => each.digest === revisions.serving);
  return [
    h("p", { class: "lead", key: "finding" }, rule.name),
    h("p", { key: "marks" }, badge("plain", rule.severity), " ", rule.control && [badge("plain", rule.control), " "],
      rule.off && badge("warn", "switched off"), " ",
      h("span", { class: "quiet-text" }, `${rule.file}:${rule.line} of `, h("code", {}, brief(rule.digest)),
        serving && `, active since ${clock(serving.activated)} UTC` + (serving.author ? `, by ${serving.author}` : ""))),
    section("Text", null, h("pre", { class: "source", tabindex: "0", role: "region", "aria-label": "Text of the rule" },
      highlighted(rule.text))),
    section("Conclusions now", many(rule.hits, "conclusion"),
      rule.hits === 0 ? h("p", { class: "quiet-text" }, "None. Its conditions match nothing that is known.")
        : [hits(rule.conclusions.slice(0, HITS)), rule.conclusions.length > HITS && h("details", { class: "group" },
          h("summary", {}, `${count(rule.conclusions.length - HITS)} more`), hits(rule.conclusions.slice(HITS)))],
      rule.hits > rule.conclusions.length && h("p", { class: "quiet-text" }, `${count(rule.hits - rule.conclusions.length)} more`)),
    h("p", { key: "log" }, h("a", { href: to("timeline", [], { rule: rule.id }) }, "Decisions in which it took part")),
  ];
}

/** So many conclusions of a rule are shown, others are folded. */
const HITS = 20;

const hits = (all) => h("ul", { class: "hits" }, all.map((each) => h("li", { key: JSON.stringify(each) },
  h("a", { href: toConclusion(each) }, h("span", { class: "type" }, each.type)), " ",
  Object.entries(each).filter(([name, it]) => name !== "type" && name !== "rule" && typeof it !== "object").map(([name, it]) =>
    h("span", { key: name, class: "pair" }, h("span", { class: "name" }, name), " ", String(it))))));

/** Keywords and strings, set apart by weight and colour. */
function highlighted(text) {
  return text.split(/("(?:[^"\\]|\\.)*"|\b(?:rule|when|then|end|not|exists|forall|accumulate|insertLogical|new)\b|@\w+|\/\/[^\n]*)/).map((piece, at) =>
    at % 2 ? h("span", { key: at, class: piece[0] === '"' ? "text" : piece[0] === "/" ? "quiet-text" : "word" }, piece) : piece);
}
