// All known objects, by name.

import { h } from "../dom.js";
import { empty, field, tabs } from "../parts.js";
import { to, toObject } from "../route.js";
import { clock, count } from "../words.js";
import { virtual } from "../virtual.js";

const KINDS = ["EC2NodeClass", "NodePool", "NodeClaim", "Node", "Pod", "Ami", "InstanceType", "NodeOverlay"];

export default {
  title: () => "Objects",
  needs: () => ({ status: ["status"] }),
  draw({ status }, route, page) {
    const { q, kind } = route.filters;
    const kinds = KINDS.filter((each) => status.facts[each]);
    const selected = kind ? [kind] : kinds;
    read(selected, status, page);
    const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const lists = page.state.lists ?? {};
    const all = selected.flatMap((each) => lists[each]?.rows ?? []);
    const shown = words.length ? all.filter((each) => words.every((word) => each.text.includes(word))) : all;
    const total = selected.reduce((sum, each) => sum + (status.facts[each] ?? 0), 0);
    return [
      tabs("Kind", [["All", to("objects", [], { q }), !kind], ...kinds.map((each) =>
        [each, to("objects", [], { q, kind: each }), each === kind, count(status.facts[each])])]),
      h("div", { class: "filters", key: "filters" }, field("Search", "q", q, (it) => page.filter({ q: it }),
        { type: "search", placeholder: "name, type, zone, image" }),
        h("p", { class: "quiet-text count", role: "status" }, `${count(shown.length)} of ${count(total)}`, all.length < total && ", loading…")),
      shown.length ? virtual("Objects", shown, 44, row, page.state, page.redraw)
        : all.length < total ? null
          : empty(words.length ? "No object matches" : kind === "Pod" ? "No pod waits for a node" : "No object is known", words.length ? "Try: fewer letters." : "Try: check the sources under Gates.", to("gates"), "Sources and gates"),
    ];
  },
};

/** Reads the selected lists once, and again when their length has changed. */
function read(kinds, status, page) {
  const lists = (page.state.lists ??= {});
  for (const kind of kinds) {
    const length = status.facts[kind] ?? 0;
    if (lists[kind]?.length === length) continue;
    lists[kind] = { length, rows: lists[kind]?.rows ?? [] };
    page.all("facts", { type: kind }, ({ items }) => {
      lists[kind].rows = items.map((each) => known(kind, each[kind]));
      page.redraw();
    }).catch(() => (lists[kind].length = -1));
  }
}

function known(kind, fact) {
  const id = kind === "Ami" ? fact.id : kind === "Pod" ? `${fact.namespace}/${fact.name}` : fact.name;
  const notes = {
    Ami: [fact.name, fact.state, clock(fact.creationDate).slice(0, 10)],
    NodeClaim: [fact.nodePool, fact.instanceType, fact.zone, fact.ami],
    Node: [fact.nodePool, fact.instanceType, fact.zone, fact.providerId ? fact.providerId.split("/").pop() : null, fact.ready && fact.ready !== "True" ? "not ready" : null],
    NodePool: [fact.nodeClass, fact.weight ? `weight ${fact.weight}` : null],
    InstanceType: [fact.architecture, fact.vcpus && `${fact.vcpus} vCPU`],
    Pod: [fact.created && `since ${clock(fact.created)}`],
  }[kind] ?? [];
  const note = notes.filter((each) => each && each !== "–").join(" · ");
  return { key: `${kind}/${id}`, kind, id, note, text: `${kind} ${id} ${note}`.toLowerCase() };
}

function row({ key, kind, id, note }) {
  return h("a", { class: "row object-row", href: toObject(key) }, h("span", { class: "kind" }, kind),
    h("span", { class: "grow" }, id), h("span", { class: "quiet-text note" }, note));
}
