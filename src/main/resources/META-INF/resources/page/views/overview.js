// Is everything fine, what needs attention, what has changed since yesterday.

import { h } from "../dom.js";
import { narrow } from "../grid.js";
import { badge, object, rule, section } from "../parts.js";
import { share } from "../pictures.js";
import { to } from "../route.js";
import { ago, brief, clock, count, lasting, many, severityMood } from "../words.js";
import { ofRule, open } from "./findings.js";

// What passes by itself needs nobody until it has lasted for so many seconds.
const TRANSIENT = 900;
const POD_WITHOUT_POOL = 120;
const POD_TO_LAUNCH = 900;

const TYPES = ["NodeClassCondition", "NodePoolUnusable", "NodePoolObjection", "RolloutStuck"];
const SHOWN = () => (narrow() ? 3 : 6);
const ROLLOUTS = () => (narrow() ? 2 : 4);

export default {
  readsLog: true,
  title: () => "Overview",
  needs: () => ({
    status: ["status"],
    gates: ["gates"],
    findings: ["conclusions", { type: "Finding", limit: 10_000 }],
    conclusions: ["conclusions", { type: TYPES, limit: 10_000 }],
    rollout: ["view/rollout", { history: false }],
    pods: ["view/pods"],
    changes: ["view/changes", {}, { optional: true }],
  }),
  draw(data, route, page) {
    const conclusions = Map.groupBy(data.conclusions.items, (each) => each.type);
    const of = (type) => conclusions.get(type) ?? [];
    const list = needed(data, of);
    if (data.changes && !data.changes.from) later(page);
    return [
      verdict(data, list, of),
      list.length > 0 && tasks(list),
      h("div", { class: "columns", key: "columns" }, underWay(data), changes(data)),
      findings(data.findings),
      h("h2", { key: "numbers" }, "Numbers"),
      numbers(data, of),
    ];
  },
};

/** The log is read in the background at first. */
function later(page) {
  page.state.later ??= setTimeout(() => {
    page.state.later = undefined;
    page.refresh();
  }, 700);
}

const seconds = (since, now) => (since ? (new Date(now).getTime() - new Date(since).getTime()) / 1000 : Infinity);

/** A gate or source that is closed for a short time, for a reason that passes by itself. */
const passing = (each, now) => each.errorClass === "transient" && seconds(each.since, now) < TRANSIENT;

const stuck = (pod) => (pod.verdict === "none" ? (pod.seconds ?? Infinity) >= POD_WITHOUT_POOL
  : pod.verdict === "launch" && (pod.seconds ?? Infinity) >= POD_TO_LAUNCH);

