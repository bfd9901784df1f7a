// The decision log: its entries, searched and paged.

import { h } from "../dom.js";
import { pageSize } from "../grid.js";
import { empty, fault, field } from "../parts.js";
import { rangeField, since } from "../range.js";
import { to } from "../route.js";
import { clock, many } from "../words.js";
import { entryView } from "../entry.js";
import { entryWords } from "../entry-words.js";

const KINDS = ["", "decision", "outcome", "rules", "leader", "start", "stop", "state"];
const PAGE = () => 2 * pageSize();

export default {
  readsLog: true,
  title: (route) => (route.names[0] ? `Entry ${route.names[0]}` : "Timeline"),
  needs: (route, state) => (route.names[0]
    ? { entry: [`audit/entries/${route.names[0]}`], proof: [`audit/entries/${route.names[0]}/proof`, {}, { optional: true }] }
    : { entries: ["audit/entries", { ...query(route.filters, state), limit: PAGE() }, { optional: true }] }),
  draw: (data, route, page) => (route.names[0] ? entryView(data) : list(data, route, page)),
};

/** A range is counted back from the minute in which it was opened: else each request would be another. */
const query = ({ object, rule, kind, range, from, to: until, action, control }, state) =>
  ({ object, rule, kind, from: moment(from) ?? back(range, state), to: moment(until), action, control });

function back(range, state) {
  const from = since(range, (state.opened ??= Math.ceil(Date.now() / 60_000) * 60_000));
  return from === null ? undefined : new Date(from).toISOString();
}

/** The time of a day or a minute as people write it. */
function moment(text) {
  if (!text) return undefined;
  const it = text.trim().replace(" ", "T");
  if (/^\d{4}-\d\d-\d\d$/.test(it)) return it + "T00:00:00Z";
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(it)) return it + (it.length === 16 ? ":00Z" : "Z");
  return it;
}

function list({ entries, problems }, route, page) {
  const { filters } = route;
  const set = (name) => (it) => {
    clearTimeout(page.state.typing);
    page.state.typing = setTimeout(() => page.filter({ [name]: it }), 250);
  };
  const form = h("div", { class: "filters", key: "filters", role: "search", "aria-label": "Filter the timeline" },
    field("Object", "object", filters.object, set("object"), { placeholder: "NodePool/default" }),
    field("Rule", "rule", filters.rule, set("rule"), { placeholder: "AMI-005" }),
    field("Kind", "kind", filters.kind, (it) => page.filter({ kind: it }), { choices: KINDS }),
    rangeField(filters.range, page, { from: undefined }),
    field("From", "from", filters.from, set("from"), { placeholder: "2026-11-20 09:00" }),
    field("Before", "to", filters.to, set("to"), { placeholder: "UTC" }));
  if (!entries) return [form, problems.entries && fault(problems.entries)];
  const key = JSON.stringify(filters);
  if (page.state.key !== key) Object.assign(page.state, { key, older: [], ended: false });
  const all = [...merge(entries.items, page.state.older)];
  return [
    form,
    h("p", { key: "count", class: "quiet-text" }, `${entries.origin}, ${many(entries.size, "entry", "entries")} in all, times in UTC`),
    all.length
      ? h("ol", { class: "timeline", key: "entries", role: "list" }, all.map((each) => h("li", { key: each.sequence },
        h("a", { href: to("timeline", [String(each.sequence)]), class: "row" },
          h("time", { datetime: each.at }, clock(each.at)),
          h("span", { class: `kind kind-${each.kind}` }, each.kind),
          h("span", { class: "grow" }, entryWords(each)),
          h("span", { class: "quiet-text number" }, each.sequence)))))
      : empty("No entry matches", "Try: fewer filters, or another time.", to("timeline"), "All entries"),
    all.length >= PAGE() && !page.state.ended && h("button", { key: "older", type: "button", onclick: () => older(all, route, page) }, "Older"),
  ];
}

function merge(newest, older) {
  const all = new Map([...older, ...newest].map((each) => [each.sequence, each]));
  return [...all.values()].sort((a, b) => b.sequence - a.sequence);
}

async function older(all, route, page) {
  const last = all.at(-1);
  const before = new Date(new Date(last.at).getTime() + 1).toISOString();
  const { items } = await page.get("audit/entries", { ...query(route.filters, page.state), to: before, limit: PAGE() });
  const more = items.filter((each) => each.sequence < last.sequence);
  page.state.ended = more.length === 0;
  page.state.older = merge(all, more);
  page.redraw();
}
