// What several views are made of.

import { h } from "./dom.js";
import { to, toObject } from "./route.js";
import { value } from "./words.js";

/** Why there is nothing to show, and what to do. */
export function empty(title, advice, address, label) {
  return h("div", { class: "empty", key: "empty" },
    h("p", { class: "empty-title" }, title),
    advice && h("p", {}, advice),
    address && h("p", {}, h("a", { href: address }, label)));
}

/** A problem with its advice. */
export function fault(problem, retry, again) {
  return h("div", { class: "fault", role: "alert", key: "fault" },
    h("h2", {}, problem.title ?? "No response"),
    h("p", {}, problem.detail || problem.message),
    problem.problems?.length > 0 && h("ul", {}, problem.problems.map((each) => h("li", {}, each))),
    problem.advice && h("p", { class: "advice" }, problem.advice),
    again && h("p", { class: "again" }, again),
    retry && h("p", {}, h("button", { type: "button", onclick: retry }, "Try again")));
}

export function tokenField(more) {
  return h("div", { class: "field wide" }, h("label", { for: "token" }, "Token, kept until the page is closed or reloaded"),
    h("input", { id: "token", name: "token", type: "password", required: true, autocomplete: "off", spellcheck: "false", ...more }));
}

/** The form for the token, where reading needs one. */
export function identify(done) {
  return h("form", { class: "filters", key: "identify", "aria-label": "Sign in", onsubmit: (event) => {
    event.preventDefault();
    done(event.target.elements.token.value);
  } }, tokenField(), h("button", { type: "submit", class: "primary" }, "Sign in"));
}

export function waiting() {
  return h("div", { class: "waiting", key: "waiting" },
    h("p", { class: "unseen" }, "Loading"), [1, 2, 3].map((n) => h("div", { class: "bone", key: n })));
}

/** A state in one word; `kind` is good, bad, warn or plain. */
export const badge = (kind, ...words) => h("span", { class: `badge ${kind}` }, words);

/** An object by its kind and name, as a link to all that follows about it. */
export function object(name, label) {
  // It may be broken behind a slash, not within a word.
  const parts = (label ?? name).split("/");
  return h("a", { href: toObject(name), class: "object" }, parts.map((part, at) => (at < parts.length - 1 ? [part + "/", h("wbr", {})] : part)));
}

/** A rule by its id, as a link to its text. */
export const rule = (id) => h("a", { href: to("rules", [id]), class: "rule" }, id);

/** A message with the rule that it comes from. */
export function message({ rule: id, message: text, count }) {
  return h("span", { class: "message" }, id && [rule(id), " "], text,
    count > 1 && h("span", { class: "times" }, ` × ${count}`));
}

/** Why a revision is not active; how to approve it is shown below. */
export function reasons(all) {
  return all.length > 0 && h("ul", { key: "reasons", class: "objections" }, all.map((each) => {
    const [, id, words] = each.match(/^([A-Z]{2,5}-\d{3}) (.*)$/s) ?? [null, null, each];
    return h("li", { key: each }, message({ rule: id, message: words }));
  }));
}

export function section(title, note, ...content) {
  return h("section", { key: title, "aria-label": title },
    h("h2", {}, title, note !== null && note !== undefined && h("span", { class: "note" }, note)), content);
}

/** A table that scrolls within itself where it is too wide; on a narrow screen cells name their column. */
export function table(label, heads, rows) {
  for (const row of rows) {
    row.children.forEach((cell, at) => (cell.props["data-head"] = heads[at].replace("#", "")));
  }
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label, key: label },
    h("table", {},
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col", class: head.startsWith("#") ? "number" : undefined }, head.replace("#", ""))))),
      h("tbody", {}, rows)));
}

/** Fields with their values. */
export function fields(entries) {
  return h("dl", { class: "fields" }, entries.filter(Boolean).map(([name, it]) =>
    h("div", { key: name }, h("dt", {}, name), h("dd", {}, it?.tag || Array.isArray(it) && it.some((e) => e?.tag) ? it : value(it)))));
}

/** A field to filter by; `choices` are values, or [value, label]. */
export function field(label, name, current, change, options = {}) {
  const id = "filter-" + name;
  const props = { id, ...options };
  const control = options.choices
    ? h("select", { id, onchange: (event) => change(event.target.value) }, options.choices.map((choice) => {
      const [value, label] = Array.isArray(choice) ? choice : [choice, choice || "all"];
      return h("option", { key: value, value, selected: value === (current ?? "") }, label);
    }))
    : h("input", { ...props, value: current ?? "", oninput: (event) => change(event.target.value), autocomplete: "off", spellcheck: "false" });
  return h("div", { class: "field", key: name }, h("label", { for: id }, label), control);
}

/** One of several, as tabs that are links. */
export function tabs(label, entries) {
  return h("nav", { class: "tabs", "aria-label": label, key: label }, h("ul", {}, entries.map(([name, address, current, note]) =>
    h("li", { key: name }, h("a", { href: address, "aria-current": current ? "true" : undefined }, name,
      note !== undefined && h("span", { class: "note" }, note))))));
}
