// Values as text.

const COUNT = new Intl.NumberFormat("en");

export const count = (number) => (number === null || number === undefined ? "–" : COUNT.format(number));

/** 1 pool, 2 pools; with a word of its own where an s will not do. */
export function many(number, one, more = one + "s") {
  return `${count(number)} ${number === 1 ? one : more}`;
}

/** How long, in its largest two units at most: 3d 4h, 12m, 5s. */
export function lasting(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [[86_400, "d"], [3_600, "h"], [60, "m"], [1, "s"]];
  const at = parts.findIndex(([size]) => seconds >= size);
  if (at < 0) return "0s";
  const [size, unit] = parts[at];
  const first = Math.floor(seconds / size);
  const next = parts[at + 1];
  const rest = next ? Math.floor((seconds % size) / next[0]) : 0;
  return `${first}${unit}` + (rest && first < 10 && at < 2 ? ` ${rest}${next[1]}` : "");
}

export function ago(time, now = Date.now()) {
  const since = now - new Date(time).getTime();
  return since < 1000 ? "just now" : `${lasting(since)} ago`;
}

/** A time as people write it, in UTC, to the second. */
export function clock(time) {
  return time ? String(time).replace("T", " ").replace(/(\.\d+)?Z$/, "") : "–";
}

export const brief = (digest) => (digest ? String(digest).slice(0, 12) : "–");

/** A value of a field, in one line. */
export function value(it) {
  if (it === null || it === undefined) return "nothing";
  if (typeof it !== "object") return String(it);
  if (Array.isArray(it)) return it.length ? it.map(value).join(", ") : "none";
  if (it.key && it.operator) return requirement(it);
  return Object.entries(it).map(([name, each]) => `${name}=${value(each)}`).join(" ");
}

export function requirement({ key, operator, values }) {
  return [key, operator, values?.length ? `[${values.join(", ")}]` : ""].filter(Boolean).join(" ");
}

/** The name of a conclusion as explain takes it: TYPE field=value. */
export function named({ type, derivations, ...fields }) {
  const pairs = Object.entries(fields)
    .filter(([, it]) => it !== null && typeof it !== "object")
    .map(([name, it]) => `${name}=${quoted(String(it))}`);
  return [type, ...pairs].join(" ");
}

function quoted(text) {
  return /[\s"]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text;
}

const RANK = { critical: 0, high: 1, medium: 2, low: 3, info: 4 };

export const graver = (a, b) => (RANK[a] ?? 5) - (RANK[b] ?? 5);

/** How a severity is marked. */
export const severityMood = (severity) => ({ critical: "bad", high: "bad", medium: "warn" })[severity] ?? "plain";
