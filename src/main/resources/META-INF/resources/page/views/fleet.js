// Many clusters, by the ends of their decision logs: where what is read is, and what is wrong with it.

import { h } from "../dom.js";
import { grid } from "../grid.js";
import { badge, empty, section, table } from "../parts.js";
import { ago, brief, clock, count, graver, many } from "../words.js";

const MOODS = { ok: "good", old: "bad", stopped: "plain", empty: "warn", broken: "bad" };
const NOT_KNOWN = "not known";

/** How many images, and sources that gates wait for, a row names. */
const SHOWN = 4;

export default {
  title: () => "Fleet",
  needs: () => ({ fleet: ["fleet"] }),
  draw({ fleet }, route, page) {
    if (!fleet.clusters.length) return empty("No cluster records here", "A log is found once its cluster has uploaded it.");
    const wrong = fleet.clusters.filter((each) => each.problems.length);
    return [
      h("p", { class: "lead", key: "lead" }, summary(fleet.clusters), " Read ",
        h("time", { datetime: fleet.at, title: clock(fleet.at) }, ago(fleet.at)), "."),
      fleet.fault && h("p", { key: "fault", role: "status" }, badge("bad", "cannot be read"), " ", fleet.fault),
      wrong.length > 0 && problems(wrong),
      section("Clusters", null, clusters(fleet.clusters, route, page)),
    ];
  },
};

function summary(clusters) {
  const of = Object.keys(MOODS).map((status) => [clusters.filter((each) => each.status === status).length, status]);
  const rules = new Set(clusters.map((each) => each.rules).filter(Boolean)).size;
  return `${many(clusters.length, "cluster")}: ${of.filter(([size]) => size).map((each) => each.join(" ")).join(", ")}; ${many(rules, "set")} of rules.`;
}

function problems(clusters) {
  const all = clusters.flatMap((cluster) => cluster.problems.map((problem) => ({ cluster, problem })));
  return section("Broken logs", count(all.length), table("What is wrong with logs", ["Cluster", "Problem", "File or object", "What"],
    all.slice(0, 3 * SHOWN).map(({ cluster, problem }) => h("tr", { key: `${cluster.place} ${problem.kind} ${problem.object}` },
      h("td", {}, h("strong", {}, cluster.cluster)),
      h("td", {}, badge("bad", problem.kind)),
      h("td", {}, h("code", {}, `${cluster.place.replace(/\/$/, "")}/${problem.object}`)),
      h("td", {}, problem.message)))),
  all.length > 3 * SHOWN && h("p", {}, `and ${many(all.length - 3 * SHOWN, "more", "more")}`));
}

function clusters(all, route, page) {
  const titles = new Map(all.flatMap((each) => each.bundles ?? []).filter((it) => it.title).map((it) => [it.digest, it.title]));
  const by = (name, label, of) => ({ name, label, of, hides: name,
    title: ({ value, size }) => [h("strong", {}, value), ` ${many(size, "cluster")}`] });
  return grid({
    label: "Clusters", one: "cluster", rows: all, key: (each) => each.place, placeholder: "cluster, image, node class, gate",
    text: (each) => [each.cluster, each.place, each.status, each.rules, ...(each.images ?? []).flatMap((it) => [it.nodeClass, it.release, it.state]),
      ...(each.bundles ?? []).flatMap((it) => [it.title, it.digest, it.state]), ...(each.gates ?? []).flatMap((it) => [it.gate, it.waitsFor])].join(" "),
    choices: [{ name: "status", label: "Status", options: [...new Set(all.map((each) => each.status))].sort(), of: (each) => each.status }],
    groups: [by("status", "status", (each) => each.status), by("rules", "rules", (each) => (each.rules ? brief(each.rules) : NOT_KNOWN))],
    columns: [
      { name: "cluster", label: "Cluster", value: (each) => each.cluster, cell: (each) => h("strong", { title: each.place }, each.cluster) },
      { name: "status", label: "Status", value: (each) => each.status, cell: (each) => badge(MOODS[each.status], each.status) },
      { name: "last", label: "Newest entry", value: (each) => each.last, cell: (each) => (each.last
        ? h("time", { datetime: each.last, title: clock(each.last) }, ago(each.last)) : NOT_KNOWN) },
      { name: "rules", label: "Rules", value: (each) => each.rules, cell: (each) => (each.rules
        ? h("code", { class: "nowrap", title: each.rules }, brief(each.rules)) : NOT_KNOWN) },
      { name: "images", label: "Launches", wide: true, cell: (each) => list(each.images, image) },
      ...(all.some((each) => each.bundles?.length)
        ? [{ name: "bundles", label: "Bundles", cell: (each) => list(each.bundles, (it) => bundle(it, titles)) }] : []),
      { name: "gates", label: "Gates closed", cell: (each) => closed(each.gates) },
      { name: "findings", label: "Findings", cell: (each) => (each.findings
        ? Object.entries(each.findings).sort(([a], [b]) => graver(a, b)).map(([severity, size]) => `${count(size)} ${severity}`).join(", ") || "none" : NOT_KNOWN) },
    ],
  }, route, page);
}

/** A node class with what it launches: golden, ring 0: ami-0a15 canary on 1 node. */
function image({ nodeClass, ring, release, state, nodes }) {
  return [`${nodeClass}${ring === null ? "" : `, ring ${ring}`}: `, h("code", {}, release), state && ` ${state}`,
    nodes !== null && ` on ${many(nodes, "node")}`];
}

/** What became of a bundle of rules: policy 2.0 waits. */
function bundle({ digest, state, message }, titles) {
  return [h("span", { title: digest }, titles.get(digest) ?? h("code", {}, brief(digest.replace(/^sha256:/, "")))), ` ${state}`, message && `: ${message}`];
}

/** How many, and what they wait for that is no closed gate itself. */
function closed(gates) {
  if (!gates) return NOT_KNOWN;
  const names = new Set(gates.map((each) => each.gate));
  const causes = [...new Set(gates.map((each) => each.waitsFor).filter((name) => !names.has(name)))].sort();
  return [names.size === 0 ? "none" : `${count(names.size)}${causes.length ? ", wait for" : ""}`, causes.length > 0 && list(causes, (each) => each)];
}

function list(all, cell) {
  if (!all) return NOT_KNOWN;
  if (!all.length) return "none";
  return h("ul", { role: "list" }, all.slice(0, SHOWN).map((each) => h("li", {}, cell(each))),
    all.length > SHOWN && h("li", {}, `and ${count(all.length - SHOWN)} more`));
}
