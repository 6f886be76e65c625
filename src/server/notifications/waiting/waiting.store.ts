import { type SQL, sql } from "drizzle-orm";
import { locks, tryLock } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { isWanted } from "#server/notifications/notifications/preferences.store.ts";
import type { Reader } from "#server/notifications/notifications/notifications.store.ts";
import { seesWork } from "#server/notifications/sees-work.ts";

/** What has waited for so long is mailed. In minutes. */
const patience = 15;
/** A person gets no other such email of a team for so long. In minutes. */
const rest = 60;

/**
 * SQL: what stands still until one person answers: what a run asks whom it acts for, what it asks somebody to decide about a case, and what the agent
 * of a dashboard asks the author of its message, about a version that is still shown and that the author can edit.
 */
const asked = sql`(
  select h.id, h.team_id, r.user_id, h.created_at, h.title, g.name as agent_name, h.run_id, null::uuid as artifact_id
  from human_requests h join runs r on r.id = h.run_id join agents g on g.id = r.agent_id left join cases c on c.id = r.case_queue_item_id
  where h.responded_at is null and h.cancelled_at is null and r.user_id is not null
    and (r.case_queue_item_id is null or c.run_id is not distinct from r.id)
  union all
  select a.id, r.team_id, a.assignee_user_id, b.created_at, b.title, g.name, null, null
  from case_approval_batches b join case_approvals a on a.batch_id = b.id join runs r on r.id = b.run_id join agents g on g.id = r.agent_id
    join cases c on c.id = b.case_id join queues q on q.id = c.queue_id
  where a.decision is null and b.resolved_at is null and b.cancelled_at is null and b.run_id is not distinct from c.run_id and q.deleted_at is null
  union all
  select t.id, t.team_id, t.author_user_id, t.completed_at, t.questions -> 0 ->> 'question', coalesce(a.title, 'New dashboard'), null, a.id
  from artifact_turns t join artifacts a on a.id = t.artifact_id
  where t.status = 'waiting_for_input' and t.author_user_id is not null
    and coalesce(t.result_revision_id, t.base_revision_id) is not distinct from a.current_revision_id
    and (a.created_by_user_id = t.author_user_id or (a.visibility <> 'private' and a.publish_permission = 'edit')))`;

const longEnough = (at: SQL) => sql`${at} <= now() - make_interval(mins => ${patience})`;

/**
 * Has an email sent to everybody for whom something waits that the last one did not tell of. Everything that waits by then is in it. One process at
 * a time: two that look at once would both find that there was none.
 */
export async function planWaiting(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await tryLock(tx, locks.waitingEmails))) return;
    await tx.execute(sql`
      insert into notification_deliveries (id, team_id, recipient_id, channel, next_attempt_at)
      select gen_random_uuid(), w.team_id, w.user_id, 'email', now()
      from (select team_id, user_id, max(created_at) as latest from ${asked} w where ${longEnough(sql`w.created_at`)} group by team_id, user_id) w
      join teams t on t.id = w.team_id
      left join lateral (select max(d.created_at) as at from notification_deliveries d
        where d.recipient_id = w.user_id and d.team_id = w.team_id and d.batch_id is null) last on true
      where (last.at is null or (last.at < now() - make_interval(mins => ${rest}) and w.latest > last.at - make_interval(mins => ${patience})))
        and ${isWanted("email", sql`'waiting'`, sql`w.user_id`, sql`w.team_id`)} and ${seesWork(sql`w.user_id`)}`);
  });
}

export interface Waiting {
  readonly title: string;
  /** Whose question it is: the name of an agent, or of a dashboard that one writes. */
  readonly agent_name: string;
  readonly run_id: string | null;
  readonly artifact_id: string | null;
  readonly minutes: number;
  readonly [column: string]: unknown;
}

/** What waits for somebody now, the longest first; nothing for somebody who has left or wants no such email. */
export async function waitingFor(db: Db, { teamId, userId }: Reader): Promise<Waiting[]> {
  const person = sql`${userId}::uuid`;
  const { rows } = await db.execute<Waiting>(sql`
    select w.title, w.agent_name, w.run_id, w.artifact_id, (extract(epoch from now() - w.created_at) / 60)::int as minutes
    from ${asked} w join teams t on t.id = w.team_id
    where w.team_id = ${teamId} and w.user_id = ${person} and ${longEnough(sql`w.created_at`)}
      and ${isWanted("email", sql`'waiting'`, person, sql`w.team_id`)} and ${seesWork(person)}
    order by w.created_at, w.id`);
  return rows;
}
