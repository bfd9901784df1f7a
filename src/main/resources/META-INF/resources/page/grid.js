// A table of any length: filtered, sorted, grouped and paged, all of it in the address.

import { h } from "./dom.js";
import { field } from "./parts.js";
import { to } from "./route.js";
import { count, many } from "./words.js";

/** Changes with the width of the window. */
export const narrows = matchMedia("(max-width: 560px)");

/** Whether a row is a stack of cells. */
export const narrow = () => narrows.matches;

/** The rows of a page. */
export const pageSize = () => (narrow() ? 8 : 25);

/** The rows of a group that is open. */
export const groupRows = () => (narrow() ? 5 : 8);

/**
 * Rows that are all here. `columns` are { name, label, number, minor, value, cell }; `text` is what a row is searched in;
 * `choices` are selects of { name, label, options, of }; `groups` are { name, label, of, title, note }.
 */
export function grid({ label, one, more, rows, key, text, columns, choices = [], groups = [], initial = {}, placeholder }, route, page) {
  const filters = { ...initial, ...route.filters };
  const words = (filters.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = choices.filter(({ name }) => filters[name]);
  const matched = rows.filter((row) => chosen.every(({ name, of }) => of(row) === filters[name]) &&
    (!words.length || words.every((word) => text(row).toLowerCase().includes(word))));
  const group = groups.find((each) => each.name === filters.group);
  const sorted = sort(matched, columns, filters.sort);
  return [
    bar({ filters, initial, choices, groups, columns: group ? [] : columns, total: rows.length, matched: matched.length, one, more, placeholder }, route, page),
    group ? groupList({ label, group, groups: byGroup(sorted, group), columns, key, filters }, route, page)
      : [rowsTable({ label, columns, rows: slice(sorted, filters), key, filters }, page), pager(matched.length, filters, route)],
  ];
}

function sort(rows, columns, by) {
  const descending = by?.startsWith("-");
  const column = columns.find((each) => each.name === (descending ? by.slice(1) : by));
  if (!column?.value) return rows;
  return rows.toSorted((a, b) => (descending ? -1 : 1) * order(column.value(a), column.value(b)));
}

const order = (a, b) => (a === b ? 0 : a === null || a === undefined ? 1 : b === null || b === undefined ? -1
  : typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));

/** How many rows are before the page that is shown. */
export const start = (filters, size = pageSize()) => (Math.max(1, Math.floor(Number(filters.page)) || 1) - 1) * size;

const slice = (rows, filters) => {
  const from = Math.min(start(filters), Math.floor(Math.max(0, rows.length - 1) / pageSize()) * pageSize());
  return rows.slice(from, from + pageSize());
};

function byGroup(rows, group) {
  return [...Map.groupBy(rows, (row) => group.of(row) ?? "none")]
    .map(([value, members]) => ({ value, members, size: members.length }))
    .sort((a, b) => (group.order?.(a.members, b.members) ?? 0) || b.size - a.size || String(a.value).localeCompare(String(b.value)));
}

/** What is searched, chosen, grouped and sorted by, and how many rows that leaves. */
export function bar({ filters, initial = {}, choices, groups, columns, total, matched, one, more, placeholder }, route, page) {
  // Whoever changes what is shown begins at its first page.
  const set = (name) => (it) => page.filter({ page: undefined, open: undefined,
    [name]: it === "" && initial[name] ? "none" : it === initial[name] ? undefined : it });
  const later = (name) => (it) => {
    clearTimeout(page.state.typing);
    page.state.typing = setTimeout(() => set(name)(it), 120);
  };
  const sorting = columns.filter((each) => each.sortable ?? each.value);
  return h("div", { class: "filters", key: "filters", role: "search", "aria-label": "Filter" },
    field("Search", "q", filters.q, later("q"), { type: "search", placeholder }),
    choices.map(({ name, label, options }) => field(label, name, filters[name], set(name), { choices: ["", ...options] })),
    groups.length > 0 && field("Group by", "group", filters.group === "none" ? "" : filters.group, set("group"),
      { choices: [["", "nothing"], ...groups.map((each) => [each.name, each.label])] }),
    sorting.length > 0 && field("Sort by", "sort", filters.sort, set("sort"), { choices: [["", "default"],
      ...sorting.flatMap((each) => [[each.name, each.label.toLowerCase() + " ↑"], ["-" + each.name, each.label.toLowerCase() + " ↓"]])] }),
    h("p", { class: "quiet-text count", role: "status" },
      matched === total ? many(total, one, more) : `${count(matched)} of ${many(total, one, more)}`));
}

