import { CaseloadError } from "./errors.ts";
import type { FollowOptions } from "./shapes.ts";
import { steady } from "./steady.ts";
import { pause } from "./transport.ts";

interface Run {
  readonly status: string;
  readonly team_id: string;
}
interface Message {
  readonly id: string;
  readonly streaming?: boolean;
}
interface LiveEvent {
  readonly topic: string;
  readonly id: string;
}

/** What following asks the service. */
export interface RunReads {
  run(): Promise<Run>;
  /** At most so many as a page holds. */
  messages(offset: number): Promise<{ readonly messages: readonly Message[]; readonly total: number }>;
  readonly runId: string;
  /** What changed in the team, from some seconds ago on. */
  events(teamId: string, signal: AbortSignal): Promise<AsyncIterable<unknown>>;
  readonly final: readonly string[];
}

/** Without a stream, and for what a stream lost. */
const lookAgainMs = 10_000;
/** A model that writes changes its message many times a second. */
const gatherMs = 300;

/**
 * Every message of a run once, in order, when it is complete. The live stream only says when to look: what is told is always read, so a lost
 * connection loses no message. Ends when the run has.
 */
export async function* follow(reads: RunReads, options: FollowOptions = {}): AsyncGenerator<Message> {
  const { after, untilWaiting, signal } = options;
  let last = after;
  const news = new News(reads, signal);
  let offset = 0;
  let skipping = after !== undefined;
  try {
    for (;;) {
      const heard = news.heard;
      // Before the messages: what a run wrote until it ended is then among them.
      const run = await steady(options, () => reads.run());
      const over = reads.final.includes(run.status) || (untilWaiting === true && run.status === "waiting");
      for (let more = true; more;) {
        const { messages, total } = await steady(options, () => reads.messages(offset));
        const ready = messages.findIndex(({ streaming }) => streaming === true && !over);
        const complete = ready === -1 ? messages : messages.slice(0, ready);
        for (const message of complete) {
          if (!skipping) {
            last = message.id;
            yield message;
          } else skipping = message.id !== after;
        }
        offset += complete.length;
        more = complete.length === messages.length && messages.length > 0 && offset < total;
      }
      if (skipping && over) throw new CaseloadError(0, "unknown_message", `This run has no message ${after}.`);
      if (over) return;
      await news.since(heard, run.team_id);
    }
  } catch (error) {
    throw last !== undefined && error instanceof CaseloadError ? continuing(error, last) : error;
  } finally {
    news.close();
  }
}

/** The same error, with the message behind which to continue. */
function continuing(error: CaseloadError, after: string): CaseloadError {
  const { status, code, message, issues, requestId, retryAfter, extra, cause } = error;
  return new CaseloadError(status, code, message, { issues, requestId, retryAfter, extra: { ...extra, after }, cause });
}

/** Counts what the live stream says, and connects again when it breaks. */
class News {
  heard = 0;
  readonly #reads: RunReads;
  readonly #stop = new AbortController();
  #wake: (() => void) | undefined;
  #connected = false;
  /** Streams in a row that ended without a word about the run. */
  #broken = 0;

  constructor(reads: RunReads, signal: AbortSignal | undefined) {
    this.#reads = reads;
    if (signal?.aborted) this.#stop.abort(signal.reason);
    signal?.addEventListener("abort", () => this.#stop.abort(signal.reason), { once: true, signal: this.#stop.signal });
  }

  /** Resolves when something was said behind that count, or after a while. Rejects when the signal aborts. */
  async since(count: number, teamId: string): Promise<void> {
    if (!this.#connected) {
      this.#connected = true;
      void this.#listen(teamId);
    }
    if (this.heard > count) return;
    const woken = new Promise<void>((resolve) => (this.#wake = resolve));
    const timer = new AbortController();
    const waited = pause(lookAgainMs, AbortSignal.any([timer.signal, this.#stop.signal]));
    waited.catch(() => undefined);
    await Promise.race([woken, waited]);
    timer.abort();
    await pause(gatherMs, this.#stop.signal);
  }

  close(): void {
    this.#stop.abort();
  }

  async #listen(teamId: string): Promise<void> {
    const { signal } = this.#stop;
    try {
      for await (const event of await this.#reads.events(teamId, signal)) {
        const { topic, id } = event as LiveEvent;
        if (/^(run|run_message|human_request)$/.test(topic) && (id === this.#reads.runId || id === "*")) {
          this.#broken = 0;
          this.#tell();
        }
      }
    } catch {
      // As one that ended: the next look connects again.
    }
    this.#connected = false;
    const wait = Math.min(500 * 2 ** this.#broken++, lookAgainMs);
    await pause(wait, signal).then(
      () => this.#tell(),
      () => undefined,
    );
  }

  #tell(): void {
    this.heard += 1;
    this.#wake?.();
  }
}
