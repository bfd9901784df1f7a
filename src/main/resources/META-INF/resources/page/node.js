// A node at a glance: the image that it runs, why, and where it comes from.

import { h } from "./dom.js";
import { badge, fields, message, object } from "./parts.js";
import { to } from "./route.js";
import { ago, clock } from "./words.js";
import { mood } from "./views/nodes.js";

/** A NodeClaim is the node that it becomes. */
export function atAGlance({ node: it, now, readySince, imageCreated, imageState, current, currentName, drift, held, waits, runBy }) {
  const at = new Date(now).getTime();
  const image = it.ami ? object(`Ami/${it.ami}`, it.image ?? it.ami) : null;
  return h("section", { class: "card node", key: "node", "aria-label": "The node" },
    h("p", { class: "node-image" }, image ? ["Runs ", image, it.image && [" ", h("code", {}, it.ami)], " ", verdict(it, current)]
      : [h("strong", {}, runBy ? `${runBy} runs it: ` : "Its image is not known: "), it.claim ? "its NodeClaim names none." : "Karpenter has not launched it."]),
    why(it, current, currentName, drift),
    (held.length > 0 || waits.length > 0) && h("ul", { class: "objections" },
      held.map((each) => h("li", { key: each.rule + each.message }, "is not replaced yet: ", message(each))),
      waits.map((each) => h("li", { key: each }, "its replacement waits: ", each))),
    fields([
      ["state", [badge(mood(it.state), it.state.replace("-", " ")), readySince && h("span", { key: "since", class: "quiet-text" }, ` since ${clock(readySince)} UTC`)]],
      it.claim && ["NodeClaim", [object(`NodeClaim/${it.claim}`, it.claim)]],
      it.node && ["Node", [object(`Node/${it.node}`, it.node)]],
      it.nodePool && ["NodePool", [object(`NodePool/${it.nodePool}`, it.nodePool), " ", h("a", { key: "pool", class: "small", href: to("pools", [it.nodePool]) }, "its types")]],
      it.nodeClass && ["EC2NodeClass", [object(`EC2NodeClass/${it.nodeClass}`, it.nodeClass), " ", h("a", { key: "class", class: "small", href: to("node-classes", [it.nodeClass]) }, "its images")]],
      it.instanceType && ["type", [object(`InstanceType/${it.instanceType}`, it.instanceType), " ", [it.zone, it.capacityType].filter(Boolean).join(", ")]],
      it.created && ["created", `${clock(it.created)} UTC, ${ago(it.created, at)}`],
      imageCreated && ["image created", `${clock(imageCreated)} UTC, ${ago(imageCreated, at)}${imageState && imageState !== "available" ? `, ${imageState}` : ""}`],
    ]));
}

function verdict(it, current) {
  if (!current) return badge("plain", "no image for its type now");
  return current === it.ami ? badge("good", "up to date") : badge("warn", "behind");
}

/** Why this image, and why another one next. */
function why(it, current, currentName, drift) {
  if (!it.ami || !it.nodeClass) return null;
  const launched = [object(`EC2NodeClass/${it.nodeClass}`, it.nodeClass)];
  return h("p", {}, current === it.ami ? [launched, ` launches ${it.instanceType} with it. `]
    : current ? [launched, ` launches ${it.instanceType} with `, object(`Ami/${current}`, currentName ?? current), " now. "]
      : [launched, ` has no image for ${it.instanceType} now. `],
  it.drifted && [badge("warn", it.drifted), " ", drift, " "],
  it.instanceType && h("a", { class: "small", href: to("conclusion", [], { is: `InstanceTypeAmi nodeClass=${it.nodeClass} instanceType=${it.instanceType}` }) }, "Why this image"));
}