/** One page of rows; a column that can be sorted by has a button in its head. */
export function rowsTable({ label, columns, rows, key, filters }, page) {
  const cells = (row) => columns.map((each) => h("td", { key: each.name, "data-head": each.label,
    class: [each.number && "number", each.minor && "minor", each.wide && "wide"].filter(Boolean).join(" ") || undefined }, each.cell(row)));
  return h("div", { class: "scroll grid", tabindex: "0", role: "region", "aria-label": label, key: "rows" },
    h("table", {},
      h("thead", {}, h("tr", {}, columns.map((each) => head(each, filters, page)))),
      h("tbody", {}, rows.map((row) => h("tr", { key: key(row) }, cells(row))))));
}

function head(column, filters, page) {
  const sorted = filters?.sort === column.name ? "ascending" : filters?.sort === "-" + column.name ? "descending" : undefined;
  const kind = [column.number && "number", column.minor && "minor"].filter(Boolean).join(" ") || undefined;
  const sortable = page && (column.sortable ?? column.value);
  return h("th", { key: column.name, scope: "col", class: kind, "aria-sort": sorted },
    sortable ? h("button", { type: "button", class: "sort",
      onclick: () => page.filter({ page: undefined, sort: sorted === "ascending" ? "-" + column.name : column.name }) },
      column.label, h("span", { class: "arrow", "aria-hidden": "true" }, sorted ? (sorted === "ascending" ? "▲" : "▼") : "")) : column.label);
}

/** Groups with their size; one can be open, and shows its first rows. */
export function groupList({ label, group, groups, columns, key, filters, members }, route, page) {
  const from = start(filters);
  const shown = groups.slice(from, from + pageSize());
  return [
    h("ul", { class: "groups", key: "groups", role: "list", "aria-label": label }, shown.map((each) => {
      const open = filters.open === String(each.value);
      const rows = open ? (members ?? each.members).slice(0, groupRows()) : [];
      return h("li", { key: each.value, class: open ? "group-item open" : "group-item" },
        h("div", { class: "group-head" },
          h("button", { type: "button", class: "quiet fold", "aria-expanded": String(open), "aria-label": `Show ${each.value}`,
            onclick: () => page.filter({ open: open ? undefined : each.value }) }, open ? "▾" : "▸"),
          h("div", { class: "grow" }, group.title(each))),
        open && h("div", { class: "group-body" },
          rowsTable({ label: `${label}: ${each.value}`, columns: columns.filter((column) => column.name !== group.hides), rows, key }),
          each.size > rows.length && h("p", {}, h("a", { href: to(route.view, route.names, { ...route.filters, open: undefined, page: undefined,
            group: "none", [group.filter ?? group.name]: each.value }) }, `All ${count(each.size)}`))));
    })),
    pager(groups.length, filters, route),
  ];
}

/** Links to the pages before and after; none where there is one page. */
export function pager(total, filters, route, size = pageSize()) {
  const pages = Math.ceil(total / size);
  if (pages < 2) return null;
  const at = Math.min(pages, start(filters, size) / size + 1);
  const link = (number, label) => (number < 1 || number > pages ? h("span", { class: "none" }, label)
    : h("a", { href: to(route.view, route.names, { ...route.filters, page: number === 1 ? undefined : number }) }, label));
  return h("nav", { class: "pager", key: "pager", "aria-label": "Pages" },
    link(at - 1, "← Previous"), h("span", { class: "quiet-text" }, `${count((at - 1) * size + 1)} to ${count(Math.min(total, at * size))} of ${count(total)}`), link(at + 1, "Next →"));
}
