// An object: its fact, and all conclusions about it with their reasons, down to the facts.

import { h } from "../dom.js";
import { explained } from "../explained.js";
import { narrow } from "../grid.js";
import { atAGlance } from "../node.js";
import { empty, fault, fields, message, section } from "../parts.js";
import { to } from "../route.js";
import { count, many } from "../words.js";

export default {
  under: "objects",
  title: (route) => route.names.join("/"),
  needs: ({ names }) => {
    const name = names.join("/");
    return {
      facts: ["facts", { key: name }, { optional: true }],
      explanation: ["explain", { for: name }, { optional: true }],
      findings: ["conclusions", { type: "Finding", for: name }, { optional: true }],
      ...(/^(Node|NodeClaim)$/.test(names[0]) && { node: [`view/nodes/${encodeURIComponent(names.slice(1).join("/"))}`, {}, { optional: true }] }),
    };
  },
  draw({ facts, explanation, findings, node, problems }, route, page) {
    const name = route.names.join("/");
    const fact = facts?.items[0];
    if (!fact && !explanation?.explained.length) {
      const problem = problems.explanation ?? problems.facts;
      if (problem && problem.status !== 404 && problem.status !== 400) return fault(problem, page.refresh);
      return empty(`${name} is unknown`, problem?.advice || "It may be deleted, or the name may be misspelled.",
        to("objects", [], { q: route.names.at(-1) }), "Search for it");
    }
    const groups = Map.groupBy(explanation?.explained ?? [], type);
    const serious = (findings?.items ?? []).filter((each) => each.result !== "pass");
    return [
      node && atAGlance(node),
      serious.length > 0 && section("Findings", null, h("ul", { class: "objections" }, serious.slice(0, 5).map((each) => h("li", { key: each.rule + each.message }, message(each))),
        serious.length > 5 && h("li", { key: "more" }, h("a", { href: to("findings", [], { q: name, group: "none" }) }, `All ${count(serious.length)}`)))),
      h("p", { key: "links", class: "links" },
        h("a", { href: to("timeline", [], { object: name }) }, "Decisions about it"),
        route.names[0] === "NodePool" && h("a", { href: to("pools", [route.names[1]]) }, "Its pool"),
        route.names[0] === "EC2NodeClass" && [h("a", { href: to("node-classes", [route.names[1]]) }, "Its images"),
          h("a", { href: to("images") }, "Trains"),
          h("a", { href: to("matrix", [route.names[1]]) }, "Matrix")],
        h("a", { href: to("why-not") }, "Explain why not")),
      explanation?.words?.length > 0 && section("Why it launches its images", null, explanation.words.map(words)),
      section("Conclusions", explanation ? many(explanation.explained.length, "conclusion") : "",
        explanation ? [...groups].map(([kind, nodes]) => h("details", { key: kind, class: "group", unfolded: nodes.length <= UNFOLDED && ((groups.size < 5 && !narrow()) || /Objection|Refusal|Condition|Held|Finding/.test(kind)) },
          h("summary", {}, h("span", { class: "type" }, kind), h("span", { class: "note" },
            count(nodes.length + (explanation.left[kind] ?? 0)))),
          explained(nodes, nodes.length > 1 ? 0 : 1),
          explanation.left[kind] > 0 && h("p", { class: "quiet-text" }, `${count(explanation.left[kind])} more; `,
            h("a", { href: to("conclusion", [], { is: `${kind} ${keyOf(route)}` }) }, "all of them"))))
          : h("p", {}, "There are no conclusions about it.")),
      fact && h("details", { key: "fact", class: "group" }, h("summary", {}, h("span", { class: "type" }, "Fact"), h("span", { class: "note" }, "as it was read")), known(fact)),
    ];
  },
};

// Groups of more conclusions are opened by whoever wants them.
const UNFOLDED = 3;

/** What is further below another line begins with spaces, as in the terminal. */
function words({ title, lines }) {
  return h("div", { key: title, class: "block" }, h("h3", {}, title), h("ul", {}, lines.map((line) =>
    h("li", { key: line, class: line.startsWith(" ") ? "below" : undefined }, line.trim()))));
}

const type = (node) => node.conclusion?.type ?? "facts";

const FIELDS = { EC2NodeClass: "nodeClass", NodePool: "nodePool", NodeClaim: "nodeClaim", Ami: "ami", InstanceType: "instanceType" };

const keyOf = ({ names }) => (FIELDS[names[0]] ? `${FIELDS[names[0]]}=${names.slice(1).join("/")}` : "");

function known(fact) {
  const [[, values]] = Object.entries(fact);
  return fields(Object.entries(values).filter(([, it]) => it !== null && it !== "" && !(Array.isArray(it) && !it.length) &&
    !(typeof it === "object" && !Array.isArray(it) && !Object.keys(it).length)).map(([name, it]) => [name, it]));
}
