// What an action changes, as kubectl diff prints it: the lines of the object before and after, in YAML.

import { h } from "./dom.js";

const PLAIN = /^[A-Za-z_/][\w./@*+-]*( [\w./@*+-]+)*$/;
const WORDS = /^(true|false|null|yes|no|on|off|~)$/i;

/** The lines of a change, each [sign, text]: "-", "+" or " ". */
function lines(diff) {
  const before = {};
  const after = {};
  let whole = null;
  for (const { path, before: old, after: fresh } of diff) {
    if (path === "") whole = [old, fresh];
    if (old !== undefined && path) set(before, path, old);
    if (fresh !== undefined && path) set(after, path, fresh);
  }
  const [from, to] = whole ?? [before, after];
  return compared(yaml(from), yaml(to));
}

export function unifiedView(name, diff) {
  return h("pre", { class: "unified", tabindex: "0", role: "region", "aria-label": `Change of ${name}` },
    h("span", { class: "file" }, `--- ${name} (live)\n`), h("span", { class: "file" }, `+++ ${name} (planned)\n`),
    lines(diff).map(([sign, text], at) => h("span", { key: at, class: sign === "-" ? "before" : sign === "+" ? "after" : undefined }, `${sign}${text}\n`)));
}

function set(object, pointer, value) {
  const names = pointer.slice(1).split("/").map((each) => each.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop();
  let at = object;
  for (const name of names) {
    if (!Object.hasOwn(at, name) || typeof at[name] !== "object" || at[name] === null) put(at, name, {});
    at = at[name];
  }
  put(at, last, value);
}

// A field may have any name, __proto__ too.
const put = (object, name, value) => Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });

/** An object as lines of YAML, its fields in the order of their names. */
function yaml(it, indent = "") {
  if (it === undefined || it === null) return it === null ? [indent + "null"] : [];
  if (Array.isArray(it)) {
    return it.flatMap((each) => {
      const [first, ...rest] = yaml(each, indent + "  ");
      return [`${indent}- ${(first ?? "").slice(indent.length + 2)}`, ...rest];
    });
  }
  if (typeof it !== "object") return String(it).includes("\n") ? text(it, indent) : [indent + scalar(it)];
  return Object.keys(it).sort().flatMap((name) => {
    const value = it[name];
    const key = `${indent}${scalar(name)}:`;
    if (value !== null && typeof value === "object" && Object.keys(value).length) return [key, ...yaml(value, Array.isArray(value) ? indent : indent + "  ")];
    if (typeof value === "string" && value.includes("\n")) return [`${key} |`, ...value.replace(/\n$/, "").split("\n").map((line) => `${indent}  ${line}`)];
    return [`${key} ${Array.isArray(value) ? "[]" : value !== null && typeof value === "object" ? "{}" : scalar(value)}`];
  });
}

const text = (it, indent) => [`${indent}|`, ...it.split("\n").map((line) => `${indent}  ${line}`)];

function scalar(it) {
  if (typeof it !== "string") return String(it);
  return PLAIN.test(it) && !WORDS.test(it) ? it : JSON.stringify(it);
}

/** The longest common lines stay, all others go and come. */
function compared(before, after) {
  if (before.length * after.length > 400_000) return [...before.map((line) => ["-", line]), ...after.map((line) => ["+", line])];
  const width = after.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  for (let a = before.length - 1; a >= 0; a--) {
    for (let b = after.length - 1; b >= 0; b--) {
      common[a * width + b] = before[a] === after[b] ? common[(a + 1) * width + b + 1] + 1
        : Math.max(common[(a + 1) * width + b], common[a * width + b + 1]);
    }
  }
  const all = [];
  let a = 0, b = 0;
  while (a < before.length || b < after.length) {
    if (a < before.length && b < after.length && before[a] === after[b]) {
      all.push([" ", before[a++]]);
      b++;
    } else if (b === after.length || (a < before.length && common[(a + 1) * width + b] >= common[a * width + b + 1])) {
      all.push(["-", before[a++]]);
    } else {
      all.push(["+", after[b++]]);
    }
  }
  return all;
}
