import { setTimeout as sleep } from "node:timers/promises";
import type { SQL } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { type Metrics, figure } from "#server/platform/metrics/metrics.ts";
import { describe } from "./describe.ts";
import type { Looks } from "./looks.ts";

const roundsDone = figure("caseload_work_rounds_total", "Rounds of background work, by kind of work.", "work");
const roundsFailed = figure("caseload_work_failures_total", "Rounds of background work that failed, by kind of work.", "work");

export interface WakeLoop {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Comes back when no round is under way any more. */
  close(): Promise<void>;
}

interface Needs {
  readonly log: Pick<FastifyBaseLogger, "warn">;
  readonly metrics: Pick<Metrics, "count">;
  readonly looks: Looks;
  /** Whether nothing is looked for now, though something wakes. */
  readonly paused?: () => boolean;
}

interface Rounds {
  /** Names the work in metrics and log. */
  readonly name: string;
  /** When there is work that nobody woke for: other processes make some too, and times come. As for {@link Looks}. */
  readonly due: SQL;
  /** Between the beginnings of two rounds, in milliseconds: for work that is woken more often than it is worth a look. */
  readonly restMs?: number;
  /** Does what is due, or a portion of it. Returns whether more may be due. */
  round(closed: () => boolean): Promise<boolean>;
}

/**
 * Does rounds of work, one at a time, until nothing is due. A wake-up that comes while a round is under way makes another one: it may tell of
 * something that the round no longer saw. A round that fails is left to the next wake-up or look.
 */
export function createWakeLoop({ log, metrics, looks, paused = () => false }: Needs, { name, due, restMs = 0, round }: Rounds): WakeLoop {
  let woken = false;
  let closed = false;
  let working: Promise<void> | undefined;
  let began = -restMs;
  metrics.count(roundsFailed, { work: name }, 0);

  async function rounds(): Promise<void> {
    while (woken && !closed) {
      const rest = began + restMs - performance.now();
      if (rest > 0) await sleep(rest);
      if (closed) return;
      began = performance.now();
      woken = false;
      if (await round(() => closed)) woken = true;
      metrics.count(roundsDone, { work: name });
    }
  }
  function wake(): void {
    if (closed || paused()) return;
    woken = true;
    working ??= rounds()
      .catch((error: unknown) => {
        metrics.count(roundsFailed, { work: name });
        log.warn({ error: describe(error) }, `could not look for work: ${name}`);
      })
      .finally(() => {
        working = undefined;
        if (woken) wake();
      });
  }
  const unfollow = looks.follow(due, wake);
  return {
    wake,
    async close() {
      closed = true;
      unfollow();
      await working;
    },
  };
}
