// One revision of the rules: who wrote it, what it would change, and letting it through.

import { hold, post, token } from "../api.js";
import { draw, h } from "../dom.js";
import { badge, section, table } from "../parts.js";
import { conclusion } from "../explained.js";
import { brief, clock, count } from "../words.js";
import { mood } from "./rules.js";
import { text } from "./plan.js";

/** What can be done of a revision that is so. */
const VERBS = {
  held: { verb: "approve", title: "Let it through", label: "Approve",
    words: "It is previewed once more, then it serves, and your name stands in the decision log. " },
  replaced: { verb: "rollback", title: "Go back to it", label: "Roll back",
    words: "It serves again without preview, and your name stands in the decision log. " },
};

export default {
  under: "rules",
  title: (route) => `Revision ${brief(route.names[0])}`,
  needs: ({ names: [digest] }) => ({
    revision: [`rules/revisions/${digest}`],
    difference: [`rules/revisions/${digest}/difference`, {}, { optional: true }],
    session: ["session", {}, { optional: true }],
  }),
  draw({ revision, difference, session }, route, page) {
    return [
      h("p", { key: "state" }, badge(mood(revision.state), revision.state), " ",
        h("span", { class: "quiet-text" }, [revision.origin, revision.author && `by ${revision.author}`,
          revision.changeRef && `for ${revision.changeRef}`, `received ${clock(revision.received)} UTC`,
          revision.approvedBy && `approved by ${revision.approvedBy}`].filter(Boolean).join(", "))),
      revision.reasons.length > 0 && h("ul", { key: "reasons", class: "objections" }, revision.reasons.map((each) => h("li", { key: each }, each))),
      decision(revision, session, page),
      difference ? preview(difference) : h("p", { key: "none", class: "quiet-text" }, "It was not previewed: the first one, and one that was rejected before, never are."),
      files(revision.files ?? {}),
    ];
  },
};

function decision(revision, session, page) {
  const it = VERBS[revision.state];
  if (!it) return null;
  const by = h("p", {}, "In the terminal: ", h("code", {}, `plumbline rules ${it.verb} ${brief(revision.digest)}`));
  if (!session || (!session.mayChange && session.authentication === "none")) {
    return h("div", { key: "decision", class: "block" }, h("p", {}, session?.why ?? "This page is read-only."), by);
  }
  return h("form", { key: "decision", class: "block approve", onsubmit: (event) => {
    event.preventDefault();
    if (event.target.elements.token) hold(event.target.elements.token.value);
    change(revision, it, page);
  } },
  h("h2", {}, it.title),
  h("p", {}, it.words, session.user && `You are ${session.user}. `, session.why ?? ""),
  !session.mayChange && h("div", { class: "field wide" },
    h("label", { for: "token" }, "Token, kept until the page is closed"),
    h("input", { id: "token", name: "token", type: "password", autocomplete: "off" })),
  h("button", { type: "submit", class: "primary" }, it.label),
  h("div", { role: "alert", foreign: true, class: "outcome", key: "outcome" }));
}

async function change(revision, { verb }, page) {
  const outcome = document.querySelector(".outcome");
  try {
    await post(`rules/revisions/${revision.digest}/${verb}`, token());
    draw(outcome, h("p", {}, "Asked for; the state above tells what comes of it."));
  } catch (problem) {
    draw(outcome, h("p", { class: "condition" }, problem.detail, " ", problem.advice));
  }
  page.refresh();
}

function preview(it) {
  return section("What it would change", null,
    h("ul", {}, it.summary.map((each) => h("li", { key: each }, each))),
    it.impacts?.length > 0 && table("Measures", ["Measure", "About", "#Now", "#Then", "Such as"], it.impacts.map((each) =>
      h("tr", { key: each.measure + each.subject }, h("td", {}, each.measure), h("td", {}, each.subject ?? ""),
        h("td", { class: "number" }, count(each.before)), h("td", { class: "number" }, count(each.after)),
        h("td", {}, each.examples.slice(0, 3).join(", "))))),
    it.conclusions?.map((each) => h("details", { key: each.type },
      h("summary", {}, h("span", { class: "type" }, each.type), ` ${count(each.before)} now, ${count(each.after)} then`),
      h("ul", { class: "diff", role: "list" },
        (each.removed ?? []).map((one) => h("li", { key: "-" + JSON.stringify(one), class: "before" }, "− ", conclusion(one))),
        (each.added ?? []).map((one) => h("li", { key: "+" + JSON.stringify(one), class: "after" }, "+ ", conclusion(one))),
        (each.changed ?? []).map((one) => h("li", { key: "~" + JSON.stringify(one) },
          h("div", { class: "before" }, "− ", conclusion(one.before)), h("div", { class: "after" }, "+ ", conclusion(one.after)))),
        each.leftOut > 0 && h("li", { key: "left", class: "quiet-text" }, `${count(each.leftOut)} more`)))));
}

function files(all) {
  const names = Object.keys(all);
  return names.length > 0 && section("Files laid over the shipped ones", count(names.length), names.map((name) =>
    h("details", { key: name }, h("summary", {}, h("code", {}, name)),
      h("pre", { class: "source", tabindex: "0", role: "region", "aria-label": name }, text(all[name])))));
}
