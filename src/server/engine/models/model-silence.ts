import { sql } from "drizzle-orm";
import { storeNowPlus } from "#server/platform/db/columns.ts";
import { modelSilences } from "#server/engine/log/run-messages.table.ts";
import { type HeldRun, delivered } from "#server/engine/log/run-log.ts";
import { heldStatuses } from "#server/engine/run-state.ts";
import type { EngineServices } from "#server/engine/services.ts";

/** A model that takes no longer than this for its next word is at work. */
const quietMs = 5_000;

/**
 * Stores that the model of a run is silent, once it is for a while, and that it no longer is. Two writes for each long silence and none without
 * one: how long it lasts is counted by who looks on. `seen`: messages that the model was given, and reads meanwhile.
 */
export function createSilence(services: EngineServices, run: HeldRun, seen: number) {
  const { store, live } = services;
  let within = false;
  let stored = false;
  let writing = Promise.resolve();
  const timer = setTimeout(begin, quietMs);

  function write(statement: ReturnType<typeof sql>): void {
    writing = writing
      .then(() => store.db.execute(statement))
      .then(() => live.publish({ teamId: run.team_id, topic: "run", id: run.id, userId: run.user_id }))
      .catch(() => undefined);
  }
  function begin(): void {
    stored = true;
    write(sql`with written as (
        insert into ${modelSilences} (run_id, lease, within, since)
        select id, lease, ${within}, ${storeNowPlus(-quietMs)} from runs where id = ${run.id} and lease = ${run.lease}
          and status = any(${sql.param(heldStatuses)}::text[])
        on conflict (run_id) do update set lease = excluded.lease, within = excluded.within, since = excluded.since returning run_id as id)
      ${delivered(["queued"], "read", seen)}`);
  }
  function finish(): void {
    if (!stored) return;
    stored = false;
    write(sql`delete from ${modelSilences} where run_id = ${run.id} and lease = ${run.lease}`);
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
