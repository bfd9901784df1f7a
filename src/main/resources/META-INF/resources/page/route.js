// Addresses of the page: #/view/name/name?filter=value. Everything that is shown has one.

/** What the address bar asks for. */
export function here() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  return {
    view: parts[0] ?? "overview",
    names: parts.slice(1),
    filters: Object.fromEntries(new URLSearchParams(query ?? "")),
  };
}

/** The address of a view; absent filters are left out. */
export function to(view, names = [], filters = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, value);
  }
  const path = [view === "overview" ? "" : view, ...names].map(encodeURIComponent).join("/");
  return "#/" + path + (query.size ? "?" + query : "");
}

/** The address of an object by its kind and name: NodePool/default, Pod/shop/cart-0. */
export function toObject(name) {
  const [kind, ...rest] = name.split("/");
  return kind === "Pod" && rest.length === 2 ? to("pods", rest) : to("object", [kind, rest.join("/")]);
}

/** Goes there without another step of the browser's history: while somebody types. */
export function replace(address) {
  history.replaceState(null, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
}
