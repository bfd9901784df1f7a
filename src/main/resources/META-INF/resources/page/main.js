// The page: which view is shown, the data that it needs, and when that is requested again.

import { all, get, setToken, url } from "./api.js";
import { draw, h } from "./dom.js";
import { narrows } from "./grid.js";
import { keys } from "./keys.js";
import { Liveness } from "./liveness.js";
import { empty, fault, identify, waiting } from "./parts.js";
import { here, replace, to } from "./route.js";
import { search } from "./search.js";
import { share } from "./share.js";
import { Stream } from "./stream.js";
import { FLEET, VIEWS, NAVIGATION } from "./views.js";

const main = document.getElementById("main");
const nav = document.getElementById("nav");
const menu = document.getElementById("menu");
const side = document.getElementById("side");

let route = here();
let data = {};
let state = {};
let problem = null;
let loading = null;
let again = false;
let changedAt = null; // when the event came for which the page is not updated yet
let newest = null; // the settlement of the last event
let retry = 0;
let first = true;
let opener = null;
let navigation = NAVIGATION;

const liveness = new Liveness(() => {
  stream.failures = 0;
  stream.open();
  refresh();
});

/** What a view gets beside its data. */
const page = {
  redraw: () => show(),
  refresh: () => refresh(),
  filter: (changes) => replace(to(route.view, route.names, { ...route.filters, ...changes })),
  side: { open: openSide, close: closeSide, shows: (title) => !side.hidden && side.querySelector("h2")?.textContent === title },
  get state() {
    return state;
  },
  get, all,
  identified: (token) => signIn(token),
};

/** Requests what the view needs; the page stays as it is meanwhile. */
async function refresh() {
  if (loading) {
    again = true;
    return;
  }
  const mine = (loading = new AbortController());
  clearTimeout(retry);
  const since = changedAt;
  changedAt = null;
  const answers = await answersOf(mine.signal);
  if (loading !== mine) return;
  loading = null;
  take(answers);
  show();
  measured(VIEWS[route.view], since);
  if (again) {
    again = false;
    refreshIfOutdated();
  }
}

/** Requests again, unless all that is shown is of the newest settlement. */
function refreshIfOutdated() {
  const { problems, ...answers } = data;
  const known = Object.values(answers);
  if (newest === null || problem || !known.length || known.some((each) => each?.sequence !== newest)) refresh();
  else changedAt = null;
}

/** What the view needs: each with its answer, or its problem. */
async function answersOf(signal) {
  const needs = Object.entries(VIEWS[route.view]?.needs?.(route, state) ?? {});
  return Promise.all(needs.map(async ([name, [path, parameters, options]]) => {
    try {
      return [name, await get(path, parameters, signal), null];
    } catch (thrown) {
      return [name, null, { thrown, optional: options?.optional }];
    }
  }));
}

function take(answers) {
  problem = null;
  const problems = {};
  for (const [name, answer, wrong] of answers) {
    if (!wrong) {
      data[name] = answer;
    } else if (wrong.optional) {
      delete data[name];
      problems[name] = wrong.thrown;
    } else {
      problem = wrong.thrown;
    }
  }
  data.problems = problems;
  if (problem && problem.status !== 401) retry = setTimeout(refresh, 1000 * Math.min(30, problem.retryAfter ?? 5));
  liveness.answered(problem, Boolean(VIEWS[route.view] && ready(VIEWS[route.view])));
}

function ready(view) {
  return Object.entries(view.needs?.(route, state) ?? {}).every(
    ([name, [, , options]]) => name in data || options?.optional);
}

function show() {
  const view = VIEWS[route.view];
  const title = view ? view.title(route) : "Not found";
  document.title = `${title} · Plumbline`;
  let content;
  if (!view) {
    content = empty("There is no such view", "The address may be of another version.", to("overview"), "Overview");
  } else if (data.problems && ready(view)) {
    content = view.draw(data, route, page);
  } else {
    content = problem ? failed() : waiting();
  }
  main.setAttribute("aria-busy", String(!problem && !!view && !ready(view)));
  draw(main, [h("h1", { key: "h1 " + route.view, tabindex: "-1" }, title),
    h("div", { key: address(), class: "view view-" + route.view }, content)]);
  view?.drawn?.(main, page);
}

