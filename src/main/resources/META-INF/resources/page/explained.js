// Derivations as a tree: conclusion, rule, and what the rule matched, down to facts.

import { h } from "./dom.js";
import { narrow } from "./grid.js";
import { object, rule } from "./parts.js";
import { to } from "./route.js";
import { count, named, value } from "./words.js";

/** The trees of an answer of explain, open to a depth; on a small screen to none of several. */
export function explained(nodes, depth = 2) {
  const open = narrow() ? Math.min(depth, nodes.length > 1 ? 0 : 1) : depth;
  return h("ul", { class: "tree", role: "list" }, nodes.map((node, at) => h("li", { key: at }, tree(node, open))));
}

function tree(node, depth) {
  if (node.fact) return fact(node);
  if (node.see) return again(node);
  if (node.cut) return h("span", { class: "leaf" }, conclusion(node.conclusion), h("span", { class: "quiet-text" }, " and so on"));
  if (!node.ways?.length && !node.left) return h("span", { class: "leaf", id: `n${node.number}` }, h("span", { class: "number" }, `${node.number}`), conclusion(node.conclusion));
  return h("details", { unfolded: depth > 0, id: `n${node.number}` },
    h("summary", {}, h("span", { class: "number" }, `${node.number}`), conclusion(node.conclusion)),
    node.ways?.map((way, at) => h("div", { class: "way", key: at },
      h("p", { class: "since" }, at ? "also since " : "since ", h("em", {}, way.finding), " ", rule(way.rule),
        h("span", { class: "place" }, way.place)),
      h("ul", { role: "list" },
        way.from.map((each, n) => h("li", { key: "f" + n }, tree(each, depth - 1))),
        way.left > 0 && h("li", { key: "left", class: "quiet-text" }, `${way.left} more`),
        way.and.map((each) => h("li", { key: each, class: "and" }, each))))),
    node.left > 0 && h("p", { class: "quiet-text" }, `${node.left} more ways; one is enough`));
}

function again(node) {
  const go = () => {
    const there = document.getElementById(`n${node.see}`);
    for (let at = there; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    there?.querySelector("summary")?.focus();
  };
  return h("span", { class: "leaf" }, conclusion(node.conclusion), " ",
    h("button", { type: "button", class: "inline", onclick: go }, `see ${node.see}`));
}

function fact({ fact: key, values }) {
  const [kind] = key.split("/");
  const known = /^(NodePool|EC2NodeClass|NodeClaim|Node|Ami|InstanceType|Pod)$/.test(kind);
  return h("span", { class: "leaf fact" }, known ? object(key) : h("span", { class: "object" }, key), " ",
    h("span", { class: "values" }, Object.entries(values ?? {}).map(([name, it]) =>
      h("span", { key: name, class: "pair" }, h("span", { class: "name" }, name), " ", String(it)))));
}

/** A conclusion by its type and fields. */
export function conclusion(it) {
  const { type, derivations, ...all } = it;
  return h("span", { class: "conclusion" }, h("span", { class: "type" }, type), " ",
    Object.entries(all).map(([name, each]) => h("span", { key: name, class: "pair" },
      h("span", { class: "name" }, name), " ", name === "rule" ? h("code", { class: "rule" }, each) : value(each))));
}

/** The address under which a conclusion is explained. */
export const toConclusion = (it) => to("conclusion", [], { is: named(it) });

/** How the conclusions of one type differ between the rules in use and others. */
export const differences = (each) => h("details", { key: each.type },
  h("summary", {}, h("span", { class: "type" }, each.type), ` ${count(each.before)} now, ${count(each.after)} then`),
  h("ul", { class: "diff", role: "list" },
    (each.removed ?? []).map((one) => h("li", { key: "-" + JSON.stringify(one), class: "before" }, "− ", conclusion(one))),
    (each.added ?? []).map((one) => h("li", { key: "+" + JSON.stringify(one), class: "after" }, "+ ", conclusion(one))),
    (each.changed ?? []).map((one) => h("li", { key: "~" + JSON.stringify(one) },
      h("div", { class: "before" }, "− ", conclusion(one.before)), h("div", { class: "after" }, "+ ", conclusion(one.after)))),
    each.leftOut > 0 && h("li", { key: "left", class: "quiet-text" }, `${count(each.leftOut)} more`)));
