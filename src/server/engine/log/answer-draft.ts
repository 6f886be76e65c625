import { sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import { runDrafts } from "./run-messages.table.ts";
import { delivered } from "./run-log.ts";
import type { HeldRun } from "./run-record.ts";
import { heldStatuses } from "#server/engine/run-state.ts";
import { storable } from "./log-messages.ts";
import type { EngineServices } from "#server/engine/services.ts";

const draftMs = 700;

/**
 * What the model is writing, stored every 700 ms so that people see it grow. A short answer never gets one.
 * `seen`: messages that the model was given. Who sees it answer them sees that it has read them.
 */
export function createDraft(services: EngineServices, run: HeldRun, seen: number) {
  const id = newId();
  let timer: NodeJS.Timeout | undefined;
  let text = "";
  const shown = run.secrets.redactor.stream();
  let writing: Promise<unknown> | undefined;
  function store(): void {
    timer = undefined;
    const text_content = storable(text);
    const also = writing === undefined ? delivered(["queued"], "read", seen) : sql`select`;
    // Only as long as the run is this worker's: of another one's answer it knows nothing, and a stopped run shows none.
    writing = services.store.db
      .execute(
        sql`with written as (
            insert into ${runDrafts} (run_id, id, text_content)
            select id, ${id}::uuid, ${text_content} from runs where id = ${run.id} and lease = ${run.lease}
              and status = any(${sql.param(heldStatuses)}::text[])
            on conflict (run_id) do update set id = excluded.id, text_content = excluded.text_content returning run_id as id)
          ${also}`,
      )
      .then(() => services.live.publish({ teamId: run.team_id, topic: "run_message", id: run.id, userId: run.user_id }))
      .catch(() => undefined);
  }
  return {
    id,
    stored: () => writing !== undefined,
    add(piece: string): void {
      text += shown.push(piece);
      timer ??= setTimeout(store, draftMs);
    },
    /** What was written so far counts for nothing. */
    clear(): void {
      text = "";
    },
    async end(): Promise<void> {
      clearTimeout(timer);
      await writing;
    },
  };
}
