// One entry of the decision log: changed facts, conclusions with their reasons, the plan; its proof.

import { draw, h } from "./dom.js";
import { conclusion } from "./explained.js";
import { badge, fields, object, rule, section } from "./parts.js";
import { prove } from "./proof.js";
import { to } from "./route.js";
import { brief, clock, count, many, value } from "./words.js";
import { entryWords, objectName } from "./entry-words.js";

export function entryView({ entry, proof }) {
  const { body, sequence, kind, at } = entry;
  const step = (to0, label) => h("a", { href: to("timeline", [String(to0)]) }, label);
  return [
    h("p", { class: "lead", key: "lead" }, badge("accent", kind), " ", entryWords(entry), " at ", h("time", { datetime: at }, clock(at)), " UTC"),
    h("p", { class: "steps", key: "steps" }, sequence > 0 && step(sequence - 1, "← before"), " ", step(sequence + 1, "after →"), " ",
      body.decision !== undefined && step(body.decision, "its decision")),
    kind === "decision" ? decision(body) : h("div", { key: "body" }, kind === "rules" ? activation(body) : other(body)),
    evidence(entry, proof),
    h("details", { key: "raw" }, h("summary", {}, "As recorded"),
      h("pre", { class: "source", tabindex: "0", role: "region", "aria-label": "The entry as JSON" }, JSON.stringify(entry, null, 1).slice(0, 60_000))),
  ];
}

function decision({ facts, conclusions, actions, waivers, rules, number }) {
  return [
    h("p", { key: "rules", class: "quiet-text" }, `settlement ${count(number)} by rules `, h("code", {}, brief(rules))),
    part("New or changed facts", facts, "put", (it) => factLine(it)),
    part("Removed facts", facts, "removed", (it) => h("code", {}, it)),
    part("New conclusions", conclusions, "added", added),
    part("Removed conclusions", conclusions, "removed", (it) => (it.type ? conclusion(it) : conclusion(it.conclusion ?? { type: String(it) }))),
    part("Planned", actions, "planned", (it) => [h("strong", {}, it.action), " ", object(objectName(it.object)), " ",
      badge("plain", it.mode), h("ul", {}, it.reasons.map((each) => h("li", { key: each }, each)))]),
    part("No longer planned", actions, "dropped", (it) => (typeof it === "string" ? it : `${it.action} ${objectName(it.object)}`)),
    waivers?.length > 0 && section("Waivers in force", count(waivers.length), h("ul", {}, waivers.map((each, at) => h("li", { key: at }, JSON.stringify(each))))),
  ];
}

/** So many of a part are shown, others are folded. */
const FIRST = 12;

function part(title, from, name, line) {
  if (typeof from === "string") {
    return name === "put" || name === "added" || name === "planned"
      ? section(title, null, h("p", {}, "Too many for the entry; they are the object ", h("code", {}, brief(from.replace("sha256:", ""))),
        " of the log. Read it with ", h("code", {}, "plumbline audit query"), "."))
      : null;
  }
  const all = from?.[name] ?? [];
  if (!all.length) return null;
  const list = (from0, to0) => h("ul", { class: "entry-list", role: "list" }, all.slice(from0, to0).map((each, at) => h("li", { key: at }, line(each))));
  return section(title, count(all.length), list(0, FIRST),
    all.length > FIRST && h("details", { class: "group" }, h("summary", {}, `${count(Math.min(all.length, 200) - FIRST)} more`), list(FIRST, 200)),
    all.length > 200 && h("p", { class: "quiet-text" }, `${count(all.length - 200)} more, under “As recorded”`));
}

function added({ conclusion: it, because }) {
  if (!because?.length) return conclusion(it);
  return h("details", {}, h("summary", {}, conclusion(it)),
    h("ul", { class: "tree", role: "list" }, because.map((way, at) => h("li", { key: at, class: "way" },
      h("p", { class: "since" }, at ? "also by " : "by ", rule(way.rule), h("span", { class: "place" }, `${way.file}:${way.line}`)),
      h("ul", { role: "list" }, [...(way.facts ?? []), ...(way.conclusions ?? [])].map((each) => h("li", { key: each, class: "leaf" },
        /\//.test(each) ? object(each) : h("code", {}, each))))))));
}

function factLine(it) {
  const [[type, values]] = Object.entries(it);
  const known = Object.entries(values).filter(([, each]) => each !== null && each !== "" && each !== false && value(each) !== "none" && value(each) !== "");
  return h("span", { class: "leaf fact" }, h("span", { class: "type" }, type), " ", known.slice(0, 14).map(([name, each]) =>
    h("span", { key: name, class: "pair" }, h("span", { class: "name" }, name), " ", cut(value(each)))));
}

const cut = (text) => (text.length > 90 ? text.slice(0, 89) + "…" : text);

/** Which rules are active from here on, and who approved them. */
function activation({ digest, how, revision: it = {} }) {
  return [
    fields([["rules", h("a", { href: to("revision", [digest]) }, h("code", {}, digest))],
      ["how", how], it.origin && ["from", it.origin], it.author && ["changed by", it.author],
      it.changeRef && ["change", it.changeRef], it.approvedBy && ["approved by", it.approvedBy],
      it.received && ["received", `${clock(it.received)} UTC`], it.activated && ["active since", `${clock(it.activated)} UTC`],
      it.stages?.length > 0 && ["stages", it.stages],
      it.tests && ["scenarios", `passed, in ${many(it.tests.files ?? 0, "file")}; ${count(it.tests.ran)} ran, the others passed before with the same text`]]),
    it.difference?.summary?.length > 0 && section("Preview", null,
      h("ul", {}, it.difference.summary.map((each) => h("li", { key: each }, each)))),
  ];
}

function other(body) {
  return fields(Object.entries(body).map(([name, it]) =>
    [name, typeof it === "object" && it !== null ? JSON.stringify(it).slice(0, 600) : it]));
}

function evidence(entry, proof) {
  if (!proof) {
    return section("Proof", null, h("p", { class: "quiet-text" }, "No checkpoint covers this entry yet."));
  }
  const check = async () => {
    const outcome = document.querySelector(".proof-outcome");
    const { good, words } = await prove(entry, proof);
    draw(outcome, h("p", {}, badge(good ? "good" : "bad", good ? "verified" : "not verified"), " ", words));
  };
  return section("Proof", null,
    h("p", {}, `Its text, ${proof.hashes.length} hashes and a signed checkpoint prove that it is entry ${entry.sequence} of a log of ${proof.treeSize}. `,
      h("a", { href: `api/v1/audit/entries/${entry.sequence}/proof` }, "The proof as JSON")),
    h("p", {}, h("button", { type: "button", onclick: check }, "Verify here")),
    h("div", { class: "proof-outcome", foreign: true, role: "status", key: "proof" }),
    h("p", { class: "quiet-text" }, "Verify the key of the signature with ", h("code", {}, "plumbline audit verify"), "."));
}
