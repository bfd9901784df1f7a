// Letting a revision of the rules through, or going back to one: in whose name, and what came of it.

import { post, token } from "./api.js";
import { h } from "./dom.js";
import { tokenField } from "./parts.js";
import { brief, clock } from "./words.js";

/** What can be done of a revision that is so. */
const VERBS = {
  held: { verb: "approve", title: "Let it through", label: "Approve",
    words: "It is previewed once more, then it serves, and your name stands in the decision log." },
  replaced: { verb: "rollback", title: "Go back to it", label: "Roll back",
    words: "It serves again without preview, and your name stands in the decision log." },
};

/** What may be done of it here; null when there is nothing. */
export function approval(revision, session, page) {
  const state = page.state;
  const it = VERBS[revision.state];
  if (!it && !state.asked) return null;
  const terminal = it && h("p", { key: "terminal", class: "quiet-text" }, "In the terminal: ",
    h("code", {}, `plumbline rules ${it.verb} ${brief(revision.digest)}`));
  if (!session?.changes) {
    return it && h("div", { key: "decision", class: "block" }, h("p", {}, session?.why ?? "This page is read-only."), terminal);
  }
  const offered = it && state.asked !== asking(revision);
  return h("section", { key: "decision", class: "block approve", "aria-label": it?.title ?? "What was asked for" },
    h("h2", {}, it?.title ?? "What was asked for"),
    it && h("p", { key: "words" }, it.words),
    session.user && who(session, page),
    outcome(revision, state),
    offered && (state.identifies ? form(revision, it, page)
      : h("p", { key: "offer" }, h("button", { type: "button", id: "decide", class: "primary", disabled: state.busy,
        onclick: () => (token() ? send(revision, it, token(), page) : identify(page)) }, it.label),
      session.user && [" ", h("button", { type: "button", onclick: () => identify(page) }, "With another token")])),
    offered && terminal);
}

/** An approval is of one revision as it is held now: held anew, it may be asked for anew. */
const asking = ({ state, reasons }) => [state, ...reasons].join("\n");

function who(session, page) {
  return h("p", { key: "who" }, "You are ", h("strong", {}, session.user), ". ",
    h("button", { type: "button", class: "inline", onclick: () => {
      page.identified("");
      page.state.outcome = null;
      document.getElementById("decide")?.focus();
    } }, "Forget the token"));
}

function outcome(revision, state) {
  const said = state.asked ? heard(revision, state) : state.outcome;
  return h("div", { key: "outcome", class: "outcome", id: "outcome", role: "alert", tabindex: "-1" },
    said && h("p", { class: said.good ? "good-words" : "condition" },
      said.title && h("strong", {}, said.title, said.good ? " " : ": "), said.words));
}

/** What has come of it so far. */
function heard(revision, { asked }) {
  if (revision.state === "active") {
    return { good: true, title: "It serves", words: [`since ${clock(revision.activated)} UTC`,
      revision.approvedBy && `in the name of ${revision.approvedBy}`].filter(Boolean).join(", ") + "." };
  }
  return asked === asking(revision)
    ? { good: true, title: "Asked for.", words: "The state above tells what comes of it." }
    : { good: false, title: `It is ${revision.state} now`, words: "Its reasons are above." };
}

function form(revision, it, page) {
  const close = () => {
    page.state.identifies = false;
    page.redraw();
    document.getElementById("decide")?.focus();
  };
  return h("form", { key: "identify", class: "filters", "aria-label": "Who you are",
    onsubmit: (event) => {
      event.preventDefault();
      send(revision, it, event.target.elements.token.value.trim(), page);
    },
    onkeydown: (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    } },
  tokenField({ "aria-describedby": "outcome" }),
  h("button", { type: "submit", class: "primary", disabled: page.state.busy }, it.label),
  h("button", { type: "button", onclick: close }, "Cancel"));
}

/** Brings the form in which people say who they are. */
function identify(page) {
  page.state.identifies = true;
  page.state.outcome = null;
  page.redraw();
  document.getElementById("token").focus();
}

/** Asks for it by a token, which is kept once somebody has told whose it is. */
async function send(revision, { verb }, by, page) {
  const state = page.state;
  const held = by === token();
  let status = 200;
  Object.assign(state, { busy: true, outcome: null });
  page.redraw();
  try {
    await post(`rules/revisions/${revision.digest}/${verb}`, by);
    Object.assign(state, { asked: asking(revision), identifies: false });
  } catch (problem) {
    status = problem.status;
    state.outcome = refused(problem);
  }
  state.busy = false;
  if (page.state !== state) return;
  const told = [200, 403, 404, 409].includes(status);
  state.identifies = status === 401 || (!told && !held);
  if (told && !held) page.identified(by);
  else if (status === 401 && held) page.identified("");
  else page.refresh();
  page.redraw();
  document.getElementById(state.identifies ? "token" : state.asked ? "outcome" : "decide")?.focus();
}

function refused({ status, title, detail, advice }) {
  const words = [detail, advice].filter(Boolean).join(" ");
  return status === 401 ? { words: words[0].toUpperCase() + words.slice(1) } : { title, words };
}
