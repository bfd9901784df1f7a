// What needs a person now, and the numbers behind it.

import { h } from "../dom.js";
import { badge, object, rule, section, table } from "../parts.js";
import { to, toObject } from "../route.js";
import { brief, clock, count, graver, many } from "../words.js";

export default {
  title: () => "What needs a person now",
  needs: () => ({
    status: ["status"],
    gates: ["gates"],
    now: ["facts", { type: "EvaluationTime" }],
    findings: ["conclusions", { type: "Finding", limit: 300 }],
    barren: ["conclusions", { type: "NodePoolBarren", limit: 300 }, { optional: true }],
    pools: ["view/node-pools", {}, { optional: true }],
    classes: ["view/node-classes", {}, { optional: true }],
    rollouts: ["view/rollout", {}, { optional: true }],
  }),
  draw: (data) => [
    lead(data),
    tasks(data),
    h("h2", { key: "numbers" }, "In numbers"),
    numbers(data),
    findings(data.findings),
  ],
};

function lead({ status, now }) {
  const at = now.items[0]?.EvaluationTime.instant;
  return h("p", { class: "lead", key: "lead" },
    `${many(sum(status.facts), "fact")} lead to ${many(sum(status.conclusions), "conclusion")} by `,
    h("a", { href: to("rules") }, "rules ", h("code", {}, brief(status.rules))),
    at && [", judged as of ", h("time", { datetime: at }, clock(at)), " UTC"], ". ",
    status.leader ? "This replica acts." : "This replica acts on nothing; it says what it would do.");
}

const sum = (counts) => Object.values(counts).reduce((total, each) => total + each, 0);

/** Each is [kind, how many, words, address, detail]. */
function needed({ status, gates, pools, barren: none, classes, rollouts, findings: found }) {
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
    revision.state === "ERROR" ? "edit of the rules cannot be used" : "revision of the rules does not serve",
    revision.candidate ? to("revision", [revision.candidate]) : to("rules"), revision.reasons);
  add("bad", status.log.writable || !status.log.place ? 0 : 1, "decision log cannot be written", to("timeline"), [status.log.fault]);
  const lame = (classes?.nodeClasses ?? []).filter((each) =>
    each.conditions.some((condition) => condition.status === "False"));
  add("bad", lame.length, lame.length === 1 ? "node class is not ready" : "node classes are not ready", to("node-classes"),
    lame.map((each) => `${each.name}: ${each.conditions.find((it) => it.status === "False").message}`));
  // By the rules: a pool of which nothing is decided yet is not among them.
  const names = new Set(none?.items.map((each) => each.nodePool));
  const barren = (pools ?? []).filter((each) => names.has(each.name));
  add("bad", barren.length, barren.length === 1 ? "pool has nothing it can launch" : "pools have nothing they can launch",
    to("pools"), barren.map((each) => `${each.name}: ${each.objections[0]?.message ?? "no usable type"}`));
  const objected = (pools ?? []).filter((each) => each.objections.length && !barren.includes(each));
  add("warn", objected.length, objected.length === 1 ? "pool admits what it cannot launch" : "pools admit what they cannot launch",
    to("pools"), objected.map((each) => `${each.name}: ${each.objections[0].message}`));
  const held = (rollouts?.rollouts ?? []).filter((each) => each.stage === "held");
  add("bad", held.length, held.length === 1 ? "rollout is held" : "rollouts are held", to("rollout"),
    held.map((each) => `${each.nodeClass}: ${each.message ?? each.ami}`));
  const grave = amiss(found).filter((each) => each.severity === "critical" || each.severity === "high");
  add("bad", grave.length, grave.length === 1 ? "finding is grave" : "findings are grave", grave.length && toObject(grave[0].subject),
    grave.map((each) => `${each.subject}: ${each.message}`));
  const waiting = status.facts.Pod ?? 0;
  add("warn", waiting, waiting === 1 ? "pod waits for a node" : "pods wait for a node", to("objects", [], { kind: "Pod" }), []);
  const loops = status.conclusions.LaunchLoop ?? 0;
  add("bad", loops, loops === 1 ? "launch loop" : "launch loops", to("conclusion", [], { is: "LaunchLoop" }), []);
  return list.sort((a, b) => (a.kind === b.kind ? 0 : a.kind === "bad" ? -1 : 1));
}

