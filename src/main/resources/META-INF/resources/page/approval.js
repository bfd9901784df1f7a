// Approving a revision of the rules, or rolling back to one: as which user, and with which result.

import { post, token } from "./api.js";
import { h } from "./dom.js";
import { tokenField } from "./parts.js";
import { brief, clock } from "./words.js";

/** What can be done with a revision, by its state. */
const VERBS = {
  held: { verb: "approve", title: "Approve this revision", label: "Approve",
    words: "It is previewed once more, then activated. The decision log records your name." },
  replaced: { verb: "rollback", title: "Roll back to this revision", label: "Roll back",
    words: "It is activated again without preview. The decision log records your name." },
};

/** What the user can do with it here; null when there is nothing. */
export function approval(revision, session, page) {
  const state = page.state;
  const it = VERBS[revision.state];
  if (!it && !state.requested) return null;
  const terminal = it && h("p", { key: "terminal", class: "quiet-text" }, "In the terminal: ",
    h("code", {}, `plumbline rules ${it.verb} ${brief(revision.digest)}`));
  if (!session?.changes) {
    return it && h("div", { key: "decision", class: "block" }, h("p", {}, session?.why ?? "This page is read-only."), terminal);
  }
  const offered = it && state.requested !== key(revision);
  return h("section", { key: "decision", class: "block approve", "aria-label": it?.title ?? "Your request" },
    h("h2", {}, it?.title ?? "Your request"),
    it && h("p", { key: "words" }, it.words),
    session.user && who(session, page),
    outcome(revision, state),
    offered && (state.identifies ? form(revision, it, page)
      : h("p", { key: "offer" }, h("button", { type: "button", id: "decide", class: "primary", disabled: state.busy,
        onclick: () => (token() ? send(revision, it, token(), page) : identify(page)) }, it.label),
      session.user && [" ", h("button", { type: "button", onclick: () => identify(page) }, "With another token")])),
    offered && terminal);
}

/** A request is for a revision in its current state: held anew, it may be approved anew. */
const key = ({ state, reasons }) => [state, ...reasons].join("\n");

function who(session, page) {
  return h("p", { key: "who" }, "You are ", h("strong", {}, session.user), ". ",
    h("button", { type: "button", class: "inline", onclick: () => {
      page.identified("");
      page.state.outcome = null;
      document.getElementById("decide")?.focus();
    } }, "Forget the token"));
}

function outcome(revision, state) {
  const result = state.requested ? progress(revision, state) : state.outcome;
  return h("div", { key: "outcome", class: "outcome", id: "outcome", role: "alert", tabindex: "-1" },
    result && h("p", { class: result.good ? "good-words" : "condition" },
      result.title && h("strong", {}, result.title, result.good ? " " : ": "), result.words));
}

/** The result of the request so far. */
function progress(revision, { requested }) {
  if (revision.state === "active") {
    return { good: true, title: "Active", words: [`since ${clock(revision.activated)} UTC`,
      revision.approvedBy && `approved by ${revision.approvedBy}`].filter(Boolean).join(", ") + "." };
  }
  return requested === key(revision)
    ? { good: true, title: "Requested.", words: "The state above shows the result." }
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

/** Shows the form for the token. */
function identify(page) {
  page.state.identifies = true;
  page.state.outcome = null;
  page.redraw();
  document.getElementById("token").focus();
}

/** Requests it with a token, which is kept once it has proved valid. */
async function send(revision, { verb }, by, page) {
  const state = page.state;
  const known = by === token();
  let status = 200;
  Object.assign(state, { busy: true, outcome: null });
  page.redraw();
  try {
    await post(`rules/revisions/${revision.digest}/${verb}`, by);
    Object.assign(state, { requested: key(revision), identifies: false });
  } catch (problem) {
    status = problem.status;
    state.outcome = rejected(problem);
  }
  state.busy = false;
  if (page.state !== state) return;
  const valid = [200, 403, 404, 409].includes(status);
  state.identifies = status === 401 || (!valid && !known);
  if (valid && !known) page.identified(by);
  else if (status === 401 && known) page.identified("");
  else page.refresh();
  page.redraw();
  document.getElementById(state.identifies ? "token" : state.requested ? "outcome" : "decide")?.focus();
}

function rejected({ status, title, detail, advice }) {
  const words = [detail, advice].filter(Boolean).join(" ");
  return status === 401 ? { words: words[0].toUpperCase() + words.slice(1) } : { title, words };
}
