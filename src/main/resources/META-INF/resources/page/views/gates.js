// Gates: the sources that they wait for, and what they block.

import { h } from "../dom.js";
import { grid, narrow } from "../grid.js";
import { badge, empty, object, section, table } from "../parts.js";
import { dependencies } from "../pictures.js";
import { clock, count, lasting, many } from "../words.js";

export default {
  title: () => "Gates",
  needs: () => ({
    gates: ["view/gates"], closed: ["gates"], status: ["status"], now: ["facts", { type: "EvaluationTime" }],
  }),
  draw({ gates, closed, status, now }, route, page) {
    const judged = new Date(now.items[0]?.EvaluationTime.instant ?? Date.now()).getTime();
    const shut = gates.gates.filter((each) => !each.open);
    if (!gates.gates.length) return empty("No gate is declared", "Nothing has to wait. Gates are declared in gates.yaml of the rules.");
    return [
      h("p", { class: "lead", key: "lead" }, shut.length
        ? `${many(shut.length, "gate")} of ${gates.gates.length} ${shut.length === 1 ? "is" : "are"} closed. What they block is neither concluded nor done.`
        : `All ${gates.gates.length} gates are open: all data is available.`),
      section("What waits for what", null, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "What waits for what" },
        picture(gates, judged))),
      closed.closed.length > 0 && waits(closed.closed, judged, route, page),
      sources(status.sources, judged, closed.closed.length > 0 || narrow()),
    ];
  },
};

/** By gate, unless something else is asked for: a source that fails closes it for every object. */
function waits(closed, judged, route, page) {
  const it = (name, label, of) => ({ name, label, of, hides: name,
    title: ({ value, members, size }) => [h("strong", {}, value), ` ${many(size, "closure")}`, h("p", { class: "quiet-text first" }, members[0].message)] });
  return section("Closed gates", null, grid({
    label: "Gates that are closed", one: "closure", rows: closed, key: (each) => each.gate + each.blocks + each.waitsFor, placeholder: "gate, object, source, reason",
    text: (each) => `${each.gate} ${each.blocks} ${each.waitsFor} ${each.message}`, initial: closed.length > 12 ? { group: "gate" } : {},
    choices: ["gate", "waitsFor"].filter((name) => route.filters[name]).map((name) => ({ name, label: name === "gate" ? "Gate" : "Waits for",
      options: [...new Set(closed.map((each) => each[name]))].sort(), of: (each) => each[name] })),
    groups: [it("gate", "gate", (each) => each.gate), it("waitsFor", "source", (each) => each.waitsFor)],
    columns: [
      { name: "gate", label: "Gate", value: (each) => each.gate, cell: (each) => h("strong", {}, each.gate) },
      { name: "blocks", label: "Blocks", value: (each) => each.blocks, cell: (each) => (each.blocks.includes("/") ? object(each.blocks) : each.blocks) },
      { name: "waitsFor", label: "Waits for", value: (each) => each.waitsFor, cell: (each) => each.waitsFor },
      { name: "since", label: "Since", value: (each) => each.since, cell: (each) => (each.since ? h("time", { datetime: each.since, title: clock(each.since) }, age(each.since, judged)) : "–") },
      { name: "why", label: "Why", wide: true, cell: (each) => h("span", { class: "clamp" }, badge(each.errorClass === "transient" ? "warn" : "bad", each.errorClass), " ", each.message) },
    ],
  }, route, page));
}

function age(time, judged) {
  return lasting(judged - new Date(time).getTime());
}

function picture({ gates, sources }, judged) {
  const names = new Set(gates.map((each) => each.name));
  const upper = gates.filter((each) => !each.waitsFor.some((name) => names.has(name)));
  const lower = gates.filter((each) => each.waitsFor.some((name) => names.has(name)));
  const used = new Set(gates.flatMap((each) => each.waitsFor));
  const box = (each) => ({ key: each.name, label: each.name, kind: each.open ? "open" : "closed",
    note: each.open ? null : many(each.blocks.length, "object"), title: each.message ?? each.name });
  const source = (each) => ({ key: each.name, label: each.name,
    kind: { synced: "open", failed: "closed", syncing: "waiting" }[each.state] ?? "absent",
    note: each.state === "synced" ? null : each.since ? age(each.since, judged) : each.state,
    title: [each.name, each.state, each.code].filter(Boolean).join(" ") });
  const state = new Map([...sources.map((each) => [each.name, source(each).kind]), ...gates.map((each) => [each.name, box(each).kind])]);
  const lines = gates.flatMap((each) => each.waitsFor.map((name) =>
    [name, each.name, state.get(name) === "open" || each.open ? "open" : "closed"]));
  const shut = lines.filter(([, , kind]) => kind === "closed");
  return dependencies(`${many(gates.length, "gate")}, of which ${gates.filter((each) => !each.open).length} wait: ${shut.map(([from, gate]) => `${gate} for ${from}`).join(", ") || "none"}`,
    [{ title: "Sources", items: sources.filter((each) => used.has(each.name)).map(source) },
      { title: "Wait for sources", items: upper.map(box) },
      { title: "Wait for gates", items: lower.map(box) }].filter(({ items }) => items.length),
    [...lines.filter(([, , kind]) => kind === "open"), ...shut]);
}

/** Whether it serves the prices that ship with Plumbline, since its call failed. */
const standIn = (each) => each.state === "synced" && each.code && each.since;

function sources(all, judged, folded) {
  const open = all.filter((each) => !each.ready || standIn(each));
  return section("Sources", count(all.length),
    folded && open.length > 0 && open.length < all.length && sourceTable("Sources that are not ready", open, judged),
    folded ? h("details", { class: "group" }, h("summary", {}, "All sources"), sourceTable("Sources", all, judged)) : sourceTable("Sources", all, judged));
}

function sourceTable(label, all, judged) {
  return table(label, ["Source", "State", "Filled by", "#Items", "Last success", "Failures"],
    all.map((each) => h("tr", { key: each.source },
      h("td", {}, h("strong", {}, each.source)),
      h("td", {}, badge(each.ready && !standIn(each) ? "good" : each.state === "failed" ? "bad" : "warn", each.state), each.code && h("code", {}, " " + each.code)),
      h("td", {}, each.operation),
      h("td", { class: "number" }, count(each.items)),
      h("td", { class: "nowrap" }, each.lastSuccess ? `${age(each.lastSuccess, judged)} ago` : standIn(each) ? `data of ${each.since.slice(0, 10)}` : "–"),
      h("td", {}, [each.failures && `${each.failures} in a row`, each.message].filter(Boolean).join(": ")))));
}
