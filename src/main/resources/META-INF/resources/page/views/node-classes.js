// The images of each node class by hardware, and the rejected ones with the reasons.

import { h } from "../dom.js";
import { grid } from "../grid.js";
import { badge, empty, object, message, table } from "../parts.js";
import { to } from "../route.js";
import { clock, count, many } from "../words.js";

/** So many rejected images are shown, the newest. */
const REFUSED = 12;

export default {
  title: (route) => (route.names[0] ? `Node class ${route.names[0]}` : "Node classes"),
  needs: () => ({ classes: ["view/node-classes"] }),
  draw({ classes }, route, page) {
    if (!classes.nodeClasses.length) {
      return empty("No EC2NodeClass is known",
        "Try: add one below cluster/ of the snapshot folder, or check the source ec2-node-classes.", to("gates"), "Sources and gates");
    }
    const [selected] = route.names;
    if (!selected) return list(classes.nodeClasses, route, page);
    const found = classes.nodeClasses.filter((each) => each.name === selected);
    if (!found.length) return empty(`EC2NodeClass/${selected} is unknown`, "It may be deleted, or the name may be misspelled.", to("node-classes"), "All node classes");
    return [
      h("p", { key: "all", class: "links" }, h("a", { href: to("node-classes") }, "All node classes"), h("a", { href: to("pools", [], { nodeClass: selected }) }, "Its pools"),
        h("a", { href: to("nodes", [], { nodeClass: selected }) }, "Its nodes"), h("a", { href: to("matrix", [selected]) }, "Matrix")),
      found.map(nodeClass),
    ];
  },
};

const state = (it) => (it.conditions.some((each) => each.status === "False") ? "not ready" : it.conditions.every((each) => each.status === "True") ? "ready" : "unknown");
const without = (it) => it.unmapped.reduce((sum, each) => sum + each.types.length, 0);
const newest = (it) => it.resolved.toSorted((a, b) => String(b.created).localeCompare(String(a.created)))[0];

function list(all, route, page) {
  return grid({
    label: "Node classes", one: "node class", more: "node classes", rows: all, key: (each) => each.name, placeholder: "node class, family, image",
    text: (each) => `${each.name} ${each.family} ${each.resolved.map((it) => `${it.id} ${it.name}`).join(" ")} ${each.conditions.map((it) => it.message).join(" ")}`,
    choices: [{ name: "state", label: "State", options: ["ready", "not ready", "unknown"], of: state }],
    groups: [
      { name: "family", label: "family", of: (each) => each.family, hides: "family", title: ({ value, size }) => [h("strong", {}, value), ` ${many(size, "node class", "node classes")}`] },
      { name: "state", label: "state", of: state, hides: "state", title: ({ value, size }) => [h("strong", {}, value), ` ${many(size, "node class", "node classes")}`] },
    ],
    columns: [
      { name: "name", label: "Node class", value: (each) => each.name, cell: (each) => h("a", { class: "object class-name", href: to("node-classes", [each.name]) }, each.name) },
      { name: "family", label: "Family", value: (each) => each.family, minor: true, cell: (each) => each.family ?? "unknown" },
      { name: "state", label: "State", value: state, cell: (each) => conditions(each) },
      { name: "image", label: "Newest image launched", value: (each) => newest(each)?.created, cell: (each) => image(newest(each), each.resolved.length) },
      { name: "without", label: "Types without image", number: true, value: without, cell: (each) => count(without(each)) },
      { name: "refused", label: "Rejected images", number: true, minor: true, value: (each) => each.refusedTotal, cell: (each) => count(each.refusedTotal) },
    ],
  }, route, page);
}

function conditions(it) {
  const bad = it.conditions.filter((each) => each.status !== "True");
  return bad.length ? bad.slice(0, 2).map((each) => h("span", { key: each.type, class: "clamp" },
    badge(each.status === "False" ? "bad" : "warn", `${each.type} ${each.status}`), " ", each.message))
    : badge(it.conditions.length ? "good" : "warn", it.conditions.length ? "ready" : "unknown");
}

