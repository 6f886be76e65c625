import { sql } from "drizzle-orm";
import type { NotificationSeverity } from "#contract/notifications/notification-words.ts";
import type { Db } from "#server/platform/db/open.ts";

/** How long a message waits for more of the same batch, in seconds, by the worst of it. */
const patience: Readonly<Record<NotificationSeverity, number>> = { critical: 60, warning: 600, info: 3_600, success: 3_600 };

interface Sent {
  readonly batch_id: string;
  readonly team_id?: string;
  readonly recipient_id: string | null;
  readonly severity?: NotificationSeverity;
  readonly at?: string;
}

/** Has batches sent once the patience of one of these is over: to a person by email, to a team in its chats. A later one can only make it sooner. */
export async function planDeliveries(tx: Db, sent: readonly Sent[]): Promise<void> {
  if (sent.length === 0) return;
  const rows = sent.map(({ batch_id, team_id, recipient_id, severity = "info", at }) => {
    return { batch_id, team_id, recipient_id, at, seconds: patience[severity] };
  });
  await tx.execute(sql`
    insert into notification_deliveries as d (id, batch_id, team_id, recipient_id, channel, next_attempt_at)
    select gen_random_uuid(), w.batch_id, w.team_id, w.recipient_id, way.channel, min(w.at + make_interval(secs => w.seconds))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(batch_id uuid, team_id uuid, recipient_id uuid, at timestamptz, seconds int)
    cross join lateral (select 'email' as channel where w.recipient_id is not null
      union all select x.channel from notification_chats x where w.recipient_id is null and x.team_id = w.team_id and not x.gone) way
    group by w.batch_id, w.team_id, w.recipient_id, way.channel
    on conflict (batch_id, channel) do update set next_attempt_at = least(d.next_attempt_at, excluded.next_attempt_at)
    where d.attempts = 0`);
}
