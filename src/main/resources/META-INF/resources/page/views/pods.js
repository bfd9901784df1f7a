// Why a pod still waits for a node, pool by pool.

import { h } from "../dom.js";
import { badge, empty, object, message } from "../parts.js";
import { to } from "../route.js";

export default {
  under: "objects",
  title: (route) => `Pod ${route.names.join("/")}`,
  needs: ({ names }) => ({ pod: [`explain/pods/${names.map(encodeURIComponent).join("/")}`, {}, { optional: true }] }),
  draw({ pod, problems }) {
    if (!pod) {
      return empty(problems.pod?.status === 404 ? "It does not wait for a node" : problems.pod?.title, `${problems.pod?.detail ?? ""} ${problems.pod?.advice ?? ""}`,
        to("objects", [], { kind: "Pod" }), "Waiting pods");
    }
    return [
      pod.scheduled && h("p", { class: "lead", key: "scheduled" }, `The scheduler says: ${pod.scheduled.reason ?? pod.scheduled.status}. ${pod.scheduled.message ?? ""}`),
      list("Why Karpenter ignores it", pod.ignored),
      list("Launch loops", pod.launchLoops),
      list("Joining NodeClaims", pod.onTheWay),
      list("Further constraints, which are not evaluated here", pod.notJudged),
      pod.ways.map((way, at) => h("section", { key: at, class: "card", "aria-label": way.shape },
        h("p", { class: "quiet-text" }, way.shape),
        h("p", {}, way.destination
          ? [badge("good", "would be launched"), " ", object(`NodePool/${way.destination.nodePool}`), " ", object(`InstanceType/${way.destination.instanceType}`)]
          : [badge("bad", "no pool"), way.nearest ? [" ", object(`NodePool/${way.nearest}`), " comes closest."] : ""]),
        h("ol", { class: "ways", role: "list" }, way.pools.map((each) => h("li", { key: each.nodePool },
          h("span", { class: "position" }, each.position ?? "–"),
          h("div", {}, h("p", {}, object(`NodePool/${each.nodePool}`, each.nodePool), " ",
            each.admitted ? badge("good", each.instanceType ?? "admits it") : ""),
          each.obstacles.length > 0 && h("ul", {}, each.obstacles.map((obstacle) => h("li", { key: obstacle.rule + obstacle.message }, message(obstacle)))))))))),
    ];
  },
};

function list(title, all) {
  return all.length > 0 && h("div", { key: title, class: "block warn-block" }, h("h2", {}, title), h("ul", {}, all.map((each) => h("li", { key: each }, each))));
}
