// The images of each node class by hardware, and the rejected ones with the reasons.

import { h } from "../dom.js";
import { badge, empty, object, message, table } from "../parts.js";
import { to } from "../route.js";
import { clock, many } from "../words.js";

export default {
  title: () => "Node classes",
  needs: () => ({ classes: ["view/node-classes"] }),
  draw({ classes }, route) {
    const all = classes.nodeClasses.filter((each) => !route.names[0] || each.name === route.names[0]);
    if (!all.length) {
      return empty("No EC2NodeClass is known",
        "Try: add one below cluster/ of the snapshot folder, or check the source ec2-node-classes.", to("gates"), "Sources and gates");
    }
    return all.map(nodeClass);
  },
};

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
    h("ul", { class: "refused", role: "list" }, all.slice(0, 30).map((each) => h("li", { key: each.ami.id },
      h("p", {}, object(`Ami/${each.ami.id}`, each.ami.name ?? each.ami.id), " ", h("code", {}, each.ami.id)),
      h("ul", {}, each.reasons.map((reason) => h("li", { key: reason.rule + reason.message }, message(reason), reason.waived && [" ", badge("plain", "waived")]))),
      h("p", {}, h("a", { class: "small", href: to("why-not", [], { is: `AmiEligible nodeClass=${name} ami=${each.ami.id}` }) },
        "What would make it eligible"))))),
    total > Math.min(30, all.length) && h("p", { class: "quiet-text" }, `${total - Math.min(30, all.length)} more`));
}
