// The trains of images: what each node class launches, what speaks against newer releases, what others wait for.

import { h } from "../dom.js";
import { badge, empty, field, message, object, table } from "../parts.js";
import { life } from "../pictures.js";
import { rangeField, since } from "../range.js";
import { to } from "../route.js";
import { clock, count, many } from "../words.js";

const KINDS = { proven: "good", rolling: "accent", canary: "accent", soaking: "warn", candidate: "plain",
  quarantined: "bad", recalled: "bad" };

export default {
  title: () => "Images",
  needs: () => ({ images: ["view/images"] }),
  draw({ images: { trains, releases, now } }, route, page) {
    if (!trains.length && !releases.length) {
      return empty("No node class selects images",
        "Try: add an EC2NodeClass below cluster/ of the snapshot folder, or check the source ec2-node-classes.",
        to("gates"), "Sources and gates");
    }
    const { q, state, range } = route.filters;
    const from = since(range, new Date(now).getTime());
    const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const within = (each) => (!state || each.state === state) &&
      (from === null || each.nodes > 0 || [each.created, each.since].some((time) => time && new Date(time).getTime() >= from));
    const all = new Map(releases.map((each) => [each.name, each]));
    const fits = (it) => {
      const text = `${it.name} ${it.nodeClasses.map((each) => each.nodeClass).join(" ")} ${it.releases.map((each) => `${each} ${all.get(each)?.title}`).join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word)) && (!state || it.releases.some((each) => within(all.get(each))));
    };
    const shown = trains.filter(fits);
    const selected = new Set(trains.flatMap((each) => each.releases));
    const others = releases.filter((each) => !selected.has(each.name) && within(each));
    const most = page.state.most ?? TRAINS;
    return [
      lead(trains, releases),
      h("div", { class: "filters", key: "filters", role: "search", "aria-label": "Filter" },
        field("Search", "q", q, (it) => page.filter({ q: it }), { type: "search", placeholder: "node class, image, release" }),
        field("State", "state", state, (it) => page.filter({ state: it }), { choices: ["", ...Object.keys(KINDS)] }),
        rangeField(range, page),
        h("p", { class: "quiet-text count", role: "status" }, shown.length === trains.length ? many(trains.length, "train") : `${count(shown.length)} of ${many(trains.length, "train")}`)),
      ...shown.slice(0, most).map((each) => train(each, all, now, { from, within, unfolded: shown.length <= UNFOLDED })),
      shown.length > most && h("button", { key: "more", type: "button", onclick: () => {
        page.state.most = most + TRAINS;
        page.redraw();
      } }, `Show more (${count(shown.length - most)})`),
      others.length > 0 && h("details", { class: "group", key: "others" }, h("summary", {}, "Releases that no node class selects", h("span", { class: "note" }, count(others.length))),
        rows("Releases that no node class selects", others.slice(0, 50)), others.length > 50 && h("p", { class: "quiet-text" }, `${count(others.length - 50)} more`)),
    ];
  },
};

/** So many trains are shown at once, and so few of them open. */
const TRAINS = 15;
const UNFOLDED = 1;

function lead(trains, releases) {
  const of = (...states) => releases.filter((each) => states.includes(each.state)).length;
  return h("p", { class: "lead", key: "lead" },
    `${many(trains.length, "train")} of images: ${count(of("proven"))} proven, ${count(of("canary", "rolling"))} tried, ` +
    `${count(of("candidate", "soaking"))} waiting, ${count(of("quarantined", "recalled"))} not to be launched. ` +
    "A node class launches the newest proven release until its ring takes the next one.");
}

function train({ name, nodeClasses, releases }, all, now, { from, within, unfolded }) {
  const known = releases.map((each) => all.get(each)).filter(within);
  return h("details", { class: "card train", key: name, unfolded },
    h("summary", {}, h("strong", {}, "Train ", h("code", {}, name || "of no terms")), h("span", { class: "note" }, many(nodeClasses.length, "node class", "node classes")),
      states(known), h("p", { class: "quiet-text first" }, inShort(nodeClasses))),
    rings(name, nodeClasses, all),
    known.length > 0 && course(known.slice(0, COURSE), now, from),
    known.length > 0 ? some(`Releases of the train ${name}`, known)
      : h("p", { class: "quiet-text" }, releases.length ? "No release of it in this time and state." : "No release of it has a state yet."),
    failures(known));
}

const COURSE = 8;
const RELEASES = 6;

const states = (known) => [...Map.groupBy(known, (each) => each.state)].map(([state, all]) => [" ", badge(KINDS[state], `${count(all.length)} ${state}`)]);

/** What its node classes launch, and that something newer waits. */
function inShort(classes) {
  const waiting = classes.filter((each) => each.next.length || each.refused.length).length;
  return [classes.slice(0, 3).map((each) => `${each.nodeClass}: ${each.launches.join(", ") || "nothing"}`).join("; "),
    classes.length > 3 && ` and ${classes.length - 3} more`, waiting > 0 && `; newer releases are not launched yet by ${many(waiting, "node class", "node classes")}`];
}

function some(label, known) {
  return known.length <= RELEASES ? rows(label, known) : [rows(label, known.slice(0, RELEASES)),
    h("details", { class: "group", key: "older" }, h("summary", {}, `${count(known.length - RELEASES)} older`), rows(label + ", older", known.slice(RELEASES)))];
}

/** What runs, what waits and why, ring by ring. */
function rings(name, classes, all) {
  return table(`Rings of the train ${name}`, ["Ring", "Node class", "Launches", "Newer, and why not"], classes.map((each) =>
    h("tr", { key: each.nodeClass }, h("th", { scope: "row" }, each.ring),
      h("td", {}, object(`EC2NodeClass/${each.nodeClass}`, each.nodeClass)),
      h("td", {}, each.launches.length ? each.launches.map((it) => h("p", { key: it, class: "launch" }, release(it, all.get(it)),
        each.incumbents.includes(it) && [" ", h("span", { class: "quiet-text" }, "incumbent")])) : h("span", { class: "none" }, "nothing"),
        each.status.length > 0 && h("p", { key: "status" }, badge("warn", "Karpenter's status"), " names ", each.status.join(", "))),
      h("td", {}, newer(each, all)))));
}

function newer({ launches, refused, next }, all) {
  const objections = Map.groupBy(refused, (each) => each.release);
  const waits = next.filter((each) => !launches.includes(each.release));
  const taken = next.filter((each) => launches.includes(each.release) && each.admitted);
  if (!objections.size && !waits.length && !taken.length) return h("span", { class: "none" }, "–");
  return h("ul", { class: "newer", role: "list" },
    [...objections].map(([it, reasons]) => h("li", { key: "refused " + it }, release(it, all.get(it)),
      h("ul", {}, reasons.map((each) => h("li", { key: each.message }, message(each)))))),
    waits.map((each) => h("li", { key: each.release }, release(each.release, all.get(each.release)),
      each.candidate && [" ", badge("accent", "next")],
      h("ul", {}, each.waits.map((wait) => h("li", { key: wait.message }, message(wait))),
        each.admitted && h("li", { key: "admitted" }, "the next node is launched with it: ", each.admitted)))),
    taken.map((each) => h("li", { key: "taken " + each.release }, release(each.release, all.get(each.release)),
      h("ul", {}, h("li", {}, "launched before it is proven: ", each.admitted)))));
}

function release(name, it) {
  return h("span", { class: "release" }, it ? object(it.object, it.title ?? name) : name, it && [" ", badge(KINDS[it.state], it.state)]);
}

/** Each release from the day on which EC2 made it, and since when it is in its state. */
function course(known, now, since) {
  const made = known.filter((each) => each.created);
  if (!made.length) return null;
  const from = Math.max(since ?? 0, Math.min(...made.map((each) => new Date(each.created).getTime())));
  const to = new Date(now).getTime();
  return h("figure", { class: "course" },
    h("ul", { role: "list", "aria-label": "Releases over time" }, made.map((each) => h("li", { key: each.name },
      h("span", { class: "course-name" }, each.title ?? each.name),
      life(`${each.name} made ${clock(each.created)}, ${each.state}${each.since ? " since " + clock(each.since) : ""}`,
        from, to, new Date(each.created).getTime(), each.since && new Date(each.since).getTime(), each.state),
      h("span", { class: "quiet-text" }, each.state)))),
    h("figcaption", { class: "quiet-text" }, h("time", { datetime: new Date(from).toISOString() }, clock(new Date(from).toISOString()).slice(0, 10)),
      h("span", {}, "made, and in its state until now"), h("time", { datetime: now }, clock(now).slice(0, 16), " UTC")));
}

function rows(label, known) {
  return table(label, ["Release", "State", "Since", "#Node-hours", "#Nodes", "#Failures", "Why"], known.map((each) =>
    h("tr", { key: each.name },
      h("td", { class: "names-it" }, object(each.object, each.title ?? each.name), each.title && h("p", { class: "quiet-text names" }, each.name)),
      h("td", {}, badge(KINDS[each.state], each.state)),
      h("td", {}, each.since ? h("time", { datetime: each.since }, clock(each.since)) : "–"),
      h("td", { class: "number" }, count(each.healthyNodeHours)),
      h("td", { class: "number" }, count(each.nodes)),
      h("td", { class: "number" }, count(each.failures)),
      h("td", {}, each.message, each.waits.map((wait) => h("p", { key: wait.message, class: "names" }, message(wait))),
        each.decision && decided(each.decision)))));
}

function decided({ decision, reason, author, expires, inForce }) {
  return h("p", { class: "names", key: "decision" }, badge(inForce ? "accent" : "plain", decision),
    author && ` by ${author}`, reason && `: ${reason}`,
    expires && [inForce ? ", until " : ", expired at ", h("time", { datetime: expires }, clock(expires)), " UTC"]);
}

function failures(known) {
  const all = known.flatMap((each) => each.failed.map((it) => ({ ...it, release: each.name })));
  if (!all.length) return null;
  return h("details", { class: "group", key: "failures" }, h("summary", {}, "Last nodes that failed", h("span", { class: "note" }, count(all.length))),
    table("Last nodes that failed", ["NodeClaim", "Release", "Pool", "Type", "Zone", "When", "What happened"], all.map((each) =>
      h("tr", { key: each.release + each.nodeClaim },
        h("td", {}, object(`NodeClaim/${each.nodeClaim}`, each.nodeClaim)), h("td", {}, each.release),
        h("td", {}, each.nodePool), h("td", {}, each.instanceType ?? "–"), h("td", {}, each.zone ?? "–"),
        h("td", {}, h("time", { datetime: each.at }, clock(each.at))),
        h("td", {}, h("strong", {}, each.outcome), ": ", each.message)))));
}
