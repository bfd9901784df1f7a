// Nodes: searched, grouped and paged by the server.

import { h } from "../dom.js";
import { bar, groupList, groupRows, pager, pageSize, rowsTable, start } from "../grid.js";
import { badge, empty, object } from "../parts.js";
import { to, toObject } from "../route.js";
import { ago, clock, count, many } from "../words.js";

const FIELDS = { nodePool: "pool", nodeClass: "node class", instanceType: "type", zone: "zone", capacityType: "capacity type", ami: "image", state: "state", drifted: "drift" };
const KINDS = { nodePool: "NodePool", nodeClass: "EC2NodeClass", instanceType: "InstanceType", ami: "Ami" };
const STATES = ["ready", "not-ready", "starting", "deleting"];
const GROUPS = Object.entries(FIELDS).map(([name, label]) => ({ name, label }));

export default {
  title: () => "Nodes",
  needs: ({ filters }) => {
    const { q, sort, open } = filters;
    const group = groupOf(filters);
    const where = Object.keys(FIELDS).filter((name) => filters[name]).map((name) => `${name}=${filters[name]}`);
    return {
      nodes: ["view/nodes", { q, where, sort, group, offset: group ? undefined : start(filters) || undefined, limit: group ? 0 : pageSize() }],
      ...(group && open && { opened: ["view/nodes", { q, where: [...where, `${group}=${open}`], limit: groupRows() }, { optional: true }] }),
    };
  },
  draw({ nodes, opened }, route, page) {
    const { filters } = route;
    if (!nodes.total) return empty("No node is known", "Try: add nodes and NodeClaims below cluster/ of the snapshot folder, or check the sources under Gates.", to("gates"), "Sources and gates");
    const group = groupOf(filters);
    const chips = Object.keys(FIELDS).filter((name) => name !== "state" && filters[name]);
    const key = (each) => `${each.node} ${each.claim}`;
    const columns = columnsOf(nodes.now);
    return [
      bar({ filters, groups: GROUPS, columns: group ? [] : columns, total: nodes.total, matched: nodes.matched, one: "node",
        placeholder: "name, pool, type, zone, image",
        choices: [{ name: "state", label: "State", options: STATES }] }, route, page),
      chips.length > 0 && h("ul", { class: "chips filter-chips", key: "chips", role: "list" }, chips.map((name) => h("li", { key: name },
        `${FIELDS[name]} ${filters[name]}`, h("a", { href: to("nodes", [], { ...filters, [name]: undefined, page: undefined }), "aria-label": `Without ${FIELDS[name]} ${filters[name]}` }, "×")))),
      !nodes.matched ? empty("No node matches", "Try: fewer words.", to("nodes"), "All nodes")
        : group ? groupList({ label: `Nodes by ${FIELDS[group]}`, columns, key, filters, members: (opened?.items ?? []).filter((each) => (each[group] ?? "none") === filters.open),
          group: { name: group, hides: group, title },
          groups: nodes.groups.map((each) => ({ ...each, value: each.value ?? "none", size: each.nodes, group })) }, route, page)
          : [rowsTable({ label: "Nodes", columns, rows: nodes.items, key, filters }, page), pager(nodes.matched, filters, route)],
    ];
  },
};

const groupOf = ({ group }) => (group in FIELDS ? group : undefined);

function title({ value, size, notReady, drifted, group }) {
  const kind = KINDS[group];
  return [kind && value !== "none" ? object(`${kind}/${value}`, value) : h("strong", {}, value), ` ${many(size, "node")} `,
    notReady > 0 && [badge("bad", `${count(notReady)} not ready`), " "], drifted > 0 && badge("warn", `${count(drifted)} drifted`)];
}

const columnsOf = (now) => [
  { name: "name", label: "Node", sortable: true, cell: (each) => h("a", { class: "object", href: toObject(each.node ? `Node/${each.node}` : `NodeClaim/${each.claim}`) }, each.name) },
  { name: "state", label: "State", sortable: true, cell: (each) => [badge(mood(each.state), each.state.replace("-", " ")), each.drifted && [" ", badge("warn", each.drifted)]] },
  { name: "nodePool", label: "Pool", sortable: true, cell: (each) => (each.nodePool ? object(`NodePool/${each.nodePool}`, each.nodePool) : "–") },
  { name: "instanceType", label: "Type", sortable: true, cell: (each) => each.instanceType ?? "–" },
  { name: "zone", label: "Zone", sortable: true, minor: true, cell: (each) => each.zone ?? "–" },
  { name: "ami", label: "Image", sortable: true, cell: (each) => (each.ami ? object(`Ami/${each.ami}`, each.image ?? each.ami) : "–") },
  { name: "created", label: "Age", sortable: true, minor: true, cell: (each) => (each.created
    ? h("time", { datetime: each.created, title: clock(each.created) }, ago(each.created, new Date(now).getTime()).replace(" ago", "")) : "–") },
];

export const mood = (state) => ({ ready: "good", "not-ready": "bad", starting: "accent" })[state] ?? "warn";
