// Whether the page is up to date: a small sign while it is, a banner when it is not.

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
    this.#draw();
  }

  received(name, body) {
    if (body.at) this.settled = body.at;
    this.beat.classList.remove("beat-once");
    requestAnimationFrame(() => this.beat.classList.add("beat-once"));
    this.#draw();
  }

  changed(stream) {
    this.stream = stream;
    this.#draw();
  }

  /** After a request: its problem, null when there is none, and whether anything is shown. */
  answered(problem, shown) {
    this.problem = problem;
    this.shown = shown;
    if (!problem) this.last = new Date();
    this.#draw();
  }

  #draw() {
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
    if (this.problem) return this.problem.status === 503 ? "Not ready" : "No response";
    return this.stream.state === "live" ? "Live" : "Connecting";
  }

  #stale(lost) {
    const of = this.last && this.shown ? `The page shows the state of ${clock(this.last.toISOString())} UTC.` : "";
    const why = this.problem
      ? [this.problem.detail, this.problem.advice].filter(Boolean).join(" ")
      : lost ? "Changes are not received." : "";
    return h("div", { class: "banner" },
      h("p", {}, h("strong", {}, lost ? "The connection is lost. " : "The update failed. "), of, " ", why, " ",
        h("span", { class: "age", "aria-hidden": "true", key: "next" }, this.#next())),
      h("button", { type: "button", onclick: this.retry }, "Try now"));
  }

  #next() {
    const { nextTry, state } = this.stream;
    return state === "lost" && nextTry > Date.now() ? `Next try in ${lasting(nextTry - Date.now())}.` : "";
  }

  #tick() {
    const text = this.settled ? `settled ${ago(this.settled)}` : "";
    if (this.age.textContent !== text) this.age.textContent = text;
    const next = this.banner.querySelector(".age");
    if (next) next.textContent = this.#next();
  }
}
