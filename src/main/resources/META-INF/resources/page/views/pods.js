// Pods that wait for a node: all of them, or why one does, pool by pool.

import { h } from "../dom.js";
import { grid } from "../grid.js";
import { badge, empty, message, object } from "../parts.js";
import { to, toObject } from "../route.js";
import { clock, count, lasting, many } from "../words.js";

const VERDICTS = { launch: ["good", "a node is launched"], none: ["bad", "no pool"], ignored: ["plain", "waits for something else"] };
const POOLS = 6;

export default {
  title: (route) => (route.names.length ? `Pod ${route.names.join("/")}` : "Pods that wait"),
  needs: ({ names }) => (names.length ? { pod: [`explain/pods/${names.map(encodeURIComponent).join("/")}`, {}, { optional: true }] } : { pods: ["view/pods"] }),
  draw: (data, route, page) => (route.names.length ? one(data) : list(data.pods, route, page)),
};

function list({ pods }, route, page) {
  if (!pods.length) return empty("No pod waits for a node", "Every pod has one, or pods are not known.", to("gates"), "Sources and gates");
  const verdict = (each) => each.verdict;
  return grid({
    label: "Pods that wait", one: "pod", rows: pods, key: (each) => each.pod, placeholder: "pod, pool, reason",
    text: (each) => `${each.pod} ${each.nodePool} ${each.instanceType} ${each.rule} ${each.message}`,
    choices: [{ name: "verdict", label: "Verdict", options: Object.keys(VERDICTS).map((each) => [each, VERDICTS[each][1]]), of: verdict },
      ...(route.filters.reason ? [{ name: "reason", label: "Reason", options: [...new Set(pods.map((each) => each.rule).filter(Boolean))].sort(), of: (each) => each.rule }] : [])],
    groups: [
      { name: "verdict", label: "verdict", of: verdict, hides: "verdict", title: ({ value, size }) => [badge(...VERDICTS[value]), ` ${many(size, "pod")}`] },
      { name: "reason", label: "reason", of: (each) => each.rule, title: ({ value, members, size }) => [h("strong", {}, value === "none" ? "nothing in the way" : value), ` ${many(size, "pod")}`,
        members[0].message && h("p", { class: "quiet-text first" }, members[0].message)] },
      { name: "namespace", label: "namespace", of: (each) => each.pod.split("/")[0], title: ({ value, size }) => [h("strong", {}, value), ` ${many(size, "pod")}`] },
      { name: "nodePool", label: "pool", of: (each) => each.nodePool, title: ({ value, size }) => [value === "none" ? h("strong", {}, value) : object(`NodePool/${value}`, value), ` ${many(size, "pod")}`] },
    ],
    columns: [
      { name: "pod", label: "Pod", value: (each) => each.pod, cell: (each) => h("a", { class: "object pod-name", href: toObject(`Pod/${each.pod}`) }, each.pod) },
      { name: "verdict", label: "Verdict", value: verdict, cell: (each) => badge(...VERDICTS[each.verdict]) },
      { name: "since", label: "Waits for", number: true, value: (each) => each.seconds, cell: (each) => (each.seconds === null ? "–" : h("time", { datetime: each.since, title: clock(each.since) }, lasting(each.seconds * 1000))) },
      { name: "nodePool", label: "Pool", value: (each) => each.nodePool, cell: (each) => (each.nodePool ? [object(`NodePool/${each.nodePool}`, each.nodePool), each.verdict === "none" && h("span", { class: "quiet-text" }, " comes closest")] : "–") },
      { name: "message", label: "Why", wide: true, minor: true, cell: (each) => h("span", { class: "clamp" }, each.rule ? message(each) : each.instanceType ?? "") },
    ],
  }, route, page);
}

function one({ pod, problems }) {
  if (!pod) {
    return empty(problems.pod?.status === 404 ? "It does not wait for a node" : problems.pod?.title, `${problems.pod?.detail ?? ""} ${problems.pod?.advice ?? ""}`,
      to("pods"), "Pods that wait");
  }
  return [
    verdict(pod),
    lines("Why Karpenter ignores it", pod.ignored),
    lines("Launch loops", pod.launchLoops),
    lines("Joining NodeClaims", pod.onTheWay),
    pod.ways.map((way, at) => h("section", { key: at, class: "card", "aria-label": way.shape },
      h("p", { class: "quiet-text" }, way.shape),
      pools(way))),
    lines("Further constraints, which are not evaluated here", pod.notJudged),
    pod.scheduled && h("p", { class: "lead", key: "scheduled" }, `The scheduler says: ${pod.scheduled.reason ?? pod.scheduled.status}. ${pod.scheduled.message ?? ""}`),
  ];
}

/** In one sentence: which pool launches a node, or which comes closest and what is in its way. */
function verdict({ ways, ignored }) {
  const way = ways.find((each) => each.destination) ?? ways[0];
  const it = way?.destination;
  const nearest = way?.pools.find((each) => each.nodePool === way.nearest);
  return h("div", { class: `verdict ${ignored.length ? "warn" : it ? "good" : "bad"}`, key: "verdict" }, h("div", {},
    h("p", {}, ignored.length ? [h("strong", {}, "Karpenter launches no node for it: "), ignored[0]]
      : it ? [h("strong", {}, "A node is launched for it: "), object(`NodePool/${it.nodePool}`), " with ", object(`InstanceType/${it.instanceType}`, it.instanceType),
        it.capacityType && `, ${it.capacityType}`, it.spotDearer && h("span", { class: "quiet-text" }, ` (${it.spotDearer})`)]
        : [h("strong", {}, "No pool can launch a node for it. "), nearest ? [object(`NodePool/${nearest.nodePool}`), " comes closest:"] : "No NodePool is known."]),
    !ignored.length && !it && nearest && h("ul", {}, nearest.obstacles.map((each) => h("li", { key: each.rule + each.message }, message(each))))));
}

/** The nearest first, the others in the order of Karpenter, all but a few folded. */
function pools(way) {
  const first = way.destination?.nodePool ?? way.nearest;
  const all = way.pools.toSorted((a, b) => (a.nodePool === first ? -1 : 0) - (b.nodePool === first ? -1 : 0));
  const some = all.length > POOLS ? 3 : POOLS;
  return [
    h("ol", { class: "ways", role: "list" }, all.slice(0, some).map(pool)),
    all.length > some && h("details", { class: "group" }, h("summary", {}, many(all.length - some, "more pool"),
      h("span", { class: "note" }, `${count(all.slice(some).filter((each) => each.admitted).length)} would admit it`)),
      h("ol", { class: "ways", role: "list" }, all.slice(some).map(pool))),
  ];
}

const pool = (each) => h("li", { key: each.nodePool },
  h("span", { class: "position" }, each.position ?? "–"),
  h("div", {}, h("p", {}, object(`NodePool/${each.nodePool}`, each.nodePool), " ",
    each.admitted ? badge("good", each.instanceType ?? "admits it") : ""),
  each.obstacles.length > 0 && h("ul", {}, each.obstacles.map((obstacle) => h("li", { key: obstacle.rule + obstacle.message }, message(obstacle))))));

function lines(title, all) {
  return all.length > 0 && h("div", { key: title, class: "block warn-block" }, h("h2", {}, title), h("ul", {}, all.slice(0, 20).map((each) => h("li", { key: each }, each)),
    all.length > 20 && h("li", { key: "more" }, `and ${count(all.length - 20)} more`)));
}
