// Findings, by rule unless something else is asked for.

import { h } from "../dom.js";
import { grid } from "../grid.js";
import { badge, empty, object, rule } from "../parts.js";
import { to } from "../route.js";
import { count, graver, many, severityMood } from "../words.js";

const SEVERITIES = ["critical", "high", "medium", "low", "info"];
const NOUNS = { NodePool: ["pool"], EC2NodeClass: ["node class", "node classes"], Ami: ["image"], NodeOverlay: ["overlay"], NodeClaim: ["NodeClaim"], Node: ["node"], InstanceType: ["instance type"] };

export default {
  title: () => "Findings",
  needs: () => ({ findings: ["conclusions", { type: "Finding", limit: 10_000 }] }),
  draw({ findings }, route, page) {
    const all = open(findings.items);
    if (!all.length) return empty("No findings", "Of what a closed gate blocks, nothing is concluded.", to("gates"), "Sources and gates");
    const byRule = (route.filters.group ?? "rule") === "rule";
    return grid({
      label: "Findings", one: "finding", rows: all, placeholder: "pool, image, words, rule",
      key: (each) => `${each.rule} ${each.subject} ${each.message}`,
      text: (each) => `${each.rule} ${each.subject} ${each.reason} ${each.message}`,
      initial: { group: "rule" },
      choices: [
        { name: "severity", label: "Severity", options: SEVERITIES, of: (each) => each.severity },
        { name: "kind", label: "About", options: [...new Set(all.map(kind))].sort(), of: kind },
        ...(route.filters.rule ? [{ name: "rule", label: "Rule", options: [...new Set(all.map((each) => each.rule))].sort(), of: (each) => each.rule }] : []),
        ...(route.filters.subject ? [{ name: "subject", label: "Object", options: [...new Set(all.map((each) => each.subject))].sort(), of: (each) => each.subject }] : []),
      ],
      groups: [
        { name: "rule", label: "rule", of: (each) => each.rule, order: bySeverity, title: ofRule },
        { name: "subject", label: "object", of: (each) => each.subject, order: bySeverity, title: ofSubject, hides: "subject" },
        { name: "severity", label: "severity", of: (each) => each.severity, order: bySeverity, hides: "severity",
          title: ({ value, size }) => [badge(severityMood(value), value), " ", many(size, "finding")] },
      ],
      columns: [
        { name: "severity", label: "Severity", value: (each) => SEVERITIES.indexOf(each.severity), cell: (each) => badge(severityMood(each.severity), each.severity) },
        { name: "subject", label: "About", value: (each) => each.subject, cell: (each) => object(each.subject) },
        { name: "finding", label: "Finding", wide: true, value: (each) => each.message, cell: (each) => [each.message, !byRule && [" ", rule(each.rule)]] },
      ],
    }, route, page);
  },
};

/** Those that are not passed, the most severe first. */
export const open = (items) => items.filter((each) => each.result !== "pass")
  .sort((a, b) => graver(a.severity, b.severity) || a.subject.localeCompare(b.subject));

const kind = (each) => each.subject.split("/")[0];

const worst = (members) => members.reduce((one, each) => (graver(each.severity, one.severity) < 0 ? each : one));

const bySeverity = (a, b) => graver(worst(a).severity, worst(b).severity);

/** POOL-013 on 23 pools, with the first message. */
export function ofRule({ value, members }) {
  const it = worst(members);
  return [badge(severityMood(it.severity), it.severity), " ", rule(value), " on ", about(members),
    h("p", { class: "quiet-text first" }, members.length > 1 && [object(members[0].subject), ": "], members[0].message)];
}

function about(members) {
  const subjects = [...new Set(members.map((each) => each.subject))];
  const kinds = new Set(members.map(kind));
  if (subjects.length === 1) return object(subjects[0]);
  const noun = kinds.size === 1 ? NOUNS[[...kinds][0]] ?? ["object"] : ["object"];
  return many(subjects.length, ...noun);
}

const ofSubject = ({ value, members, size }) => [badge(severityMood(worst(members).severity), worst(members).severity), " ",
  object(value), ` ${many(size, "finding")}`, h("p", { class: "quiet-text first" }, members.slice(0, 6).map((each) => each.rule).join(", "),
    size > 6 && ` and ${count(size - 6)} more`)];
