// Requests to the server. An unchanged answer is the very same object again.

const cached = new Map();
const BASE = new URL("api/v1/", document.baseURI);

// In memory alone, as long as the page is open.
let current = "";

/** Sets the token of the requests from now on; answers to another one are dropped. */
export function setToken(token) {
  current = token.trim();
  cached.clear();
}

export const token = () => current;

export const credentials = () => (current ? { Authorization: `Bearer ${current}` } : {});

/** Why a request failed (problem+json). */
export class Problem extends Error {
  constructor({ title, status, detail, advice, problems }, retryAfter) {
    super(detail ?? title ?? "no response");
    this.title = title ?? "No response";
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
  const before = cached.get(address);
  const headers = { ...credentials(), ...(before && { "If-None-Match": before.tag }) };
  const answer = await request(address, { headers, signal, cache: "no-store" });
  if (answer.status === 304) return before.body;
  const body = await answer.json();
  const tag = answer.headers.get("ETag");
  if (tag) keep(address, { tag, body });
  return body;
}

export async function post(path, token, body = {}) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await request(url(path).href, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.status === 204 ? null : answer.json();
}

async function request(address, options) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch (fault) {
    if (fault.name === "AbortError") throw fault;
    throw new Problem({
      title: "The server does not respond",
      detail: "There was no response from " + new URL(address).host + ".",
      advice: "Try: check that plumbline serve, or a port-forward to it, is still running. The page retries by itself.",
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
    return { status: answer.status, title: `HTTP status ${answer.status}`, detail: text.slice(0, 200) };
  }
}

function keep(address, answer) {
  cached.delete(address);
  cached.set(address, answer);
  if (cached.size > 60) cached.delete(cached.keys().next().value);
}

/** Every item of a list, page by page; `each` is called with the items so far. */
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
