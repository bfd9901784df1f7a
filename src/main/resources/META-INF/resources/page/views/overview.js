// What needs attention, and the numbers behind it.

import { h } from "../dom.js";
import { badge, object, rule, section, table } from "../parts.js";
import { to, toObject } from "../route.js";
import { brief, clock, count, graver, many } from "../words.js";

export default {
  title: () => "Needs attention",
  needs: () => ({
    status: ["status"],
    gates: ["gates"],
    now: ["facts", { type: "EvaluationTime" }],
    findings: ["conclusions", { type: "Finding", limit: 300 }],
    conclusions: ["conclusions", { type: ["NodeClassCondition", "NodePoolUnusable", "NodePoolObjection", "RolloutStage"], limit: 10_000 }],
  }),
  draw(data) {
    const conclusions = Map.groupBy(data.conclusions.items, (each) => each.type);
    const of = (type) => conclusions.get(type) ?? [];
    return [
      lead(data),
      tasks(data, of),
      h("h2", { key: "numbers" }, "Numbers"),
      numbers(data, of),
      findings(data.findings),
    ];
  },
};

function lead({ status, now }) {
  const at = now.items[0]?.EvaluationTime.instant;
  return h("p", { class: "lead", key: "lead" },
    `${many(sum(status.facts), "fact")} and ${many(sum(status.conclusions), "conclusion")} by `,
    h("a", { href: to("rules") }, "rules ", h("code", {}, brief(status.rules))),
    at && [", as of ", h("time", { datetime: at }, clock(at)), " UTC"], ". ",
    status.leader ? "This replica is the leader." : "This replica is not the leader: it shows what it would do.");
}

const sum = (counts) => Object.values(counts).reduce((total, each) => total + each, 0);

/** Each is [kind, how many, words, address, detail]. */
function needed({ status, gates, findings: found }, of) {
  const list = [];
  const add = (kind, number, words, address, details) =>
    number > 0 && list.push({ kind, number, words, address, details: details.filter(Boolean).slice(0, 3) });
  const closed = gates.closed;
  add("bad", closed.length, closed.length === 1 ? "gate is closed" : "gates are closed", to("gates"),
    [...new Set(closed.map((each) => `${each.gate}: ${each.message}`))]);
  const down = status.sources.filter((each) => !each.ready && each.state === "failed");
  add("bad", down.length, down.length === 1 ? "source has failed" : "sources have failed", to("gates"),
    down.map((each) => `${each.source}: ${each.message ?? each.code}`));
  const revision = status.revision;
  add(revision.state === "ERROR" ? "bad" : "warn", revision.state === "LOADED" ? 0 : 1,
    revision.state === "ERROR" ? "edit of the rules cannot be used" : "revision of the rules is not active",
    revision.candidate ? to("revision", [revision.candidate]) : to("rules"), revision.reasons);
  add("bad", status.log.writable || !status.log.place ? 0 : 1, "decision log cannot be written", to("timeline"), [status.log.fault]);
  const notReady = of("NodeClassCondition").filter((each) => each.status === "False");
  const names = new Set(notReady.map((each) => each.nodeClass));
  add("bad", names.size, names.size === 1 ? "node class is not ready" : "node classes are not ready", to("node-classes"),
    notReady.map((each) => `${each.nodeClass}: ${each.message}`));
  // By the rules: a pool of which nothing is decided yet is not among them.
  const objections = Map.groupBy(of("NodePoolObjection"), (each) => each.nodePool);
  const unusable = of("NodePoolUnusable").map((each) => each.nodePool);
  add("bad", unusable.length, unusable.length === 1 ? "pool has no usable instance type" : "pools have no usable instance type",
    to("pools"), unusable.map((each) => `${each}: ${objections.get(each)?.[0].message ?? "no usable type"}`));
  const objected = [...objections.keys()].filter((each) => !unusable.includes(each)).sort();
  add("warn", objected.length, objected.length === 1 ? "pool has an objection" : "pools have objections",
    to("pools"), objected.map((each) => `${each}: ${objections.get(each)[0].message}`));
  const held = of("RolloutStage").filter((each) => each.stage === "held");
  add("bad", held.length, held.length === 1 ? "rollout is held" : "rollouts are held", to("rollout"),
    held.map((each) => `${each.nodeClass}: ${each.message || each.ami}`));
  const severe = open(found).filter((each) => each.severity === "critical" || each.severity === "high");
  add("bad", severe.length, severe.length === 1 ? "severe finding" : "severe findings", severe.length && toObject(severe[0].subject),
    severe.map((each) => `${each.subject}: ${each.message}`));
  const waiting = status.facts.Pod ?? 0;
  add("warn", waiting, waiting === 1 ? "pod waits for a node" : "pods wait for a node", to("objects", [], { kind: "Pod" }), []);
  const loops = status.conclusions.LaunchLoop ?? 0;
  add("bad", loops, loops === 1 ? "launch loop" : "launch loops", to("conclusion", [], { is: "LaunchLoop" }), []);
  return list.sort((a, b) => (a.kind === b.kind ? 0 : a.kind === "bad" ? -1 : 1));
}

