// Works out, from the text of an entry alone, the root that a checkpoint has signed (RFC 6962).

const decode = (base64) => Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
const hex = (bytes) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");

/** The canonical form of RFC 8785: fields sorted, nothing between. */
export function canonical(it) {
  if (Array.isArray(it)) return `[${it.map(canonical).join(",")}]`;
  if (it === null || typeof it !== "object") return JSON.stringify(it);
  return `{${Object.keys(it).sort().map((key) => `${JSON.stringify(key)}:${canonical(it[key])}`).join(",")}}`;
}

async function sha256(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

const ZERO = Uint8Array.of(0);
const ONE = Uint8Array.of(1);

/** The root that follows from a leaf and its path. */
async function root(leaf, { leafIndex, treeSize, hashes }) {
  let fn = leafIndex;
  let sn = treeSize - 1;
  let node = leaf;
  for (const each of hashes.map(decode)) {
    if (fn % 2 === 1 || fn === sn) {
      node = await sha256(ONE, each, node);
      while (fn % 2 === 0 && fn !== 0) {
        fn = Math.floor(fn / 2);
        sn = Math.floor(sn / 2);
      }
    } else {
      node = await sha256(ONE, node, each);
    }
    fn = Math.floor(fn / 2);
    sn = Math.floor(sn / 2);
  }
  return node;
}

/** Whether the entry is the one that the checkpoint of the proof covers, in words. */
export async function prove(entry, proof) {
  if (!globalThis.crypto?.subtle) {
    return { good: false, words: "This browser works out no hashes unless the page comes by HTTPS or from localhost." };
  }
  const leaf = await sha256(ZERO, new TextEncoder().encode(canonical(entry)));
  if (hex(leaf) !== proof.leafHash) {
    return { good: false, words: `The text of the entry hashes to ${hex(leaf).slice(0, 16)}…, the proof is of ${proof.leafHash.slice(0, 16)}….` };
  }
  const [origin, size, signed] = proof.checkpoint.split("\n");
  const found = btoa(String.fromCharCode(...(await root(leaf, proof))));
  return found === signed && Number(size) === proof.treeSize
    ? { good: true, words: `The entry leads to the root ${signed.slice(0, 16)}… of the checkpoint of ${origin} at ${size}.` }
    : { good: false, words: `The entry leads to the root ${found.slice(0, 16)}…, the checkpoint has ${signed.slice(0, 16)}….` };
}