const image = (it, all) => (it ? [object(`Ami/${it.id}`, it.name ?? it.id), h("p", { class: "quiet-text names" }, it.created && clock(it.created).slice(0, 10),
  all > 1 && ` and ${count(all - 1)} more`)] : h("span", { class: "none" }, "none"));

function nodeClass(it) {
  return h("section", { key: it.name, class: "card", "aria-label": `EC2NodeClass ${it.name}` },
    h("div", { class: "card-head" },
      h("h2", {}, object(`EC2NodeClass/${it.name}`, it.name)),
      h("span", { class: "quiet-text" }, it.family ?? "family unknown"),
      it.conditions.map((each) => badge(each.status === "True" ? "good" : each.status === "False" ? "bad" : "warn", each.type, each.status !== "True" && ` ${each.status}`)),
      h("a", { class: "end", href: to("matrix", [it.name]) }, "Matrix")),
    it.conditions.filter((each) => each.status !== "True" && each.message).map((each) =>
      h("p", { key: each.type, class: "condition" }, `${each.reason ?? each.type}: ${each.message}`)),
    it.objections?.length > 0 && h("ul", { class: "objections" }, it.objections.map((each) =>
      h("li", { key: each.rule + each.message }, message(each), each.waived && [" ", badge("plain", "waived")]))),
    slots(it),
    unmapped(it.unmapped),
    refused(it),
    it.superseded > 0 && h("p", { class: "quiet-text" }, `${many(it.superseded, "older image")} superseded`));
}

/** Architectures down, variants across. */
function slots({ name, slots: all }) {
  if (!all.length) return h("p", { class: "quiet-text" }, "No image is resolved.");
  const variants = [...new Set(all.map((each) => each.variant ?? "standard"))];
  const architectures = [...new Set(all.map((each) => each.architecture))];
  return table(`Images of ${name}`, ["Architecture", ...variants], architectures.map((architecture) =>
    h("tr", { key: architecture }, h("th", { scope: "row" }, architecture), variants.map((variant) => {
      const here = all.filter((each) => each.architecture === architecture && (each.variant ?? "standard") === variant);
      return h("td", { key: variant }, here.length ? here.map((each) => slot(each)) : h("span", { class: "none" }, "–"));
    }))));
}

function slot({ ami, types }) {
  if (!ami) return h("p", { class: "slot missing", key: "none" }, badge("warn", "no image"), ` for ${many(types, "type")}`);
  return h("div", { class: "slot", key: ami.id },
    h("p", {}, object(`Ami/${ami.id}`, ami.name ?? ami.id)),
    h("p", { class: "quiet-text" }, h("code", {}, ami.id), " ", ami.created && clock(ami.created).slice(0, 10)),
    h("p", { class: "quiet-text" }, many(types, "type"), ami.deprecated && [" ", badge("warn", "deprecated")]));
}

function unmapped(all) {
  if (!all.length) return null;
  return h("div", { class: "block warn-block" }, h("h3", {}, "No image for"),
    h("ul", {}, all.map((each) => h("li", { key: each.rule + each.message },
      h("strong", {}, many(each.types.length, "type")), ": ", message(each),
      h("p", { class: "quiet-text names" }, each.types.slice(0, 24).join(", "),
        each.types.length > 24 && ` and ${each.types.length - 24} more`)))));
}

function refused({ refused: all, refusedTotal: total, name }) {
  if (!all.length) return null;
  return h("div", { class: "block" }, h("h3", {}, `${many(total ?? all.length, "rejected image")}`),
    h("ul", { class: "refused", role: "list" }, all.slice(0, REFUSED).map((each) => h("li", { key: each.ami.id },
      h("p", {}, object(`Ami/${each.ami.id}`, each.ami.name ?? each.ami.id), " ", h("code", {}, each.ami.id)),
      h("ul", {}, each.reasons.map((reason) => h("li", { key: reason.rule + reason.message }, message(reason), reason.waived && [" ", badge("plain", "waived")]))),
      h("p", {}, h("a", { class: "small", href: to("why-not", [], { is: `AmiEligible nodeClass=${name} ami=${each.ami.id}` }) },
        "What would make it eligible"))))),
    total > Math.min(REFUSED, all.length) && h("p", { class: "quiet-text" }, `${count(total - Math.min(REFUSED, all.length))} more`));
}
