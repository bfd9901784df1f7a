// Rollouts: their stage, how many nodes run the new image, and what is held back.

import { h } from "../dom.js";
import { badge, empty, object, message } from "../parts.js";
import { plot, share } from "../pictures.js";
import { to } from "../route.js";
import { clock, count, many } from "../words.js";

const STAGES = ["soaking", "canary", "rolling", "complete"];

export default {
  title: () => "Rollouts",
  needs: () => ({ rollout: ["view/rollout"] }),
  draw({ rollout }) {
    if (!rollout.rollouts.length) {
      return empty("No rollout in progress", "Every node runs the image that its node class resolves to, or no nodes are known.", to("node-classes"), "Node classes");
    }
    return rollout.rollouts.map((each) => one(each, rollout.history));
  },
};

const id = (ami) => (typeof ami === "object" ? ami.id : ami);

function one(it, history) {
  const ami = id(it.ami);
  const points = (history ?? []).filter((each) => each.nodeClass === it.nodeClass && id(each.ami) === ami);
  const { old, new: fresh, failed } = it.nodes;
  return h("section", { class: "card", key: it.nodeClass + ami, "aria-label": `Rollout of ${ami} in ${it.nodeClass}` },
    h("div", { class: "card-head" }, h("h2", {}, object(`EC2NodeClass/${it.nodeClass}`, it.nodeClass)),
      object(`Ami/${ami}`, it.image?.name ?? ami), it.image?.name && h("code", {}, ami),
      badge(it.stage === "held" ? "bad" : it.stage === "complete" ? "good" : "accent", it.stage),
      it.since && h("span", { class: "end quiet-text" }, "since ", clock(it.since), " UTC")),
    track(it.stage),
    it.message && h("p", {}, it.message),
    h("p", { class: "nodes-words" }, h("strong", {}, count(fresh)), ` of ${many(old + fresh, "node")} on the new image`,
      failed > 0 && h("span", { class: "failed-words" }, `, ${count(failed)} failed`)),
    share(`${fresh} new, ${failed} of them failed, ${old} old`, [["bad", failed], ["good", Math.max(0, fresh - failed)], ["rest", old]]),
    points.length > 1
      ? h("figure", {}, plot(`Nodes of ${it.nodeClass}`, points, [["new", "on the new image"], ["old", "on another"]]),
        h("figcaption", { class: "quiet-text" }, h("span", { class: "swatch new", "aria-hidden": "true" }), "nodes on the new image ",
          h("span", { class: "swatch old", "aria-hidden": "true" }), "nodes on another; times in UTC"))
      : h("p", { class: "quiet-text" }, "A curve appears once the number of nodes has changed."),
    it.held.length > 0 && h("div", { class: "block" }, h("h3", {}, "Held back"),
      h("ul", {}, it.held.map((each) => h("li", { key: each.rule + each.message }, message(each))))));
}

function track(stage) {
  const now = STAGES.indexOf(stage);
  return h("ol", { class: `track ${stage}`, role: "list", "aria-label": `Stage: ${stage}` }, STAGES.map((each, at) =>
    h("li", { key: each, class: at < now ? "past" : at === now ? "now" : "", "aria-current": at === now ? "step" : undefined }, each)),
    stage === "held" && h("li", { key: "held", class: "now held", "aria-current": "step" }, "held"));
}
