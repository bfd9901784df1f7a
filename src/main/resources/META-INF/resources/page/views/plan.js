// The planned actions, each with its diff and reasons.

import { h } from "../dom.js";
import { badge, empty, object } from "../parts.js";
import { many } from "../words.js";

export default {
  title: () => "Plan",
  needs: () => ({ plan: ["plan"] }),
  draw({ plan }) {
    if (!plan.actions.length) return empty("No changes planned", "Everything is as the rules require.");
    const due = plan.actions.filter((each) => each.due).length;
    return [
      h("p", { class: "lead", key: "lead" }, `${many(plan.actions.length, "action")}, ${due || "none"} carried out. `,
        plan.leader ? "" : "This replica is not the leader: it shows what it would do."),
      h("ul", { class: "actions", key: "actions", role: "list" }, plan.actions.map(action)),
    ];
  },
};

function action(it) {
  const { kind, namespace, name } = it.object;
  const full = [kind, namespace, name].filter(Boolean).join("/");
  return h("li", { key: it.action + full, class: "card" },
    h("div", { class: "card-head" }, h("h2", {}, it.action), object(full),
      badge(it.mode === "enforce" ? "accent" : "plain", it.mode), it.held && badge("warn", "held"),
      it.outcome && badge(it.outcome.result === "failed" ? "bad" : "good", it.outcome.result)),
    it.held && h("p", {}, it.held),
    it.reasons.length > 0 && h("ul", {}, it.reasons.map((each) => h("li", { key: each }, each))),
    it.outcome?.message && h("p", { class: "quiet-text" }, it.outcome.message),
    it.diff.length > 0 && h("details", {}, h("summary", {}, many(it.diff.length, "change")),
      h("ul", { class: "diff", role: "list" }, it.diff.map((each) => h("li", { key: each.path },
        h("code", { class: "path" }, each.path),
        each.before !== undefined && h("pre", { class: "before" }, "− " + text(each.before)),
        each.after !== undefined && h("pre", { class: "after" }, "+ " + text(each.after)))))));
}

export const text = (it) => (typeof it === "string" ? it : JSON.stringify(it, null, 1).replace(/\n\s*/g, " "));