/** Why there is nothing to show, and what may help. */
function failed() {
  if (problem.status === 401) return [fault(problem), identify(signIn)];
  return fault(problem, refresh, problem.retryAfter && `The page retries every ${problem.retryAfter} s.`);
}

function signIn(token) {
  setToken(token);
  stream.open();
  refresh();
}

const address = () => [route.view, ...route.names].join("/");

/** Performance measures: from the start, or from an event, to the drawn page. */
function measured(view, start) {
  if (!view || problem) return;
  requestAnimationFrame(() => setTimeout(() => {
    if (first) performance.measure("plumbline:first-view", { start: 0 });
    else if (start) performance.measure("plumbline:update", { start });
    first = false;
  }));
}

const wanted = () => JSON.stringify(VIEWS[route.view]?.needs?.(route, state) ?? {});

/** Another address: another view, or other filters of the same. */
function navigate() {
  const before = address();
  const asked = wanted();
  route = here();
  const same = before === address();
  if (!same) {
    loading?.abort();
    loading = null;
    data = {};
    state = {};
    problem = null;
    closeSide();
    scrollTo(0, 0);
    menu.setAttribute("aria-expanded", "false");
    document.getElementById("find-text").value = route.view === "objects" ? route.filters.q ?? "" : "";
    drawNavigation();
  } else if (VIEWS[route.view]?.still) {
    data = {};
  } else if (loading && wanted() !== asked) {
    loading.abort(); // what is on its way answers what was asked before
    loading = null;
  }
  show();
  if (!same) main.querySelector("h1")?.focus({ preventScroll: true });
  refresh();
}

function drawNavigation() {
  const current = VIEWS[route.view]?.under ?? route.view;
  draw(nav, h("ul", {}, navigation.map(([name, label]) =>
    h("li", { key: name }, h("a", {
      href: to(name), "aria-current": name === current ? "page" : undefined,
    }, label)))));
}

function openSide(title, content) {
  if (side.hidden) opener = document.activeElement;
  const opened = side.hidden;
  side.hidden = false;
  document.body.classList.add("with-side");
  draw(side, [
    h("div", { class: "side-head" },
      h("h2", { id: "side-title", tabindex: "-1" }, title),
      h("button", { type: "button", class: "quiet", onclick: () => page.side.close(true) }, "Close ", h("kbd", {}, "Esc"))),
    h("div", { class: "side-body" }, content)]);
  if (opened) side.querySelector("h2").focus();
}

function closeSide(focus) {
  if (side.hidden) return;
  side.hidden = true;
  document.body.classList.remove("with-side");
  state.closed?.();
  if (focus && opener?.isConnected) opener.focus();
}

const stream = new Stream(url("events"), {
  received(name, body) {
    if (name === "recorded") { // entries are durable after their settlement is published
      if (VIEWS[route.view]?.readsLog) loading ? again = true : refresh();
      return;
    }
    changedAt ??= performance.now();
    liveness.received(name, body);
    newest = name === "settled" ? body.sequence : null;
    if (VIEWS[route.view]?.still) return;
    if (loading) again = true;
    else refreshIfOutdated();
  },
  changed(now, before) {
    liveness.changed(stream);
    if (now === "live" && before === "lost") refresh();
  },
});

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
menu.addEventListener("click", () => {
  const open = menu.getAttribute("aria-expanded") !== "true";
  menu.setAttribute("aria-expanded", String(open));
  if (open) nav.querySelector("a")?.focus();
});
search(document.getElementById("find"));
share(document.getElementById("share"), page);
addEventListener("hashchange", navigate);
// A telephone that is turned, a window that is made narrower: other rows fit on a page.
narrows.addEventListener("change", navigate);
// A page that the browser keeps for going back must not keep a connection: there are six for all.
addEventListener("pagehide", () => {
  loading?.abort();
  loading = null;
  stream.close();
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  stream.open();
  refresh();
});
keys(page, NAVIGATION);
drawNavigation();
get("session").then(({ fleet }) => {
  if (!fleet) return;
  navigation = [...NAVIGATION, FLEET];
  drawNavigation();
}, () => {}); // a view that is needed says what is wrong
show();
refresh();
stream.open();

