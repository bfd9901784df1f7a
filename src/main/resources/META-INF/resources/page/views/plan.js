// The plan: actions with what each would change, as kubectl diff shows it; reports at the end, folded.

import { h } from "../dom.js";
import { bar, narrow, pager, start } from "../grid.js";
import { badge, empty, object, table } from "../parts.js";
import { to } from "../route.js";
import { unifiedView } from "../unified.js";
import { count, many, severityMood } from "../words.js";

const SIZE = () => (narrow() ? 6 : 10);
// So many are shown with their change at once; on a small screen none of more than these.
const UNFOLDED = 3;
const REPORTED = 10;

export default {
  title: () => "Plan",
  needs: () => ({ plan: ["plan"] }),
  draw({ plan }, route, page) {
    if (!plan.actions.length) return empty("No changes planned", "Everything is as the rules require.");
    const [reports, actions] = parted(plan.actions, (each) => each.change === "say");
    const due = plan.actions.filter((each) => each.due).length;
    return [
      h("p", { class: "lead", key: "lead" }, `${many(actions.length, "action")} and ${many(reports.length, "report")}, ${due || "none"} due. `,
        plan.leader ? "" : "This replica is not the leader: it shows what it would do."),
      actions.length > 0 && list(actions, route, page),
      reports.length > 0 && said(reports),
    ];
  },
};

function parted(all, first) {
  const groups = Map.groupBy(all, (each) => Boolean(first(each)));
  return [groups.get(true) ?? [], groups.get(false) ?? []];
}

const nameOf = ({ kind, namespace, name }) => [kind, namespace, name].filter(Boolean).join("/");

const stateOf = (each) => (each.held ? "held" : each.due ? "due" : each.mode);

function list(actions, route, page) {
  const { filters } = route;
  const words = (filters.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  // What is carried out first, then what waits, then what is only observed.
  const rank = (each) => ["due", "held"].indexOf(stateOf(each)) + 1 || 3;
  const matched = actions.filter((each) => (!filters.action || each.action === filters.action) && (!filters.state || stateOf(each) === filters.state) &&
    words.every((word) => `${each.action} ${nameOf(each.object)} ${each.reasons.join(" ")} ${each.held ?? ""}`.toLowerCase().includes(word)))
    .toSorted((a, b) => rank(a) - rank(b));
  const from = start(filters, SIZE());
  const shown = matched.slice(from, from + SIZE());
  const kinds = Map.groupBy(actions, (each) => each.action);
  return [
    actions.length > UNFOLDED && bar({ filters, groups: [], columns: [], total: actions.length, matched: matched.length, one: "action", placeholder: "object, reason, rule",
      choices: [{ name: "action", label: "Action", options: [...kinds.keys()].sort() }, { name: "state", label: "State", options: ["due", "held", "enforce", "observe"] }] }, route, page),
    actions.length > UNFOLDED && h("ul", { class: "chips", key: "kinds", role: "list", "aria-label": "Actions by kind" }, [...kinds].map(([action, each]) =>
      h("li", { key: action }, h("a", { href: to("plan", [], { action }) }, action), h("span", { class: "quiet-text" }, `on ${many(each.length, "object")}`)))),
    h("ul", { class: "actions", key: "actions", role: "list" }, shown.map((each, at) => action(each, narrow() ? matched.length <= UNFOLDED : at < UNFOLDED))),
    pager(matched.length, filters, route, SIZE()),
  ];
}

function action(it, unfolded) {
  const full = nameOf(it.object);
  return h("li", { key: it.action + full, class: "card" },
    h("div", { class: "card-head" }, h("h2", {}, it.action), object(full),
      badge(it.mode === "enforce" ? "accent" : "plain", it.mode), it.held && badge("warn", "held"),
      it.outcome && badge(it.outcome.result === "failed" ? "bad" : "good", it.outcome.result)),
    it.held && h("p", {}, it.held),
    it.reasons.length > 0 && h("ul", { class: "why" }, it.reasons.slice(0, 3).map((each) => h("li", { key: each }, each)),
      it.reasons.length > 3 && h("li", { key: "more" }, `and ${count(it.reasons.length - 3)} more`)),
    it.outcome?.message && h("p", { class: "quiet-text" }, it.outcome.message),
    it.diff.length > 0 && h("details", { class: "diff", unfolded }, h("summary", {}, many(it.diff.length, "field"), it.change === "delete" ? " deleted" : it.change === "create" ? " created" : " changed"),
      unifiedView(full, it.diff)));
}

/** What is only said changes nothing in the cluster. */
function said(reports) {
  const findings = reports.flatMap((each) => (each.findings ?? []).map((it) => ({ ...it, of: nameOf(each.object) })));
  return h("details", { class: "group reports", key: "reports" },
    h("summary", {}, h("strong", {}, "Reports"), h("span", { class: "note" }, `${many(reports.length, "report")}, ${many(findings.length, "finding")}`)),
    table("Reports", ["Report", "Mode", "#Findings"], reports.slice(0, REPORTED).map((each) => h("tr", { key: each.action + nameOf(each.object) },
      h("td", {}, object(nameOf(each.object))), h("td", {}, badge(each.mode === "enforce" ? "accent" : "plain", each.mode), each.held && [" ", badge("warn", "held"), " ", each.held]),
      h("td", { class: "number" }, count(each.findings?.length ?? 0))))),
    reports.length > REPORTED && h("p", { class: "quiet-text" }, `${count(reports.length - REPORTED)} more`),
    findings.length > 0 && h("p", {}, findings.some((each) => each.severity === "high" || each.severity === "critical") && [badge(severityMood("high"), "high"), " "],
      h("a", { href: to("findings") }, "The findings that they say")));
}