/** What a person must look at: each is kind, number, words, address, details. */
function needed({ status, gates, findings: found, rollout, pods }, of) {
  const now = pods.now;
  const list = [];
  const add = (kind, number, words, address, details) =>
    number > 0 && list.push({ kind, number, words, address, details: details.filter(Boolean).slice(0, 2) });
  const closed = gates.closed.filter((each) => !passing(each, now));
  add("bad", closed.length, closed.length === 1 ? "gate is closed" : "gates are closed", to("gates"),
    [...new Set(closed.map((each) => `${each.gate}: ${each.message}`))]);
  const down = status.sources.filter((each) => !each.ready && each.state === "failed" && !passing(each, now));
  add("bad", down.length, down.length === 1 ? "source has failed" : "sources have failed", to("gates"),
    down.map((each) => `${each.source}: ${each.message ?? each.code}`));
  const revision = status.revision;
  add(revision.state === "ERROR" ? "bad" : "warn", revision.state === "LOADED" ? 0 : 1,
    revision.state === "ERROR" ? "edit of the rules cannot be used" : "revision of the rules is not active",
    revision.candidate ? to("revision", [revision.candidate]) : to("rules"), revision.reasons);
  add("bad", status.log.writable || !status.log.place ? 0 : 1, "decision log cannot be written", to("timeline"), [status.log.fault]);
  const held = rollout.rollouts.filter((each) => each.stage === "held");
  add("bad", held.length, held.length === 1 ? "rollout is held" : "rollouts are held", to("rollout"),
    held.map((each) => `${each.nodeClass}: ${each.message || imageOf(each)}`));
  const vetoed = open(found.items).filter((each) => each.reason === "HoldVetoed");
  add("bad", vetoed.length, vetoed.length === 1 ? "hold was removed by somebody else" : "holds were removed by somebody else",
    to("findings", [], { q: "HoldVetoed" }), vetoed.map((each) => `${each.subject}: ${each.message}`));
  const late = of("RolloutStuck");
  add("warn", late.length, late.length === 1 ? "rollout is stuck" : "rollouts are stuck", to("rollout"),
    late.map((each) => `${each.nodeClass}: ${each.message}`));
  const notReady = of("NodeClassCondition").filter((each) => each.status === "False");
  const names = new Set(notReady.map((each) => each.nodeClass));
  add("bad", names.size, names.size === 1 ? "node class is not ready" : "node classes are not ready", to("node-classes", [], { state: "not ready" }),
    notReady.map((each) => `${each.nodeClass}: ${each.message}`));
  // By the rules: a pool of which nothing is decided yet is not among them.
  const objections = Map.groupBy(of("NodePoolObjection"), (each) => each.nodePool);
  const unusable = of("NodePoolUnusable").map((each) => each.nodePool);
  add("bad", unusable.length, unusable.length === 1 ? "pool has no usable instance type" : "pools have no usable instance type",
    to("pools", [], { state: "no usable type" }), unusable.map((each) => `${each}: ${objections.get(each)?.[0].message ?? "no usable type"}`));
  const objected = [...objections.keys()].filter((each) => !unusable.includes(each)).sort();
  add("warn", objected.length, objected.length === 1 ? "pool has an objection" : "pools have objections",
    to("pools", [], { state: "objection" }), byRule(objected.map((each) => objections.get(each)[0])));
  const waiting = pods.pods.filter(stuck);
  add("bad", waiting.length, waiting.length === 1 ? "pod does not get a node" : "pods do not get a node", to("pods"),
    waiting.map((each) => `${each.pod}: ${each.verdict === "none" ? each.message ?? "no pool can launch one" : `${each.nodePool} should have launched one`}`));
  const loops = status.conclusions.LaunchLoop ?? 0;
  add("bad", loops, loops === 1 ? "launch loop" : "launch loops", to("conclusion", [], { is: "LaunchLoop" }), []);
  const counted = new Set([...unusable, ...objected].map((each) => `NodePool/${each}`).concat([...names].map((each) => `EC2NodeClass/${each}`)));
  const severe = open(found.items).filter((each) => (each.severity === "critical" || each.severity === "high") &&
    !counted.has(each.subject) && each.reason !== "RolloutHeld" && each.reason !== "HoldVetoed");
  add("bad", severe.length, severe.length === 1 ? "more severe finding" : "more severe findings", to("findings"),
    severe.map((each) => `${each.subject}: ${each.message}`));
  return list.sort((a, b) => (a.kind === b.kind ? 0 : a.kind === "bad" ? -1 : 1));
}

/** A message for each rule, with the number of pools that it is on. */
const byRule = (all) => [...Map.groupBy(all, (each) => each.rule)].sort((a, b) => b[1].length - a[1].length)
  .map(([id, each]) => (each.length > 1 ? `${id} on ${many(each.length, "pool")}: ${each[0].message}` : `${each[0].nodePool}: ${each[0].message}`));

/** Why nothing needs attention, and yet not everything is known to be fine. */
function reservations({ status, gates, findings: found }, of) {
  const all = open(found.items);
  const skipped = all.filter((each) => each.result === "skip" || each.result === "error").length;
  const waiting = status.sources.filter((each) => !each.ready && each.state !== "absent").length;
  const unknown = new Set(of("NodeClassCondition").filter((each) => each.status !== "True").map((each) => each.nodeClass)).size;
  return [
    gates.closed.length > 0 && `${many(gates.closed.length, "gate is", "gates are")} closed: what they block is not known`,
    waiting > 0 && `${many(waiting, "source is", "sources are")} not ready`,
    unknown > 0 && `${many(unknown, "node class is", "node classes are")} not known to be ready`,
    skipped > 0 && `${many(skipped, "check was", "checks were")} not evaluated`,
    all.length > skipped && many(all.length - skipped, "finding of lower severity", "findings of lower severity"),
  ].filter(Boolean);
}

function verdict(data, list, of) {
  const { status, pods } = data;
  const known = status.facts.NodePool;
  const but = reservations(data, of);
  const mood = list.some((each) => each.kind === "bad") ? "bad" : list.length || but.length || !known ? "warn" : "good";
  const [head, more] = !known
    ? ["There is nothing to decide yet.", "No NodePool is known. Try: add Kubernetes objects below cluster/ of the snapshot folder, or check the sources under Gates."]
    : list.length ? [`${many(list.length, "thing needs", "things need")} attention.`]
      : but.length ? ["Nothing needs attention now.", `${but.join("; ")}.`]
        : ["Everything is fine.", "Every gate is open, no source fails or lags, and there are no findings."];
  const absent = status.sources.filter((each) => each.state === "absent").map((each) => each.source);
  return h("div", { class: `verdict ${mood}`, key: "verdict" },
    h("svg", { viewBox: "0 0 24 24", width: 28, height: 28, "aria-hidden": "true" }, h("path", { d: mood === "good" ? "M5 13l4 4L19 7" : "M12 6v8M12 17.5v.5" })),
    h("div", {},
      h("p", {}, h("strong", {}, head), " ", more),
      absent.length > 0 && h("p", { class: "quiet-text" }, `Not queried, so nothing is concluded from: ${absent.join(", ")}.`),
      h("p", { class: "quiet-text" }, "By ", h("a", { href: to("rules") }, "rules ", h("code", {}, brief(status.rules))),
        " as of ", h("time", { datetime: pods.now }, clock(pods.now)), " UTC. ",
        status.leader ? "This replica is the leader." : "This replica is not the leader: it shows what it would do.")));
}

