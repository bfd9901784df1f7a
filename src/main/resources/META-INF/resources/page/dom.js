// Draws by difference: a view describes all that it shows, only what differs is changed, so that focus,
// scrolling, text selection and open details stay as they are.

const SVG = "http://www.w3.org/2000/svg";
const drawn = Symbol("drawn");

/** An element that is to be there. `key` tells it from its siblings when they come and go. */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: children.flat(Infinity).filter(shown) };
}

function shown(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}

/** Makes the children of `parent` be these. */
export function draw(parent, children) {
  const wanted = [children].flat(Infinity).filter(shown);
  const svg = parent.namespaceURI === SVG;
  const keyed = new Map();
  const free = [];
  for (const node of [...parent.childNodes]) {
    const key = node[drawn]?.props.key;
    if (key === undefined) free.push(node);
    else keyed.set(key, node);
  }
  const kept = wanted.map((child) => match(child, keyed, free));
  for (const node of keyed.values()) node.remove();
  for (const node of free) node.remove();
  let place = parent.firstChild;
  wanted.forEach((child, at) => {
    const node = kept[at] ?? make(child, svg);
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    if (kept[at]) change(node, child);
  });
}

/** The node that goes on as this child, taken out of those that are left. */
function match(child, keyed, free) {
  const key = child.props?.key;
  if (key !== undefined) {
    const node = keyed.get(key);
    if (!node || node[drawn].tag !== child.tag) return null;
    keyed.delete(key);
    return node;
  }
  const at = free.findIndex((node) =>
    child.tag ? node[drawn]?.tag === child.tag : node.nodeType === Node.TEXT_NODE);
  return at < 0 ? null : free.splice(at, 1)[0];
}

function make(child, svg) {
  if (!child.tag) return document.createTextNode(String(child));
  const inSvg = svg || child.tag === "svg";
  const node = inSvg ? document.createElementNS(SVG, child.tag) : document.createElement(child.tag);
  node[drawn] = { tag: child.tag, props: {} };
  change(node, child, true);
  return node;
}

function change(node, child, first = false) {
  if (!child.tag) {
    const text = String(child);
    if (node.data !== text) node.data = text;
    return;
  }
  const before = node[drawn].props;
  for (const name of Object.keys(before)) {
    if (!(name in child.props)) put(node, name, undefined);
  }
  for (const [name, value] of Object.entries(child.props)) {
    if (first || before[name] !== value) put(node, name, value, first);
    else if (name === "value" && node.value !== value && node !== document.activeElement) node.value = value;
  }
  node[drawn] = child;
  if (!child.props.foreign) draw(node, child.children);
}

function put(node, name, value, first) {
  if (name === "key" || name === "foreign") return;
  if (name === "unfolded") {
    if (first && value) node.open = true;
  } else if (name === "style") {
    // By the object model, which a policy without inline styles allows.
    for (const [property, size] of Object.entries(value ?? {})) node.style.setProperty(property, size);
  } else if (name.startsWith("on") || name === "value" || name === "checked" || name === "selected") {
    node[name] = value ?? null;
  } else if (value === undefined || value === null || value === false) {
    node.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}
