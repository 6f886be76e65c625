import { sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import { type Consumer, consumer } from "#server/platform/events/consumers.ts";
import type { Work } from "#server/engine/work.ts";
import { causeOf, houseFacts, subjects } from "./house-events.store.ts";
import { houseEvents, typeOf } from "./trigger-types.ts";

/** Takes events of the service for the triggers of their team that listen. Where none does, nothing is written. */
export function triggersOn(wakeOn: (what: Work["on"]) => void): Consumer {
  let taken = false;
  return consumer({
    name: "triggers",
    on: houseEvents,
    async handle(tx, events) {
      const rows = events.map((event) => ({ ...event, event_id: event.id, key: newId(), trigger_type: typeOf(event.type) }));
      const { rowCount } = await tx.execute(sql`
        insert into trigger_events (id, team_id, source_id, type, dedupe_key, facts, run_id, occurred_at)
        select e.key, e.team_id, e.team_id, e.trigger_type, e.event_id::text, ${houseFacts}, ${causeOf}, e.created_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(key uuid, event_id bigint, team_id uuid, type text, trigger_type text,
          subject_id uuid, data jsonb, created_at timestamptz) ${subjects}
        where exists (select from event_triggers t join agents a on a.id = t.agent_id
          where t.enabled and t.trigger_type = e.trigger_type and a.team_id = e.team_id and a.deleted_at is null)
        order by e.event_id on conflict do nothing`);
      taken = rowCount !== 0;
    },
    handled() {
      if (taken) wakeOn("triggers");
    },
  });
}
