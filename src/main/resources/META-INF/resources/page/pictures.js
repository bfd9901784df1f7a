// What people would rather look at than read. Each picture has its words: a label, or a table beside it.

import { h } from "./dom.js";
import { many } from "./words.js";

/** Points that add up to a weight, stacked on the scale from 1 to 100. */
export function factors({ factors: all, weight }) {
  const up = all.filter((each) => each.points > 0);
  const down = all.filter((each) => each.points < 0);
  const sum = (list) => list.reduce((total, each) => total + each.points, 0);
  const low = Math.min(0, sum(down));
  const high = Math.max(100, sum(up));
  const x = (points) => ((points - low) / (high - low)) * 400;
  const parts = [];
  let at = 0;
  up.forEach((each, n) => {
    parts.push(part(x(at), x(at + each.points), `up shade-${n % 4}`, each));
    at += each.points;
  });
  at = 0;
  down.forEach((each) => {
    parts.push(part(x(at + each.points), x(at), "down", each));
    at += each.points;
  });
  const words = all.map((each) => `${each.rule} ${signed(each.points)}`).join(", ");
  const to = weight?.concluded ?? weight?.written;
  return h("svg", { class: "factors", viewBox: "0 0 400 22", preserveAspectRatio: "none", role: "img",
    "aria-label": `weight ${to ?? "not set"}: ${words}` },
    h("rect", { class: "ground", x: x(0), y: 5, width: x(100) - x(0), height: 12 }), parts,
    h("line", { class: "zero", x1: x(0), x2: x(0), y1: 2, y2: 20 }),
    weight?.concluded && h("line", { class: "mark", x1: x(weight.concluded), x2: x(weight.concluded), y1: 0, y2: 22 }));
}

function part(from, to, kind, { rule, points, message }) {
  return h("rect", { key: rule, class: kind, x: from, y: 5, width: Math.max(1, to - from - 0.8), height: 12 },
    h("title", {}, `${rule} ${signed(points)} ${message}`));
}

export const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

