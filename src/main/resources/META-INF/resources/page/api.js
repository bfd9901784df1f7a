// What the server answers. An answer that has not changed is the very same object again.

const kept = new Map();
const BASE = new URL("api/v1/", document.baseURI);

// Kept as long as the page is open, and nowhere else.
let held = "";

/** The token that is sent along from now on; what was answered without it is forgotten. */
export function hold(token) {
  held = token.trim();
  kept.clear();
}

export const token = () => held;

/** What says who asks, where somebody has said so. */
export const credentials = () => (held ? { Authorization: `Bearer ${held}` } : {});

/** Why there is no answer (problem+json), in words for people. */
export class Problem extends Error {
  constructor({ title, status, detail, advice, problems }, retryAfter) {
    super(detail ?? title ?? "no answer");
    this.title = title ?? "No answer";
    this.status = status ?? 0;
    this.detail = detail ?? "";
    this.advice = advice ?? "";
    this.problems = problems ?? [];
    this.retryAfter = retryAfter;
  }
}

/** The address of a resource below /api/v1; absent parameters are left out. */
export function url(path, parameters = {}) {
  const address = new URL(path, BASE);
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null && each !== "") address.searchParams.append(name, each);
    }
  }
  return address;
}

export async function get(path, parameters, signal) {
  const address = url(path, parameters).href;
  const before = kept.get(address);
  const headers = { ...credentials(), ...(before && { "If-None-Match": before.tag }) };
  const answer = await ask(address, { headers, signal, cache: "no-store" });
  if (answer.status === 304) return before.body;
  const body = await answer.json();
  const tag = answer.headers.get("ETag");
  if (tag) keep(address, { tag, body });
  return body;
}

export async function post(path, token) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await ask(url(path).href, { method: "POST", headers, body: "{}" });
  return answer.status === 204 ? null : answer.json();
}

async function ask(address, options) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new Problem({
      title: "The server does not answer",
      detail: "Nothing came back from " + new URL(address).host + ".",
      advice: "Maybe plumbline serve has ended, or a port-forward has. It is asked again by itself.",
    });
  }
  if (answer.ok || answer.status === 304) return answer;
  throw new Problem(await problem(answer), Number(answer.headers.get("Retry-After")) || undefined);
}

async function problem(answer) {
  const text = await answer.text();
  try {
    return { status: answer.status, ...JSON.parse(text) };
  } catch {
    return { status: answer.status, title: `It answered ${answer.status}`, detail: text.slice(0, 200) };
  }
}

function keep(address, answer) {
  kept.delete(address);
  kept.set(address, answer);
  if (kept.size > 60) kept.delete(kept.keys().next().value);
}

/** Every item of a list, page by page; `each` is told what there is so far. */
export async function all(path, parameters, each, signal) {
  let items = [];
  let next;
  do {
    const page = await get(path, { limit: 1000, ...parameters, continue: next }, signal);
    items = items.concat(page.items);
    next = page.continue;
    each({ items, total: page.total, whole: !next });
  } while (next);
}
