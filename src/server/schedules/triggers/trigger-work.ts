import { sql } from "drizzle-orm";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work, Worker } from "#server/engine/work.ts";
import { someOfEach } from "#server/platform/db/some-of-each.ts";
import { describe } from "#server/platform/work/describe.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import { copyEventFiles, dropFiles } from "./event-files.ts";
import { type Matched, matchEvent } from "./match-event.ts";
import { type DueMatch, type Started, startMatch } from "./start-match.ts";

/** So many are looked for at once, and so many of one source or trigger; each is dealt with in a transaction of its own. */
const portion = { each: 10, limit: 100 };
const unmatched = someOfEach({
  table: "trigger_events",
  group: "source_id",
  columns: ["id"],
  order: ["id"],
  waiting: sql`matched_at is null`,
  ...portion,
});
const due = someOfEach({
  table: "trigger_matches",
  group: "trigger_id",
  columns: ["event_id", "trigger_id"],
  order: ["next_attempt_at", "event_id"],
  waiting: sql`next_attempt_at is not null`,
  due: sql`next_attempt_at <= clock_timestamp()`,
  ...portion,
});

interface Needs extends Pick<EngineServices, "objects" | "store" | "log"> {
  readonly config: Pick<EngineServices["config"], "mostDescendants">;
}

interface Told {
  matched(triggers: readonly Matched[]): void;
  started(started: Started): void;
}

/**
 * Decides about new events, then starts what is due: sources and triggers by turns, so that 10,000 cases made at once hold up nobody else's events.
 * Any number of processes may do so at once. Returns whether more may be due.
 */
export async function triggerRound(services: Needs, told: Told): Promise<boolean> {
  const { store, log, config } = services;
  const { rows: events } = await store.db.execute<{ id: string }>(unmatched);
  let done = 0;
  for (const { id } of events) {
    try {
      const matched = await store.db.transaction((tx) => matchEvent(tx, id));
      if (!matched) continue;
      done += 1;
      told.matched(matched);
    } catch (error) {
      log.warn({ event: id, error: describe(error) }, "could not decide what comes of an event");
    }
  }
  const { rows: matches } = await store.db.execute(due);
  for (const match of matches as unknown as DueMatch[]) {
    try {
      const given = await copyEventFiles(services, match.event_id);
      const started = await store.db.transaction((tx) => startMatch(tx, match, config.mostDescendants, given));
      if (given && started?.run?.sandbox_id !== given.sandboxId) await dropFiles(services, given);
      if (!started) continue;
      done += 1;
      told.started(started);
    } catch (error) {
      log.warn({ trigger: match.trigger_id, error: describe(error) }, "could not start a run for an event");
      await rest(store.db, match);
    }
  }
  return done > 0;
}

/** What could not start is left as they were for a while, so that it holds up no other. */
async function rest(db: EngineServices["store"]["db"], { event_id, trigger_id }: DueMatch): Promise<void> {
  await db.execute(sql`
    update trigger_matches set next_attempt_at = clock_timestamp() + interval '10 s'
    where event_id = ${event_id} and trigger_id = ${trigger_id} and next_attempt_at is not null`);
}

function createTriggerWorker(services: EngineServices): Worker {
  const { live, wakeRuns } = services;
  const changed = (teamId: string, { id, userId }: Started["trigger"]) => live.publish({ teamId, topic: "event_trigger", id, userId });
  const told: Told = {
    matched: (triggers) => triggers.forEach((trigger) => changed(trigger.teamId, trigger)),
    started({ teamId, trigger, run }) {
      changed(teamId, trigger);
      if (!run) return;
      live.publish({ teamId, topic: "run", id: run.id, userId: run.user_id });
      wakeRuns(run);
    },
  };
  return createWakeLoop(services, {
    name: "event triggers",
    due: sql`(exists (${unmatched}) or exists (${due}))`,
    round: () => triggerRound(services, told),
  });
}

export const triggerWork: Work = { name: "event triggers", start: createTriggerWorker, on: "triggers" };