/** A share of a whole as a bar; `parts` are [kind, number]. */
export function share(label, parts) {
  const whole = parts.reduce((sum, [, number]) => sum + number, 0);
  let at = 0;
  return h("svg", { class: "share", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": label },
    h("rect", { class: "ground", width: 100, height: 6 }),
    whole > 0 && parts.map(([kind, number]) => {
      const from = at;
      at += (number / whole) * 100;
      return h("rect", { key: kind, class: kind, x: from, width: at - from, height: 6 });
    }));
}

/**
 * Numbers over time, stacked, as steps: each point holds until the next. `series` are [kind, label];
 * a point has a number of each kind.
 */
export function plot(label, points, series, now) {
  const W = 640, H = 180, L = 44, B = 24, R = 8, T = 8;
  const first = new Date(points[0].at).getTime();
  const ends = new Date(points.at(-1).at).getTime();
  const last = Math.max(now ?? 0, first + 60_000, ends + (ends - first) / 12);
  const top = Math.max(1, ...points.map((point) => series.reduce((sum, [kind]) => sum + (point[kind] ?? 0), 0)));
  const x = (time) => L + ((time - first) / (last - first)) * (W - L - R);
  const y = (number) => H - B - (number / top) * (H - B - T);
  const floor = points.map(() => 0);
  const areas = series.map(([kind, name]) => {
    const upper = points.map((point, at) => floor[at] + (point[kind] ?? 0));
    const path = steps(points, upper, x, y, last) + " " + steps(points, [...floor], x, y, last, true);
    upper.forEach((value, at) => (floor[at] = value));
    return h("path", { key: kind, class: `area ${kind}`, d: path + " Z" }, h("title", {}, name));
  });
  const ticks = [...new Set([0, Math.round(top / 2), top])];
  const times = [first, (first + last) / 2, last];
  return h("svg", { class: "plot", viewBox: `0 0 ${W} ${H}`, role: "img",
    "aria-label": `${label}: ${many(points.length, "point")}, now ${series.map(([kind, name]) => `${points.at(-1)[kind] ?? 0} ${name}`).join(", ")}` },
    ticks.map((tick) => [
      h("line", { key: "l" + tick, class: "grid", x1: L, x2: W - R, y1: y(tick), y2: y(tick) }),
      h("text", { key: "t" + tick, x: L - 6, y: y(tick) + 4, "text-anchor": "end" }, String(tick))]),
    areas,
    times.map((time, at) => h("text", { key: "x" + at, x: x(time), y: H - 6,
      "text-anchor": ["start", "middle", "end"][at] }, moment(time, last - first))));
}

function steps(points, values, x, y, last, back) {
  const corners = [];
  points.forEach((point, at) => {
    const from = x(new Date(point.at).getTime());
    const to = x(at + 1 < points.length ? new Date(points[at + 1].at).getTime() : last);
    corners.push([from, y(values[at])], [to, y(values[at])]);
  });
  if (back) corners.reverse();
  return corners.map(([cx, cy], at) => `${at === 0 && !back ? "M" : "L"}${cx.toFixed(1)} ${cy.toFixed(1)}`).join(" ");
}

function moment(time, span) {
  const iso = new Date(time).toISOString();
  return span > 86_400_000 ? iso.slice(5, 16).replace("T", " ") : span > 600_000 ? iso.slice(11, 16) : iso.slice(11, 19);
}

/** Columns of boxes with lines from what is waited for to what waits. */
export function dependencies(label, columns, lines, { width = 960, row = 26 } = {}) {
  const tallest = Math.max(...columns.map((column) => column.items.length));
  const height = tallest * row + 30;
  const box = Math.min(230, width / columns.length - 60);
  const place = new Map();
  columns.forEach(({ items }, at) => {
    const x = columns.length > 1 ? (at * (width - box)) / (columns.length - 1) : 0;
    const offset = 26 + ((tallest - items.length) * row) / 2;
    items.forEach((item, n) => place.set(item.key, { x, y: offset + n * row }));
  });
  return h("svg", { class: "dependencies", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
    columns.map(({ title, items }) => items.length > 0 && h("text", { class: "column", key: title, x: place.get(items[0].key).x, y: 14 }, title)),
    lines.filter(([from, to]) => place.has(from) && place.has(to)).map(([from, to, kind]) => {
      const a = place.get(from), b = place.get(to);
      const x1 = a.x + box, y1 = a.y + row / 2 - 2, x2 = b.x, y2 = b.y + row / 2 - 2;
      const bend = (x2 - x1) / 2;
      return h("path", { key: `${from} ${to}`, class: `edge ${kind}`, d: `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` });
    }),
    columns.map(({ items }) => items.map((item) => {
      const { x, y } = place.get(item.key);
      return h("g", { key: item.key, class: `box ${item.kind}` },
        h("rect", { x, y, width: box, height: row - 5, rx: 4 }),
        h("circle", { cx: x + 11, cy: y + (row - 5) / 2, r: 3.5 }),
        h("text", { x: x + 21, y: y + row / 2 + 2 }, cut(item.label, item.note ? 26 : 32)),
        item.note && h("text", { class: "age", x: x + box - 8, y: y + row / 2 + 2, "text-anchor": "end" }, item.note),
        h("title", {}, item.title ?? item.label));
    })));
}

const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

/** One release on the line from `from` to `to`: made then, in its state since. Times in milliseconds. */
export function life(label, from, to, made, since, state) {
  const x = (time) => 100 * (to > from ? (Math.min(Math.max(time, from), to) - from) / (to - from) : 0);
  const turn = x(since ?? made);
  return h("svg", { class: "life", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": label },
    h("rect", { class: "ground", width: 100, height: 6 }),
    turn > x(made) && h("rect", { key: "made", class: "made", x: x(made), width: turn - x(made), height: 6 }),
    h("rect", { key: "now", class: state, x: Math.min(turn, 99), width: Math.max(1, 100 - turn), height: 6 }));
}
