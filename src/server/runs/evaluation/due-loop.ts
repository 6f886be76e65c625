import type { SQL } from "drizzle-orm";
import { storeFailure } from "#server/platform/db/store-failure.ts";
import { durationWords } from "#server/engine/duration-words.ts";
import { describe } from "#server/platform/work/describe.ts";
import { ModelFault } from "#server/engine/models/port.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { leaseSeconds, type Outcome } from "./evaluation.store.ts";
import { type GivenBack, maxAttempts } from "./evaluation-wait.ts";

/** Until what could not be given back is tried again. */
const againMs = 1_000;
/** A judge gets a little less time than its lease, so that it is never at work twice. */
const timeoutMs = (leaseSeconds - 30) * 1000;
const ownFault = "An internal error interrupted the evaluation.";
const storeAway = "The database did not take the result.";
/** Milliseconds until what the store refused to keep is tried again: from the shortest on twice as long each time. */
const [shortestRestMs, longestRestMs] = [250, 10_000];

interface DueWork<Row> {
  readonly what: string;
  /** As for `Looks`. */
  readonly due: SQL;
  /** Takes at most so many due rows. */
  claim(limit: number): Promise<Row[]>;
  /** Names a row under its lease. */
  key(row: Row): string;
  work(row: Row, closing: AbortSignal): Promise<void>;
  /** Gives a row back for a while. */
  postpone(row: Row, delayMs: number, how: GivenBack): Promise<void>;
}

/** Judges what is due. As with runs themselves, the row is the queue: a judge that dies is followed by another one. */
export function judgeDue<Row>(
  { log, config, looks, paused }: Pick<EngineServices, "log" | "config" | "looks" | "paused">,
  { what, due, claim, key, work, postpone }: DueWork<Row>,
): { close(): Promise<void> } {
  const atOnce = config.model.judges;
  const working = new Map<string, { abort: AbortController; done: Promise<void> }>();
  let claiming: Promise<void> | undefined;
  let again = false;
  let closed = false;
  let failures = 0;
  /** Gives back what a store that takes no writes did not take. Without it a row would wait for the end of its lease. */
  const owed = new Map<string, () => Promise<void>>();

  function wake(): void {
    if (closed || paused?.()) return;
    again = true;
    claiming ??= (async () => {
      while (again && !closed && working.size < atOnce) {
        again = false;
        for (const [name, giveBackAgain] of owed) {
          await giveBackAgain();
          owed.delete(name);
        }
        for (const row of await claim(atOnce - working.size)) {
          begin(row);
          again = true;
        }
      }
    })()
      .catch((error: unknown) => log.warn({ error: describe(error) }, `could not look for ${what} to evaluate`))
      .finally(() => void (claiming = undefined));
  }

  function begin(row: Row): void {
    const abort = new AbortController();
    const done = work(row, abort.signal)
      .then(() => void (failures = 0))
      .catch((error: unknown) => {
        log.error({ key: key(row), error: describe(error) }, `could not evaluate one of the ${what}`);
        return giveBack(
          row,
          storeFailure(error) === undefined ? { counted: true, reason: ownFault } : { counted: false, reason: storeAway },
        );
      })
      .finally(() => {
        working.delete(key(row));
        wake();
      });
    working.set(key(row), { abort, done });
  }

  async function giveBack(row: Row, how: GivenBack): Promise<void> {
    const delayMs = Math.min(longestRestMs, shortestRestMs * 2 ** failures++);
    const now = () => postpone(row, delayMs, how);
    await now().catch((error: unknown) => {
      log.warn({ error: describe(error) }, `could not give back one of the ${what}`);
      owed.set(key(row), now);
    });
  }

  const unfollow = looks.follow(due, wake);
  const trying = setInterval(() => {
    if (owed.size > 0) wake();
  }, againMs);
  return {
    async close() {
      closed = true;
      unfollow();
      clearInterval(trying);
      await claiming;
      for (const { abort } of working.values()) abort.abort();
      await Promise.all([...working.values()].map((w) => w.done));
    },
  };
}

interface Tried {
  readonly attempt: number;
  /** Who judges. */
  readonly model: string;
  readonly closing: AbortSignal;
  /** Milliseconds that a provider may ask to wait. */
  readonly patienceMs: number;
}

/**
 * One attempt to judge. A model that cannot be reached is asked again after a while; one that never can, or asks to wait too long, makes the
 * outcome `unavailable`. So does a fault of ours that comes at every attempt: it is thrown, for the log, until the last one. Nobody looks again
 * after that: whoever did ended without a word each time, or could not write what was found.
 */
export async function tryToJudge<T>(
  look: (signal: AbortSignal) => Promise<T>,
  { attempt, model, closing, patienceMs }: Tried,
): Promise<{ found: T | Outcome } | (GivenBack & { againAfterMs: number })> {
  const unavailable = (comment: string): { found: Outcome } => ({ found: { status: "unavailable", verdicts: [], comment, model } });
  const failed = `The evaluation failed in the service ${maxAttempts} times. Its log says why.`;
  if (attempt > maxAttempts) return unavailable(failed);
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return { found: await look(AbortSignal.any([closing, late])) };
  } catch (error) {
    // Whoever comes next need not wait for the lease to run out. A service that is stopped has not tried.
    if (closing.aborted) return { againAfterMs: 0, counted: false };
    const fault = late.aborted ? tooLate : error instanceof ModelFault ? error : undefined;
    if (!fault && attempt < maxAttempts) throw error;
    const asked = fault?.retryAfterMs ?? 0;
    if (asked > patienceMs) return unavailable(`${fault?.message} The provider asks to wait ${durationWords(asked)}, which is too long.`);
    if (fault?.transient && attempt < maxAttempts)
      return { againAfterMs: fault.retryAfterMs ?? 1000 * 2 ** attempt, counted: true, reason: fault.message };
    return unavailable(fault?.message ?? failed);
  }
}

const tooLate = new ModelFault("provider_unavailable", `The evaluation model did not finish within ${durationWords(timeoutMs)}.`, {
  transient: true,
});
