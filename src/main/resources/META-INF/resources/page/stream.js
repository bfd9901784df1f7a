// Server-sent events, read by fetch: so heartbeats count as signs of life, and a lost stream is
// noticed and sought again with growing patience.

import { credentials } from "./api.js";

const SILENCE = 40_000;
const LONGEST = 30_000;

/** How it stands with the stream: `state` is connecting, live or lost. */
export class Stream {
  constructor(address, { told, stood }) {
    this.address = address;
    this.told = told;
    this.stood = stood;
    this.failures = 0;
    this.state = "connecting";
  }

  async open() {
    clearTimeout(this.again);
    this.abort?.abort();
    this.abort = new AbortController();
    const mine = this.abort;
    try {
      const answer = await fetch(this.address, {
        headers: { Accept: "text/event-stream", ...credentials() }, signal: mine.signal, cache: "no-store",
      });
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
      this.#alive();
      await this.#read(answer.body.pipeThrough(new TextDecoderStream()).getReader(), mine);
      throw new Error("the stream has ended");
    } catch (fault) {
      if (this.abort === mine) this.#lost(fault);
    }
  }

  /** Listens no more, until it is opened again. */
  close() {
    clearTimeout(this.silence);
    clearTimeout(this.again);
    const mine = this.abort;
    this.abort = null;
    mine?.abort();
  }

  async #read(reader, mine) {
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done || this.abort !== mine) return;
      this.#alive();
      text += value.replaceAll("\r", "");
      let end;
      while ((end = text.indexOf("\n\n")) >= 0) {
        this.#take(text.slice(0, end));
        text = text.slice(end + 2);
      }
    }
  }

  #take(block) {
    let name = "message";
    const data = [];
    for (const line of block.split("\n")) {
      if (line.startsWith("event:")) name = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).trim());
    }
    if (data.length) this.told(name, JSON.parse(data.join("\n")));
  }

  #alive() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.#lost(new Error("it has said nothing for 40 s")), SILENCE);
    this.failures = 0;
    this.#stand("live");
  }

  #lost() {
    clearTimeout(this.silence);
    clearTimeout(this.again);
    const mine = this.abort;
    this.abort = null;
    mine?.abort();
    this.failures += 1;
    const patience = Math.min(LONGEST, 500 * 2 ** this.failures);
    this.nextTry = Date.now() + patience;
    this.again = setTimeout(() => this.open(), patience);
    this.#stand("lost");
  }

  #stand(state) {
    const before = this.state;
    this.state = state;
    if (state !== before || state === "lost") this.stood(state, before);
  }
}
