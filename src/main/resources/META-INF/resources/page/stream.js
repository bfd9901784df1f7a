// Server-sent events, read by fetch: so heartbeats count as signs of life, and a lost stream is
// noticed and opened again, with a backoff.

import { credentials } from "./api.js";

const MAX_SILENCE_MS = 40_000;
const MAX_BACKOFF_MS = 30_000;

/** `state` is connecting, live or lost. */
export class Stream {
  constructor(address, { received, changed }) {
    this.address = address;
    this.received = received;
    this.changed = changed;
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
      if (!answer.ok) throw new Error(`HTTP status ${answer.status}`);
      this.#alive();
      await this.#read(answer.body.pipeThrough(new TextDecoderStream()).getReader(), mine);
      throw new Error("the stream has ended");
    } catch (fault) {
      if (this.abort === mine) this.#lost(fault);
    }
  }

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
    if (data.length) this.received(name, JSON.parse(data.join("\n")));
  }

  #alive() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.#lost(new Error("no heartbeat for 40 s")), MAX_SILENCE_MS);
    this.failures = 0;
    this.#become("live");
  }

  #lost() {
    clearTimeout(this.silence);
    clearTimeout(this.again);
    const mine = this.abort;
    this.abort = null;
    mine?.abort();
    this.failures += 1;
    const backoff = Math.min(MAX_BACKOFF_MS, 500 * 2 ** this.failures);
    this.nextTry = Date.now() + backoff;
    this.again = setTimeout(() => this.open(), backoff);
    this.#become("lost");
  }

  #become(state) {
    const before = this.state;
    this.state = state;
    if (state !== before || state === "lost") this.changed(state, before);
  }
}
