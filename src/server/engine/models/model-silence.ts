import { sql } from "drizzle-orm";
import { storeNowPlus } from "#server/platform/db/columns.ts";
import { modelSilences } from "#server/engine/log/run-messages.table.ts";
import { delivered } from "#server/engine/log/run-log.ts";
import type { HeldRun } from "#server/engine/log/run-record.ts";
import { heldStatuses } from "#server/engine/run-state.ts";
import type { EngineServices } from "#server/engine/services.ts";

/** A model that takes no longer than this for its next word is at work. */
const quietMs = 5_000;
/** When a silence that is stored now has begun. */
export const silentSince = storeNowPlus(-quietMs);

interface Kept {
  /** Stores that the model is silent. `within`: it had begun to answer. */
  store(within: boolean): Promise<unknown>;
  /** Stores that it no longer is. */
  drop(): Promise<unknown>;
}

/**
 * Stores that a model is silent, once it is for a while, and that it no longer is. Two writes for each long silence and none without one: how
 * long it lasts is counted by who looks on.
 */
export function createSilence({ store, drop }: Kept) {
  let within = false;
  let stored = false;
  let writing = Promise.resolve<unknown>(undefined);
  const write = (statement: () => Promise<unknown>) => void (writing = writing.then(statement).catch(() => undefined));
  const timer = setTimeout(() => {
    stored = true;
    const began = within;
    write(() => store(began));
  }, quietMs);
  function finish(): void {
    if (!stored) return;
    stored = false;
    write(drop);
  }
  return {
    /** The model said something. */
    heard(): void {
      within = true;
      finish();
      timer.refresh();
    },
    /** Nothing more is waited for. */
    async end(): Promise<void> {
      clearTimeout(timer);
      finish();
      await writing;
    },
  };
}

/** The silence of a run's model. `seen`: messages that the model was given, and reads meanwhile. */
export function createRunSilence({ store, live }: EngineServices, run: HeldRun, seen: number) {
  const told = () => live.publish({ teamId: run.team_id, topic: "run", id: run.id, userId: run.user_id });
  return createSilence({
    store: (within) =>
      store.db
        .execute(
          sql`with written as (
            insert into ${modelSilences} (run_id, lease, within, since)
            select id, lease, ${within}, ${silentSince} from runs where id = ${run.id} and lease = ${run.lease}
              and status = any(${sql.param(heldStatuses)}::text[])
            on conflict (run_id) do update set lease = excluded.lease, within = excluded.within, since = excluded.since returning run_id as id)
          ${delivered(["queued"], "read", seen)}`,
        )
        .then(told),
    drop: () => store.db.execute(sql`delete from ${modelSilences} where run_id = ${run.id} and lease = ${run.lease}`).then(told),
  });
}