function tasks(list) {
  return h("ul", { class: "tasks", key: "tasks", role: "list", "aria-label": "What needs attention" }, list.map((each) =>
    h("li", { key: each.words, class: each.kind },
      h("a", { href: each.address },
        h("span", { class: "figure" }, count(each.number)),
        h("span", { class: "task-words" }, each.words)),
      each.details.length > 0 && h("ul", {}, each.details.map((detail) => h("li", { key: detail }, detail))))));
}

const imageOf = ({ ami, image }) => image?.name ?? ami;

/** What goes on without anybody: images behind, pods that get a node, what closes for a moment. */
function underWay({ gates, rollout, pods }) {
  const now = pods.now;
  const rolling = rollout.rollouts.filter((each) => each.stage !== "complete").sort((a, b) => b.nodes.old - a.nodes.old);
  const launching = pods.pods.filter((each) => each.verdict !== "ignored" && !stuck(each));
  const ignored = pods.pods.filter((each) => each.verdict === "ignored");
  const shut = gates.closed.filter((each) => passing(each, now));
  const rows = [
    ...rolling.slice(0, ROLLOUTS()).map((each) => h("li", { key: each.nodeClass + each.ami, class: "behind" },
      h("a", { href: to("rollout", [each.nodeClass]) }, each.nodeClass), ": ", many(each.nodes.old, "node"), " behind ",
      object(`Ami/${each.ami}`, imageOf(each)), " ", badge(each.stage === "held" ? "bad" : "accent", each.stage), " ",
      share(`${each.nodes.new} of ${each.nodes.new + each.nodes.old} nodes on the new image`, [["good", each.nodes.new], ["rest", each.nodes.old]]),
      (each.held[0] ?? each.message) && h("p", { class: "quiet-text first" }, each.held[0] ? [rule(each.held[0].rule), " ", each.held[0].message] : each.message))),
    rolling.length > ROLLOUTS() && h("li", { key: "more" }, h("a", { href: to("rollout") }, many(rolling.length - ROLLOUTS(), "more rollout"))),
    launching.length > 0 && h("li", { key: "pods" }, h("a", { href: to("pods") }, many(launching.length, "pod waits", "pods wait")),
      launching.every((each) => each.verdict === "launch") ? " for a node that Karpenter launches" : " for a node"),
    ignored.length > 0 && h("li", { key: "ignored" }, h("a", { href: to("pods") }, many(ignored.length, "pod waits", "pods wait")), " for something else than a node"),
    shut.length > 0 && h("li", { key: "gates" }, h("a", { href: to("gates") }, many(shut.length, "gate is", "gates are")), ` closed for the moment, since ${lasting(Math.max(...shut.map((each) => seconds(each.since, now))) * 1000)}`),
  ].filter(Boolean);
  return section("Under way", null, rows.length ? h("ul", { class: "lines", role: "list" }, rows)
    : h("p", { class: "quiet-text" }, "No rollout and no pod that waits is known."));
}

/** What is not as it was a day ago. */
function changes({ changes: it, problems, status }) {
  if (!it) return section("Since yesterday", null, h("p", { class: "quiet-text" }, `What has changed is not known: ${problems.changes?.detail || "there is no decision log."}`));
  if (!it.from) return section("Since yesterday", null, h("p", { class: "quiet-text" }, "The decision log is being read…"));
  const whole = seconds(it.from, status.at) > 23 * 3600;
  const shown = alike(it.changes).slice(0, SHOWN());
  const rest = it.changed - shown.reduce((sum0, all) => sum0 + all.length, 0);
  const fresh = it.findings.filter((each) => !each.resolved);
  const rows = [
    it.rules.length > 0 && h("li", { key: "rules" }, h("a", { href: to("timeline", [String(it.rules[0].sequence)]) }, many(it.rules.length, "revision")),
      ` of the rules became active, the last one ${ago(it.rules[0].at, new Date(status.at).getTime())}`, it.rules[0].author && ` by ${it.rules[0].author}`),
    it.opened > 0 && h("li", { key: "opened" }, h("a", { href: to("findings") }, many(it.opened, "new finding")),
      h("p", { class: "quiet-text first" }, fresh.slice(0, 2).map((each, at) => [at ? "; " : "", badge(severityMood(each.severity), each.severity), " ", object(each.subject), " ", each.message]))),
    it.resolved > 0 && h("li", { key: "resolved" }, many(it.resolved, "finding is", "findings are"), " gone"),
    ...shown.map((all) => h("li", { key: `${all[0].kind} ${all[0].object} ${all[0].name}` }, changed(all))),
    rest > 0 && h("li", { key: "more" }, h("a", { href: to("timeline", [], { kind: "decision", range: "24h" }) }, many(rest, "more change"))),
    ...it.actions.map((each) => h("li", { key: each.action + each.result }, h("a", { href: to("timeline", [], { kind: "outcome", action: each.action, range: "24h" }) },
      many(each.count, "action")), ` ${each.action} `, badge(each.result === "failed" ? "bad" : "plain", each.result))),
  ].filter(Boolean);
  return section(whole ? "Since yesterday" : `Since ${clock(it.from)} UTC`, null, rows.length ? h("ul", { class: "lines", role: "list" }, rows)
    : h("p", { class: "quiet-text" }, "Nothing has changed: no image, condition, rollout, finding or rule."));
}

