// Why a conclusion does not hold, and the smallest changes after which it would.

import { h } from "../dom.js";
import { fault } from "../parts.js";
import { to } from "../route.js";
import { searchLonger, whyNot } from "../why-not.js";

export default {
  under: "objects",
  still: true, // requested once: it is expensive
  title: () => "Why not",
  needs: ({ filters }) => (filters.is ? { answer: ["why-not", { conclusion: filters.is }, { optional: true }] } : {}),
  draw({ answer, problems }, { filters }, page) {
    if (answer && page.state.longer?.of !== answer) {
      page.state.longer = { of: answer, answer };
      searchLonger(answer, filters.is, page, (found) => {
        if (page.state.longer?.of !== answer) return;
        page.state.longer.answer = found;
        if (found.search?.ended !== "searching") page.redraw();
      });
    }
    return [
      h("form", { class: "filters", key: "ask", onsubmit: (event) => {
        event.preventDefault();
        location.hash = to("why-not", [], { is: event.target.elements.is.value.trim() });
      } },
      h("div", { class: "field wide" }, h("label", { for: "is" }, "Which conclusion, with the fields that matter"),
        h("input", { id: "is", name: "is", value: filters.is ?? "", placeholder: "InstanceTypeUsable nodePool=gpu instanceType=g5g.xlarge", spellcheck: "false", autocomplete: "off" })),
      h("button", { type: "submit", class: "primary" }, "Explain")),
      problems?.answer && fault(problems.answer, page.refresh),
      answer && whyNot(page.state.longer.answer),
    ];
  },
};
