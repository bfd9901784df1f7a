// A rule that somebody is writing, with its scenarios: tried on what is live; nothing of it is kept.

import { post, token } from "../api.js";
import { h } from "../dom.js";
import { differences } from "../explained.js";
import { badge, empty, fault, identify, section } from "../parts.js";
import { many } from "../words.js";

const STAGES = {
  received: "could not be read", linted: "has errors", compiled: "could not be compiled", tested: "does not pass its scenarios",
  previewed: "could not be settled on what is live", tried: "exceeded a limit",
};

export default {
  under: "rules",
  still: true, // what is being written stays
  title: () => "Try a rule",
  needs: () => ({ templates: ["rules/try"], session: ["session"] }),
  draw({ templates, session }, route, page) {
    const { state } = page;
    if (session.evaluate === "disabled") {
      return empty("Rules are not tried here", "Try: plumbline test and plumbline diff on the command line, or set plumbline.web.evaluate to authenticated.");
    }
    if (session.evaluate === "authenticated" && !session.user) {
      return [h("p", { key: "who" }, "Trying a rule costs an evaluation. It is recorded nowhere, but needs a token."), identify(page.identified)];
    }
    state.files ??= begun(templates, 0);
    return [
      h("p", { class: "lead", key: "lead" }, "It is laid over the active rules and tried on the facts of now, in a process of its own. Nothing of it is kept."),
      h("form", { class: "try", key: "form", onsubmit: (event) => {
        event.preventDefault();
        attempt(page);
      } },
      h("div", { class: "filters", key: "begin" },
        h("div", { class: "field wide" }, h("label", { for: "template" }, "Begin with"),
          h("select", { id: "template", onchange: (event) => {
            state.files = begun(templates, event.target.selectedIndex);
            state.result = state.problem = null;
            page.redraw();
          } }, templates.items.map((each) => h("option", { key: each.name, value: each.name }, `${each.name}: ${each.about}`)))),
        h("button", { type: "submit", class: "primary", disabled: state.busy }, state.busy ? "Trying …" : "Try it"),
        h("span", { class: "quiet-text" }, h("kbd", {}, "Ctrl"), " ", h("kbd", {}, "Enter"))),
      Object.keys(state.files).map((name) => h("div", { class: "field written", key: name },
        h("label", { for: "file-" + name }, h("code", {}, name), name === PARAMETERS && " the values of parameters, yours among them"),
        h("textarea", { id: "file-" + name, value: state.files[name], rows: rows(state.files[name]), spellcheck: "false", autocapitalize: "off",
          oninput: (event) => (state.files[name] = event.target.value),
          onkeydown: (event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            attempt(page);
          } })))),
      h("div", { key: "result", id: "result", role: "status", tabindex: "-1" },
        state.problem && fault(state.problem), state.result && verdict(state.result)),
    ];
  },
};

const PARAMETERS = "parameters.yaml";

/** A template, and the values of parameters that are active. */
const begun = ({ items, parameters }, at) => ({ ...items[at].files, [PARAMETERS]: parameters });

/** As high as the text, within a third of a screen. */
const rows = (text) => Math.min(18, Math.max(4, text.split("\n").length));

/** The files that are not empty: no values of parameters are as good as no file. */
const written = (files) => Object.fromEntries(Object.entries(files).filter(([name, text]) => name !== PARAMETERS || text.trim()));

async function attempt(page) {
  const { state } = page;
  if (state.busy) return;
  Object.assign(state, { busy: true, problem: null });
  page.redraw();
  try {
    state.result = await post("rules/try", token(), { files: written(state.files) });
  } catch (problem) {
    Object.assign(state, { problem, result: null });
  }
  state.busy = false;
  if (page.state !== state) return;
  page.redraw();
  document.getElementById("result")?.focus();
}

function verdict(it) {
  const lines = (all) => all.length > 0 && h("ul", { class: "problems" }, all.map((each) => h("li", { key: each }, each)));
  if (!it.passed) return section("Result", null, h("p", {}, badge("bad", "not passed"), ` It ${STAGES[it.stage] ?? it.stage}.`), lines(it.problems));
  const scenarios = it.scenarios ? `${many(it.scenarios, "scenario")} passed` : "no scenario was run";
  const changed = it.conclusions.length;
  return [
    section("Result", null,
      h("p", {}, badge(it.scenarios ? "good" : "warn", it.scenarios ? "passed" : "untested"),
        ` ${scenarios[0].toUpperCase()}${scenarios.slice(1)}. `,
        changed ? "If it were active:" : "If it were active, nothing would change here now."),
      lines(it.warnings)),
    changed > 0 && section("What it would change", `on the facts of settlement ${it.sequence}`, it.conclusions.map(differences)),
  ];
}
