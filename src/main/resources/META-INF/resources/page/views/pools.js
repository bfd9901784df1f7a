// Pools in the order in which Karpenter tries them, with their usable types.

import { h } from "../dom.js";
import { grid } from "../grid.js";
import { badge, empty, object, rule, message } from "../parts.js";
import { factors, share, signed } from "../pictures.js";
import { to } from "../route.js";
import { count, many } from "../words.js";

const FAMILIES = 3;

export default {
  title: (route) => (route.names[0] ? `Pool ${route.names[0]}` : "Pools"),
  needs: () => ({ pools: ["view/node-pools"] }),
  draw({ pools }, route, page) {
    const all = pools;
    if (!all.length) {
      return empty("No NodePool is known",
        "Try: add one below cluster/ of the snapshot folder, or check the source node-pools.", to("gates"), "Sources and gates");
    }
    const selected = route.names[0];
    if (!selected) return table(all, route, page);
    const found = all.filter((each) => each.name === selected);
    if (!found.length) return empty(`NodePool/${selected} is unknown`, "It may be deleted, or the name may be misspelled.", to("pools"), "All pools");
    return [
      h("p", { key: "all", class: "links" }, h("a", { href: to("pools") }, "All pools"), h("a", { href: to("nodes", [], { nodePool: selected }) }, "Its nodes"),
        h("a", { href: to("findings", [], { q: `NodePool/${selected}` }) }, "Its findings")),
      h("ol", { class: "pools", key: "pools", role: "list" }, found.map(pool)),
    ];
  },
};

const usable = (it) => it.families.reduce((sum, each) => sum + each.usable, 0);
const admitted = (it) => it.families.reduce((sum, each) => sum + each.types, 0);
const against = (it) => [...(it.excluded ?? []), ...it.objections.filter((each) => !each.waived)];
const state = (it) => (usable(it) === 0 ? "no usable type" : against(it).length ? "objection" : "fine");

/** In the order in which Karpenter tries them, unless another is asked for. */
function table(all, route, page) {
  return grid({
    label: "Pools", one: "pool", rows: all, key: (each) => each.name, placeholder: "pool, node class, family, rule",
    text: (each) => `${each.name} ${each.nodeClass} ${each.families.map((it) => it.family).join(" ")} ${against(each).map((it) => `${it.rule} ${it.message}`).join(" ")}`,
    choices: [{ name: "state", label: "State", options: ["fine", "objection", "no usable type"], of: state },
      ...(route.filters.nodeClass ? [{ name: "nodeClass", label: "Node class", options: [...new Set(all.map((each) => each.nodeClass))].sort(), of: (each) => each.nodeClass }] : []),
      ...(route.filters.rule ? [{ name: "rule", label: "Rule", options: [...new Set(all.map(firstRule).filter(Boolean))].sort(), of: firstRule }] : [])],
    groups: [
      { name: "nodeClass", label: "node class", of: (each) => each.nodeClass, title: ofClass, hides: "nodeClass" },
      { name: "rule", label: "first objection", of: firstRule, title: ofObjection },
      { name: "state", label: "state", of: state, title: ({ value, size }) => [h("strong", {}, value), ` ${many(size, "pool")}`] },
    ],
    columns: [
      { name: "position", label: "#", value: (each) => each.position, cell: (each) => h("span", { class: "position", title: "the order in which Karpenter tries them",
        "aria-label": each.position ? `position ${each.position}` : "not tried", role: "img" }, each.position ?? "–") },
      { name: "name", label: "Pool", value: (each) => each.name, cell: (each) => [h("a", { class: "object pool-name", href: to("pools", [each.name]) }, each.name), each.tier && [" ", tier(each.tier)]] },
      { name: "nodeClass", label: "Node class", value: (each) => each.nodeClass, cell: (each) => (each.nodeClass ? h("a", { href: to("node-classes", [each.nodeClass]) }, each.nodeClass) : "–") },
      { name: "weight", label: "Weight", number: true, minor: true, value: (each) => each.weight?.concluded ?? each.weight?.written, cell: (each) => count(each.weight?.concluded ?? each.weight?.written) },
      { name: "usable", label: "Usable", number: true, value: usable, cell: (each) => (usable(each) ? [count(usable(each)), h("span", { class: "quiet-text" }, ` of ${count(admitted(each))}`)] : badge("warn", "no usable type")) },
      { name: "families", label: "Families", minor: true, cell: few },
      { name: "objection", label: "Objection", wide: true, value: (each) => against(each).length || null, cell: (each) => objection(against(each)) },
    ],
  }, route, page);
}

const firstRule = (each) => against(each)[0]?.rule;

