import { sql } from "drizzle-orm";
import type { NotificationSeverity } from "#contract/notifications/notification-words.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

/** How long an email waits for more of the same batch, in seconds, by the worst of it. */
const patience: Readonly<Record<NotificationSeverity, number>> = { critical: 60, warning: 600, info: 3_600, success: 3_600 };

interface Mailed {
  readonly batch_id: string;
  readonly team_id?: string;
  readonly recipient_id: string;
  readonly severity?: NotificationSeverity;
  readonly at?: string;
}

/** Has batches mailed once the patience of one of these is over. A later one can only make it sooner: an email never waits for quiet. */
export async function planEmails(tx: Db, mailed: readonly Mailed[]): Promise<void> {
  if (mailed.length === 0) return;
  const rows = mailed.map(({ batch_id, team_id, recipient_id, severity = "info", at }) => {
    return { id: newId(), batch_id, team_id, recipient_id, at, seconds: patience[severity] };
  });
  await tx.execute(sql`
    insert into notification_deliveries as d (id, batch_id, team_id, recipient_id, channel, next_attempt_at)
    select (array_agg(w.id))[1], w.batch_id, w.team_id, w.recipient_id, 'email', min(w.at + make_interval(secs => w.seconds))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, batch_id uuid, team_id uuid, recipient_id uuid, at timestamptz, seconds int)
    group by w.batch_id, w.team_id, w.recipient_id
    on conflict (batch_id, channel) do update set next_attempt_at = least(d.next_attempt_at, excluded.next_attempt_at)
    where d.attempts = 0`);
}