function tasks(data) {
  const list = needed(data);
  if (!list.length) {
    return h("div", { class: "all-well", key: "well" },
      h("svg", { viewBox: "0 0 24 24", width: 28, height: 28, "aria-hidden": "true" }, h("path", { d: "M5 13l4 4L19 7" })),
      h("p", {}, h("strong", {}, sum(data.status.facts) && data.status.facts.NodePool ? "Nothing needs a person now." : "Nothing to decide about yet."),
        h("br", {}), data.status.facts.NodePool ? "Every gate is open and every pool can launch something."
          : "No NodePool is known. Put Kubernetes objects below cluster/ of the snapshot folder, or look at the sources under Gates."));
  }
  return h("ul", { class: "tasks", key: "tasks", role: "list" }, list.map((each) =>
    h("li", { key: each.words, class: each.kind },
      h("a", { href: each.address },
        h("span", { class: "figure" }, count(each.number)),
        h("span", { class: "task-words" }, each.words)),
      each.details.length > 0 && h("ul", {}, each.details.map((detail) => h("li", { key: detail }, detail))))));
}

function numbers({ status, pools, classes }) {
  const { facts, conclusions } = status;
  const ready = (classes?.nodeClasses ?? []).filter((each) => each.conditions.length && each.conditions.every((it) => it.status === "True"));
  const entries = [
    ["node classes", facts.EC2NodeClass, to("node-classes"), classes && `${ready.length} ready`],
    ["pools", facts.NodePool, to("pools"), pools && `${pools.filter((each) => each.families.some((it) => it.usable)).length} usable`],
    ["images", facts.Ami, to("objects", [], { kind: "Ami" }), `${count(conclusions.AmiResolved ?? 0)} resolved`],
    ["instance types", facts.InstanceType, to("matrix"), `${count(conclusions.InstanceTypeAmi ?? 0)} have an image`],
    ["nodes", facts.Node, to("objects", [], { kind: "Node" }), `${count(conclusions.NodeClaimDrifted ?? 0)} drifted`],
    ["held replacements", conclusions.ReplacementHeld, to("rollout")],
    ["actions due", conclusions.ActionDue, to("plan"), "said or done"],
    ["decisions recorded", status.log.entries, to("timeline"), status.log.writable ? undefined : "not writable"],
  ];
  return h("ul", { class: "numbers", key: "number-list", role: "list" }, entries.map(([name, number, address, note]) =>
    h("li", { key: name }, h("a", { href: address }, h("span", { class: "figure" }, count(number ?? 0)), h("span", {}, name)),
      h("span", { class: "note" }, note ?? ""))));
}

const amiss = (list) => list.items.filter((each) => each.reason !== "NothingAmiss")
  .sort((a, b) => graver(a.severity, b.severity) || a.subject.localeCompare(b.subject));

function findings(list) {
  const all = amiss(list);
  if (!all.length) return null;
  return section("Findings", `${count(all.length)}${list.continue ? " and more" : ""}`,
    table("Findings", ["Severity", "About", "Finding"], all.slice(0, 60).map((each) =>
      h("tr", { key: each.rule + each.subject + each.message },
        h("td", {}, badge(mood(each.severity), each.severity)),
        h("td", {}, object(each.subject)),
        h("td", {}, each.message, " ", rule(each.rule))))));
}

const mood = (severity) => ({ critical: "bad", high: "bad", medium: "warn" })[severity] ?? "plain";
