// One conclusion, or all of a type, and why each holds.

import { h } from "../dom.js";
import { explained } from "../explained.js";
import { fault } from "../parts.js";
import { to } from "../route.js";
import { brief, clock, many } from "../words.js";

export default {
  under: "objects",
  still: true,
  title: (route) => (route.filters.is ?? "Conclusion").split(" ")[0],
  needs: ({ filters }) => ({ explanation: ["explain", { conclusion: filters.is }, { optional: true }] }),
  draw({ explanation, problems }, { filters }) {
    if (!explanation) {
      return [problems.explanation && fault(problems.explanation), h("p", { key: "ask" },
        h("a", { href: to("why-not", [], { is: filters.is }) }, "Why it does not hold"))];
    }
    return [
      h("p", { class: "lead", key: "lead" }, h("code", {}, filters.is)),
      h("p", { class: "quiet-text", key: "of" }, `${many(explanation.explained.length, "conclusion")}, as of ${clock(explanation.at)} UTC, by rules `,
        h("code", {}, brief(explanation.rules))),
      explained(explanation.explained, 3),
      h("p", { class: "quiet-text", key: "left" }, Object.entries(explanation.left ?? {}).map(([type, n]) => `${n} more of ${type} are left out. Name a field of them. `)),
    ];
  },
};
