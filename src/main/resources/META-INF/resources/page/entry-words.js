// An entry of the decision log in one line.

import { brief as short, many } from "./words.js";

export function entryWords({ kind, body }) {
  switch (kind) {
    case "decision": return decision(body);
    case "outcome": return [body.action, objectName(body.object), body.result, body.message].filter(Boolean).join(" ");
    case "rules": return rules(body);
    case "leader": return body.leads ? "this replica is the leader" : "this replica is no longer the leader";
    case "start": return `started, version ${body.version ?? "unknown"}`;
    case "stop": return "shut down";
    case "state": return `all facts and conclusions of settlement ${body.number}`;
    default: return "";
  }
}

function rules({ digest, how, revision }) {
  return [`rules ${short(digest)} ${HOW[how] ?? how ?? "active"}`, revision?.author && `by ${revision.author}`,
    revision?.approvedBy && `approved by ${revision.approvedBy}`].filter(Boolean).join(", ");
}

const HOW = { first: "active first", activated: "activated", "rolled-back": "activated again", followed: "activated here too" };

function decision({ facts, conclusions, actions, spans, waivers }) {
  const parts = [
    facts && changes(facts, "put", "removed", "fact"),
    conclusions && changes(conclusions, "added", "removed", "conclusion"),
    actions && (typeof actions === "string" ? "actions" : actions.planned.length && many(actions.planned.length, "action") + " planned"),
    waivers?.length && many(waivers.length, "waiver") + " in force",
    spans > 1 && `of ${spans} settlements`,
  ].filter(Boolean);
  return parts.join(", ") || "no change but the time";
}

function changes(part, added, removed, one) {
  if (typeof part === "string") return `many ${one}s`;
  const plus = part[added]?.length ?? 0;
  const minus = part[removed]?.length ?? 0;
  return plus || minus ? `${one}s ${[plus && `+${plus}`, minus && `−${minus}`].filter(Boolean).join(" ")}` : "";
}

export const objectName = (it) => (it ? [it.kind, it.namespace, it.name].filter(Boolean).join("/") : "");
