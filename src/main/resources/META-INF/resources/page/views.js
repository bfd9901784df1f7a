// The views by the first part of their address.

import conclusion from "./views/conclusion.js";
import findings from "./views/findings.js";
import fleet from "./views/fleet.js";
import gates from "./views/gates.js";
import images from "./views/images.js";
import matrix from "./views/matrix.js";
import nodeClasses from "./views/node-classes.js";
import nodes from "./views/nodes.js";
import object from "./views/object.js";
import objects from "./views/objects.js";
import overview from "./views/overview.js";
import plan from "./views/plan.js";
import pods from "./views/pods.js";
import pools from "./views/pools.js";
import revision from "./views/revision.js";
import rollout from "./views/rollout.js";
import rules from "./views/rules.js";
import timeline from "./views/timeline.js";
import tryRule from "./views/try.js";
import whyNot from "./views/why-not.js";

export const VIEWS = {
  overview, findings, nodes, "node-classes": nodeClasses, pools, matrix, gates, images, rollout, plan, rules, revision,
  timeline, objects, object, conclusion, pods, "why-not": whyNot, try: tryRule, fleet,
};

export const NAVIGATION = [
  ["overview", "Overview"],
  ["findings", "Findings"],
  ["node-classes", "Node classes"],
  ["pools", "Pools"],
  ["nodes", "Nodes"],
  ["pods", "Pods"],
  ["matrix", "Matrix"],
  ["gates", "Gates"],
  ["images", "Images"],
  ["rollout", "Rollout"],
  ["plan", "Plan"],
  ["rules", "Rules"],
  ["timeline", "Timeline"],
  ["objects", "Objects"],
];

/** Where the logs of a fleet are configured. */
export const FLEET = ["fleet", "Fleet"];
