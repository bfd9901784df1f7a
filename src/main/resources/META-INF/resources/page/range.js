// Time ranges, back from the newest time that is known.

import { h } from "./dom.js";
import { field } from "./parts.js";

const HOUR = 3_600_000;
const RANGES = [["", "all"], ["1h", "the last hour"], ["6h", "the last 6 hours"], ["24h", "the last day"], ["7d", "the last 7 days"], ["30d", "the last 30 days"]];

/** The time from which on a range shows, in milliseconds; null without one. */
export function since(range, now) {
  const [, number, unit] = /^(\d{1,4})([hd])$/.exec(range ?? "") ?? [];
  return number ? now - Number(number) * (unit === "d" ? 24 : 1) * HOUR : null;
}

export const rangeField = (range, page, more = {}) =>
  field("Time", "range", range, (it) => page.filter({ range: it, ...more }), { choices: RANGES });

/** The field alone in its row, with what is said beside it. */
export const rangeBar = (range, page, ...words) =>
  h("div", { class: "filters", key: "range" }, rangeField(range, page), words.length > 0 && h("p", { class: "quiet-text count", role: "status" }, words));
