import { sql } from "drizzle-orm";
import type { WebhookEvent } from "#contract/runs/webhooks.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type Consumer, consumer } from "#server/platform/events/consumers.ts";

const told = {
  "run.waiting": { event: "human_request", status: "waiting" },
  "run.completed": { event: "run_completed", status: "completed" },
  "run.failed": { event: "run_failed", status: "failed" },
  "run.interrupted": { event: "run_interrupted", status: "interrupted" },
} as const satisfies Record<string, Pick<WebhookEvent, "event" | "status">>;

/** Queues a delivery for each event of a run that was started with a webhook. */
export function webhooksOf(wakeOn: (what: "webhooks") => void): Consumer {
  let queued = false;
  return consumer({
    name: "webhooks",
    on: ["run.waiting", "run.completed", "run.failed", "run.interrupted"],
    async handle(tx, events) {
      const rows = events.map(({ id, type, team_id, subject_id, created_at }) => ({
        id: newId(),
        event_id: id,
        run_id: subject_id,
        team_id,
        ...told[type],
        created_at,
      }));
      const { rowCount } = await tx.execute(sql`
        insert into webhook_deliveries (id, event_id, run_id, team_id, url, event, status, created_at)
        select e.id, e.event_id, r.id, e.team_id, r.webhook_url, e.event, e.status, e.created_at
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as e(id uuid, event_id bigint, run_id uuid, team_id uuid, event text, status text, created_at timestamptz)
        join runs r on r.id = e.run_id where r.webhook_url is not null order by e.event_id
        on conflict do nothing`);
      queued = rowCount !== 0;
    },
    handled() {
      if (queued) wakeOn("webhooks");
    },
  });
}