const ofClass = ({ value, members, size }) => [h("a", { class: "object", href: to("node-classes", [value]) }, value), ` ${many(size, "pool")} `,
  members.some((each) => usable(each) === 0) && badge("warn", `${count(members.filter((each) => usable(each) === 0).length)} without a usable type`)];

const ofObjection = ({ value, members, size }) => (value === "none" ? [h("strong", {}, "no objection"), ` ${many(size, "pool")}`]
  : [rule(value), ` on ${many(size, "pool")}`, h("p", { class: "quiet-text first" }, against(members[0])[0].message)]);

function few(it) {
  const shown = [...it.families].sort((a, b) => b.usable - a.usable || a.family.localeCompare(b.family));
  return h("ul", { class: "chips small-chips", role: "list" }, shown.slice(0, FAMILIES).map(chip),
    shown.length > FAMILIES && h("li", { key: "more", class: "more quiet-text" }, `+${shown.length - FAMILIES}`));
}

const objection = (all) => all.length > 0 && h("span", { class: "clamp" }, message(all[0]), all.length > 1 && h("span", { class: "quiet-text" }, ` and ${all.length - 1} more`));

function pool(it) {
  const number = usable(it);
  return h("li", { key: it.name, class: "card pool" },
    h("div", { class: "card-head" },
      h("span", { class: "position", "aria-label": it.position ? `position ${it.position}` : "not tried" }, it.position ?? "–"),
      h("h2", {}, object(`NodePool/${it.name}`, it.name)),
      it.nodeClass && h("a", { href: to("node-classes", [it.nodeClass]), class: "quiet-text" }, it.nodeClass),
      tier(it.tier),
      number === 0 ? badge("warn", "no usable type") : h("span", { class: "end quiet-text" }, many(number, "usable type"))),
    weight(it),
    tiers(it.tiers),
    families(it),
    reasons(it),
    limits(it));
}

function reasons({ objections, excluded }) {
  const all = [...(excluded ?? []), ...objections];
  return all.length > 0 && h("ul", { class: "objections" }, all.map((each) =>
    h("li", { key: each.rule + each.message }, message(each), each.waived && [" ", badge("plain", "waived")])));
}

function tier(it) {
  return it?.of ? badge("plain", "tier of ", it.of) : null;
}

/** Its preference tiers in order. */
function tiers(all) {
  return all?.length > 0 && h("ol", { class: "tiers", "aria-label": "Preference" }, all.map((each) =>
    h("li", { key: each.tier }, h("strong", {}, each.item), " ", h("span", { class: "quiet-text" }, each.name))));
}

function weight(it) {
  const { written, concluded } = it.weight ?? {};
  const all = it.factors ?? [];
  const words = concluded === null || concluded === undefined
    ? written ? `weight ${written}` : "no weight"
    : `weight ${concluded}` + (written !== null && written !== undefined && written !== concluded ? `, ${written} in the spec` : "");
  return h("div", { class: "weight" },
    h("p", {}, h("span", { class: "weight-words" }, words)),
    all.length > 0 && factors(it),
    all.length > 0 && h("ul", { class: "legend" }, all.map((each, n) => h("li", { key: each.rule },
      h("span", { class: `swatch ${each.points < 0 ? "down" : "up shade-" + (all.filter((f) => f.points > 0).indexOf(each) % 4)}`, "aria-hidden": "true" }),
      h("strong", {}, signed(each.points)), " ", each.message, " ", rule(each.rule)))));
}

function families({ name, families: all }) {
  if (!all.length) return h("p", { class: "quiet-text" }, "It admits no known instance type.");
  const shown = [...all].sort((a, b) => b.usable - a.usable || a.family.localeCompare(b.family));
  const most = 24;
  return h("div", { class: "families" },
    h("ul", { class: "chips", role: "list", "aria-label": `Usable types of ${name} by family` }, shown.slice(0, most).map(chip)),
    shown.length > most && h("details", {}, h("summary", {}, many(shown.length - most, "more family", "more families")),
      h("ul", { class: "chips", role: "list" }, shown.slice(most).map(chip))));
}

function chip(it) {
  return h("li", { key: it.family, class: it.usable ? "some" : "nothing" },
    h("span", { class: "family" }, it.family),
    share(`${it.usable} of ${it.types} ${it.family} types are usable`, [["good", it.usable], ["rest", it.types - it.usable]]),
    h("span", { class: "quiet-text" }, `${it.usable}/${it.types}`));
}

function limits({ limits: all, usage }) {
  return all && h("p", { class: "limits quiet-text" }, "limits ", Object.entries(all).map(([name, most]) =>
    h("span", { key: name, class: "pair" }, `${name} ${most}`, usage?.[name] && `, ${usage[name]} in use`)));
}
