// Why something does not hold: the rules that could conclude it, the first condition that is not met,
// and the smallest changes after which it would hold.

import { h } from "./dom.js";
import { explained } from "./explained.js";
import { rule } from "./parts.js";
import { many } from "./words.js";

export function whyNot(answer) {
  if (answer.holds) {
    return h("div", {}, h("p", {}, "It holds:"), explained(answer.explained ?? []));
  }
  return h("div", { class: "why-not" },
    h("p", { class: "wanted" }, answer.wanted, h("strong", {}, " does not hold")),
    suggestions(answer),
    h("h3", {}, "The rules that could conclude it"),
    answer.attempts.length === 0 && h("p", {}, "No rule ever concludes it with these values."),
    attempts(answer.attempts));
}

// The longest time that the API accepts.
const LONGER = "10s";

/** Nothing was found within the time of a quick answer: `found` gets the answer of a longer search. */
export async function searchLonger(answer, conclusion, page, found) {
  if (answer.suggestions?.length || answer.search?.ended !== "time") return;
  const search = (ended) => ({ ...answer, search: { ...answer.search, ended } });
  found(search("searching"));
  try {
    found(await page.get("why-not", { conclusion, timeout: LONGER }));
  } catch {
    found(search("time"));
  }
}

const ENDED = {
  searching: "No change was found yet; more of them are being tried…",
  time: "The time was over before all changes were tried: others may do, too.",
  busy: "No change was tried, since another question had the copy of the facts. Ask again in a second.",
  memory: "No change was tried, since the memory is too small for a copy of the facts.",
};

function suggestions({ suggestions: all, search }) {
  const ended = ENDED[search?.ended];
  if (!all?.length) {
    return h("p", { class: "quiet-text" },
      ended ?? "None of the changes that were tried makes it hold.");
  }
  return h("div", { class: "suggestions" },
    h("h3", {}, "It would hold after one of these"),
    h("ul", {}, all.map((each) => h("li", { key: each.words }, each.words, " ",
      h("span", { class: "quiet-text" }, effect(each))))),
    h("p", { class: "quiet-text" }, "Each was tried on a copy. It says what would be enough, not what is right. ",
      ended));
}

function effect({ added, removed }) {
  return added === null
    ? "what else would follow was not evaluated in time"
    : `${many(added, "conclusion")} more, ${removed} gone`;
}

function attempts(all) {
  return h("ul", { class: "tree", role: "list" }, all.map((each, at) => h("li", { key: at }, attempt(each, at === 0))));
}

function attempt(each, unfolded) {
  const { obstacle, since } = each;
  return h("details", { unfolded },
    h("summary", {}, h("code", { class: "rule" }, each.rule), " would conclude it when ", h("em", {}, each.finding)),
    h("div", { class: "way" },
      h("p", { class: "since" }, rule(each.rule), h("span", { class: "place" }, each.place)),
      h("p", {}, h("span", { class: "quiet-text" }, `condition ${each.met + 1} of ${each.of}: `), obstacle.message),
      obstacle.values?.length > 0 && h("ul", { role: "list" }, obstacle.values.map((it) =>
        h("li", { key: it.of + it.name, class: "leaf" }, h("span", { class: "object" }, it.of), " ",
          h("span", { class: "pair" }, h("span", { class: "name" }, it.name), " ", it.value)))),
      obstacle.inTheWay && explained(obstacle.inTheWay.filter((it) => it.number || it.see), 2),
      since && attempts(since.attempts)));
}
