// Whether what is shown is of now: a quiet sign while it is, a plain one when it is not.

import { draw, h } from "./dom.js";
import { ago, clock, lasting } from "./words.js";

export class Liveness {
  constructor(retry) {
    this.retry = retry;
    this.state = document.getElementById("state");
    this.age = document.getElementById("age");
    this.beat = document.getElementById("beat");
    this.banner = document.getElementById("banner");
    this.stream = { state: "connecting" };
    this.problem = null;
    this.settled = null;
    setInterval(() => this.#tick(), 1000);
    this.#say();
  }

  told(name, body) {
    if (body.at) this.settled = body.at;
    this.beat.classList.remove("told");
    requestAnimationFrame(() => this.beat.classList.add("told"));
    this.#say();
  }

  stood(stream) {
    this.stream = stream;
    this.#say();
  }

  /** What came of the last question: null when it was answered; and whether there is anything to see. */
  answered(problem, shown) {
    this.problem = problem;
    this.shown = shown;
    if (!problem) this.last = new Date();
    this.#say();
  }

  #say() {
    const lost = this.stream.state === "lost";
    const word = this.#word(lost);
    if (this.state.textContent !== word) this.state.textContent = word;
    this.beat.dataset.state = this.problem && !lost ? "waiting" : this.stream.state;
    const stale = this.problem?.status !== 401 && (lost || (this.problem && this.shown));
    draw(this.banner, stale ? this.#stale(lost) : []);
    document.body.classList.toggle("stale", Boolean(stale));
    this.#tick();
  }

  #word(lost) {
    if (this.problem?.status === 401) return "Not signed in";
    if (lost) return "Connection lost";
    if (this.problem) return this.problem.status === 503 ? "Not ready" : "No answer";
    return this.stream.state === "live" ? "Live" : "Connecting";
  }

  #stale(lost) {
    const of = this.last && this.shown ? `What you see is of ${clock(this.last.toISOString())} UTC.` : "";
    const why = this.problem
      ? [this.problem.detail, this.problem.advice].filter(Boolean).join(" ")
      : lost ? "Changes are not told any more." : "";
    return h("div", { class: "banner" },
      h("p", {}, h("strong", {}, lost ? "The connection is lost. " : "It could not be asked anew. "), of, " ", why, " ",
        h("span", { class: "age", "aria-hidden": "true", key: "next" }, this.#next())),
      h("button", { type: "button", onclick: this.retry }, "Try now"));
  }

  #next() {
    const { nextTry, state } = this.stream;
    return state === "lost" && nextTry > Date.now() ? `Tried again in ${lasting(nextTry - Date.now())}.` : "";
  }

  #tick() {
    const said = this.settled ? `settled ${ago(this.settled)}` : "";
    if (this.age.textContent !== said) this.age.textContent = said;
    const next = this.banner.querySelector(".age");
    if (next) next.textContent = this.#next();
  }
}