/** What is the same of several objects, and the images of one, is one change. */
function alike(all) {
  const byObject = Map.groupBy(all, ({ kind, object: it, name, after }) => (kind === "image" ? `${it} ${Boolean(after)}` : `${kind} ${it} ${name}`));
  return [...Map.groupBy(byObject.values(), ([{ kind, object: it, name, before, after }, ...more]) => (kind === "image"
    ? `image ${Boolean(after)} ${[name, ...more.map((each) => each.name)].sort()}` : `${kind} ${it.split("/")[0]} ${name} ${before} ${after}`)).values()]
    .map((each) => each.flat());
}

/** At most two by their names. */
function named(all, kind) {
  const names = [...new Set(all)];
  return [names.slice(0, 2).map((each, at) => [at ? ", " : "", object(kind ? `${kind}/${each}` : each, kind ? each : each.split("/").slice(1).join("/"))]),
    names.length > 2 && ` and ${count(names.length - 2)} more`];
}

function changed(all) {
  const { kind, name, before, after } = all[0];
  const objects = all.map((each) => each.object);
  const one = new Set(objects).size === 1;
  const subject = named(objects);
  switch (kind) {
    case "image": return [subject, after ? (one ? " launches " : " launch ") : (one ? " no longer launches " : " no longer launch "), named(all.map((each) => each.name), "Ami")];
    case "rollout": return [subject, ": rollout of ", object(`Ami/${name}`, name), " ", after ? [before && `${before} → `, after] : "is over"];
    case "condition": return [subject, `: ${name} ${before ?? "–"} → ${after ?? "–"}`];
    default: return [subject, one ? ` is ${after}` : ` are ${after}`];
  }
}

/** The gravest rules with the number of objects; all of them are a view of their own. */
function findings(list) {
  const all = open(list.items);
  if (!all.length) return null;
  const groups = [...Map.groupBy(all, (each) => each.rule)].slice(0, SHOWN());
  const rules = new Set(all.map((each) => each.rule)).size;
  return section("Findings", many(all.length, "finding"), h("ul", { class: "lines findings", role: "list" },
    groups.map(([value, members]) => h("li", { key: value }, ofRule({ value, members })))),
    h("p", {}, h("a", { href: to("findings") }, rules > SHOWN() ? `All findings, of ${many(rules, "rule")}` : "All findings")));
}

function numbers({ status }, of) {
  const { facts, conclusions } = status;
  const conditions = Map.groupBy(of("NodeClassCondition"), (each) => each.nodeClass);
  const ready = [...conditions.values()].filter((all) => all.every((each) => each.status === "True"));
  const entries = [
    ["node classes", facts.EC2NodeClass, to("node-classes"), `${ready.length} ready`],
    ["pools", facts.NodePool, to("pools"), `${count(conclusions.NodePoolUnusable ?? 0)} unusable`],
    ["nodes", facts.Node, to("nodes"), `${count(conclusions.NodeClaimDrifted ?? 0)} drifted`],
    ["images", facts.Ami, to("objects", [], { kind: "Ami" }), `${count(conclusions.AmiResolved ?? 0)} resolved`],
    ["instance types", facts.InstanceType, to("matrix"), `${count(conclusions.InstanceTypeAmi ?? 0)} mapped to images`],
    ["held replacements", conclusions.ReplacementHeld, to("rollout")],
    ["log entries", status.log.entries, to("timeline"), status.log.writable ? undefined : "not writable"],
  ];
  return h("ul", { class: "numbers", key: "number-list", role: "list" }, entries.map(([name, number, address, note]) =>
    h("li", { key: name }, h("a", { href: address }, h("span", { class: "figure" }, count(number ?? 0)), h("span", {}, name)),
      note && h("span", { class: "note" }, note))));
}
