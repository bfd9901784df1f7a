// Why a pod still waits for a node, pool by pool.

import { h } from "../dom.js";
import { badge, empty, object, said } from "../parts.js";
import { to } from "../route.js";

export default {
  under: "objects",
  title: (route) => `Pod ${route.names.join("/")}`,
  needs: ({ names }) => ({ pod: [`explain/pods/${names.map(encodeURIComponent).join("/")}`, {}, { optional: true }] }),
  draw({ pod, problems }) {
    if (!pod) {
      return empty(problems.pod?.status === 404 ? "It waits for no node" : problems.pod?.title, `${problems.pod?.detail ?? ""} ${problems.pod?.advice ?? ""}`,
        to("objects", [], { kind: "Pod" }), "Pods that wait");
    }
    return [
      pod.scheduled && h("p", { class: "lead", key: "scheduled" }, `The scheduler says: ${pod.scheduled.reason ?? pod.scheduled.status}. ${pod.scheduled.message ?? ""}`),
      list("Karpenter launches no node for it", pod.ignored),
      list("Launches that do not help", pod.launchLoops),
      list("On the way", pod.onTheWay),
      list("What else it asks of a node, which is not judged here", pod.notJudged),
      pod.ways.map((way, at) => h("section", { key: at, class: "card", "aria-label": way.shape },
        h("p", { class: "quiet-text" }, way.shape),
        h("p", {}, way.destination
          ? [badge("good", "would be launched"), " ", object(`NodePool/${way.destination.nodePool}`), " ", object(`InstanceType/${way.destination.instanceType}`)]
          : [badge("bad", "no pool"), way.nearest ? [" ", object(`NodePool/${way.nearest}`), " comes nearest."] : ""]),
        h("ol", { class: "ways", role: "list" }, way.pools.map((each) => h("li", { key: each.nodePool },
          h("span", { class: "position" }, each.position ?? "–"),
          h("div", {}, h("p", {}, object(`NodePool/${each.nodePool}`, each.nodePool), " ",
            each.admitted ? badge("good", each.instanceType ?? "admits it") : ""),
          each.obstacles.length > 0 && h("ul", {}, each.obstacles.map((obstacle) => h("li", { key: obstacle.rule + obstacle.message }, said(obstacle)))))))))),
    ];
  },
};

function list(title, all) {
  return all.length > 0 && h("div", { key: title, class: "block warn-block" }, h("h2", {}, title), h("ul", {}, all.map((each) => h("li", { key: each }, each))));
}