function tasks(data, of) {
  const list = needed(data, of);
  if (!list.length) {
    return h("div", { class: "all-well", key: "well" },
      h("svg", { viewBox: "0 0 24 24", width: 28, height: 28, "aria-hidden": "true" }, h("path", { d: "M5 13l4 4L19 7" })),
      h("p", {}, h("strong", {}, sum(data.status.facts) && data.status.facts.NodePool ? "Nothing needs attention." : "There is nothing to decide yet."),
        h("br", {}), data.status.facts.NodePool ? "Every gate is open and every pool has usable instance types."
          : "No NodePool is known. Try: add Kubernetes objects below cluster/ of the snapshot folder, or check the sources under Gates."));
  }
  return h("ul", { class: "tasks", key: "tasks", role: "list" }, list.map((each) =>
    h("li", { key: each.words, class: each.kind },
      h("a", { href: each.address },
        h("span", { class: "figure" }, count(each.number)),
        h("span", { class: "task-words" }, each.words)),
      each.details.length > 0 && h("ul", {}, each.details.map((detail) => h("li", { key: detail }, detail))))));
}

function numbers({ status }, of) {
  const { facts, conclusions } = status;
  const conditions = Map.groupBy(of("NodeClassCondition"), (each) => each.nodeClass);
  const ready = [...conditions.values()].filter((all) => all.every((each) => each.status === "True"));
  const entries = [
    ["node classes", facts.EC2NodeClass, to("node-classes"), `${ready.length} ready`],
    ["pools", facts.NodePool, to("pools"), `${count(conclusions.NodePoolUnusable ?? 0)} unusable`],
    ["images", facts.Ami, to("objects", [], { kind: "Ami" }), `${count(conclusions.AmiResolved ?? 0)} resolved`],
    ["instance types", facts.InstanceType, to("matrix"), `${count(conclusions.InstanceTypeAmi ?? 0)} mapped to images`],
    ["nodes", facts.Node, to("objects", [], { kind: "Node" }), `${count(conclusions.NodeClaimDrifted ?? 0)} drifted`],
    ["held replacements", conclusions.ReplacementHeld, to("rollout")],
    ["due actions", conclusions.ActionDue, to("plan"), "the plan is made of them"],
    ["log entries", status.log.entries, to("timeline"), status.log.writable ? undefined : "not writable"],
  ];
  return h("ul", { class: "numbers", key: "number-list", role: "list" }, entries.map(([name, number, address, note]) =>
    h("li", { key: name }, h("a", { href: address }, h("span", { class: "figure" }, count(number ?? 0)), h("span", {}, name)),
      h("span", { class: "note" }, note ?? ""))));
}

const open = (list) => list.items.filter((each) => each.result !== "pass")
  .sort((a, b) => graver(a.severity, b.severity) || a.subject.localeCompare(b.subject));

function findings(list) {
  const all = open(list);
  if (!all.length) return null;
  return section("Findings", `${count(all.length)}${list.continue ? " and more" : ""}`,
    table("Findings", ["Severity", "About", "Finding"], all.slice(0, 60).map((each) =>
      h("tr", { key: each.rule + each.subject + each.message },
        h("td", {}, badge(mood(each.severity), each.severity)),
        h("td", {}, object(each.subject)),
        h("td", {}, each.message, " ", rule(each.rule))))));
}

const mood = (severity) => ({ critical: "bad", high: "bad", medium: "warn" })[severity] ?? "plain";
