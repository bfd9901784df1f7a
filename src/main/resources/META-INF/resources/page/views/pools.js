// Pools in the order in which Karpenter tries them, with their usable types.

import { h } from "../dom.js";
import { badge, empty, object, rule, message } from "../parts.js";
import { factors, share, signed } from "../pictures.js";
import { to } from "../route.js";
import { many } from "../words.js";

export default {
  title: () => "Pools, in the order they are tried",
  needs: () => ({ pools: ["view/node-pools"] }),
  draw({ pools }, route, page) {
    const all = pools;
    if (!all.length) {
      return empty("No NodePool is known",
        "Try: add one below cluster/ of the snapshot folder, or check the source node-pools.", to("gates"), "Sources and gates");
    }
    const selected = route.names[0];
    const shown = all.filter((each) => !selected || each.name === selected);
    const most = page.state.most ?? 60;
    return [
      shown.length > 1 && h("p", { class: "lead", key: "lead" },
        `${many(all.length, "pool")}. Karpenter takes the first one that fits the pod. Numbers are usable and admitted types of a family.`),
      h("ol", { class: "pools", key: "pools", role: "list" }, shown.slice(0, most).map(pool)),
      shown.length > most && h("button", { key: "more", type: "button", onclick: () => {
        page.state.most = most + 60;
        page.redraw();
      } }, `Show more (${shown.length - most})`),
    ];
  },
};

function pool(it) {
  const usable = it.families.reduce((sum, each) => sum + each.usable, 0);
  return h("li", { key: it.name, class: "card pool" },
    h("div", { class: "card-head" },
      h("span", { class: "position", "aria-label": it.position ? `position ${it.position}` : "not tried" }, it.position ?? "–"),
      h("h2", {}, object(`NodePool/${it.name}`, it.name)),
      it.nodeClass && h("a", { href: to("node-classes", [it.nodeClass]), class: "quiet-text" }, it.nodeClass),
      tier(it.tier),
      usable === 0 ? badge("warn", "no usable type") : h("span", { class: "end quiet-text" }, many(usable, "usable type"))),
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
  const chip = (each) => h("li", { key: each.family, class: each.usable ? "some" : "nothing" },
    h("span", { class: "family" }, each.family),
    share(`${each.usable} of ${each.types} ${each.family} types are usable`, [["good", each.usable], ["rest", each.types - each.usable]]),
    h("span", { class: "quiet-text" }, `${each.usable}/${each.types}`));
  const few = 24;
  return h("div", { class: "families" },
    h("ul", { class: "chips", role: "list", "aria-label": `Usable types of ${name} by family` }, shown.slice(0, few).map(chip)),
    shown.length > few && h("details", {}, h("summary", {}, `${shown.length - few} more families`),
      h("ul", { class: "chips", role: "list" }, shown.slice(few).map(chip))));
}

function limits({ limits: all, usage }) {
  return all && h("p", { class: "limits quiet-text" }, "limits ", Object.entries(all).map(([name, most]) =>
    h("span", { key: name, class: "pair" }, `${name} ${most}`, usage?.[name] && `, ${usage[name]} in use`)));
}
