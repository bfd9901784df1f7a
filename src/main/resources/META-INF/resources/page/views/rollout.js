// Rollouts: their stage, how many nodes run the new image, and what is held back.

import { h } from "../dom.js";
import { grid } from "../grid.js";
import { badge, empty, object, message } from "../parts.js";
import { plot, share } from "../pictures.js";
import { rangeBar, since } from "../range.js";
import { to } from "../route.js";
import { clock, count, many } from "../words.js";

const STAGES = ["soaking", "canary", "rolling", "complete"];

export default {
  title: () => "Rollouts",
  needs: () => ({ rollout: ["view/rollout"] }),
  draw({ rollout }, route, page) {
    if (!rollout.rollouts.length) {
      return empty("No rollout in progress", "Every node runs the image that its node class resolves to, or no nodes are known.", to("node-classes"), "Node classes");
    }
    const [selected] = route.names;
    const shown = rollout.rollouts.filter((each) => !selected || each.nodeClass === selected);
    if (!shown.length) return empty(`No rollout of ${selected} in progress`, "Every node of it runs the image that it resolves to.", to("rollout"), "All rollouts");
    const range = route.filters.range;
    return [
      selected && h("p", { key: "all", class: "links" }, h("a", { href: to("rollout") }, "All rollouts"), h("a", { href: to("nodes", [], { nodeClass: selected, drifted: "AMIDrift" }) }, "Nodes behind")),
      shown.length > CARDS ? table(shown, route, page) : [rangeBar(range, page), shown.map((each) => one(each, within(rollout.history ?? [], range, rollout.now)))],
    ];
  },
};

// Of more, each has a row, and a view of its own.
const CARDS = 3;

/** The points of a range, with what held when it began. */
function within(history, range, now) {
  const from = since(range, new Date(now).getTime());
  if (from === null) return history;
  const before = new Map();
  const inside = [];
  for (const each of history) {
    if (new Date(each.at).getTime() >= from) inside.push(each);
    else before.set(each.nodeClass + " " + id(each.ami), { ...each, at: new Date(from).toISOString() });
  }
  return [...before.values(), ...inside];
}

function table(all, route, page) {
  return grid({
    label: "Rollouts", one: "rollout", rows: all, key: (each) => each.nodeClass + id(each.ami), placeholder: "node class, image, reason",
    text: (each) => `${each.nodeClass} ${id(each.ami)} ${each.image?.name} ${each.stage} ${each.message} ${each.held.map((it) => it.rule + it.message).join(" ")}`,
    choices: [{ name: "stage", label: "Stage", options: ["soaking", "canary", "held", "rolling", "complete"], of: (each) => each.stage }],
    groups: [{ name: "stage", label: "stage", of: (each) => each.stage, hides: "stage", title: ({ value, size }) => [badge(mood(value), value), ` ${many(size, "rollout")}`] }],
    columns: [
      { name: "nodeClass", label: "Node class", value: (each) => each.nodeClass, cell: (each) => h("a", { class: "object", href: to("rollout", [each.nodeClass]) }, each.nodeClass) },
      { name: "stage", label: "Stage", value: (each) => each.stage, cell: (each) => badge(mood(each.stage), each.stage) },
      { name: "image", label: "Image", value: (each) => each.image?.name ?? id(each.ami), cell: (each) => object(`Ami/${id(each.ami)}`, each.image?.name ?? id(each.ami)) },
      { name: "behind", label: "Behind", number: true, value: (each) => each.nodes.old, cell: (each) => `${count(each.nodes.old)} of ${count(each.nodes.old + each.nodes.new)}` },
      { name: "failed", label: "Failed", number: true, minor: true, value: (each) => each.nodes.failed, cell: (each) => count(each.nodes.failed) },
      { name: "since", label: "Since", minor: true, value: (each) => each.since, cell: (each) => h("time", { datetime: each.since }, clock(each.since)) },
      { name: "why", label: "Why", wide: true, cell: (each) => h("span", { class: "clamp" }, each.held[0] ? message(each.held[0]) : each.message) },
    ],
  }, route, page);
}

const mood = (stage) => (stage === "held" ? "bad" : stage === "complete" ? "good" : "accent");

const id = (ami) => (typeof ami === "object" ? ami.id : ami);

function one(it, history) {
  const ami = id(it.ami);
  const points = (history ?? []).filter((each) => each.nodeClass === it.nodeClass && id(each.ami) === ami);
  const { old, new: fresh, failed } = it.nodes;
  return h("section", { class: "card", key: it.nodeClass + ami, "aria-label": `Rollout of ${ami} in ${it.nodeClass}` },
    h("div", { class: "card-head" }, h("h2", {}, object(`EC2NodeClass/${it.nodeClass}`, it.nodeClass)),
      object(`Ami/${ami}`, it.image?.name ?? ami), it.image?.name && h("code", {}, ami),
      badge(mood(it.stage), it.stage),
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
