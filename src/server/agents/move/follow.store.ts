import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { cases } from "#server/queues/cases/cases.table.ts";
import { caseAttachments } from "#server/queues/attachments/case-attachments.table.ts";
import { builderRuns } from "#server/agents/generation/builder-runs.table.ts";
import { humanRequests } from "#server/runs/requests/human-requests.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { runCounts, runs } from "#server/engine/runs.table.ts";
import { sandboxes } from "#server/runs/sandboxes/sandboxes.table.ts";
import { webhookDeliveries } from "#server/runs/webhooks/webhook-deliveries.table.ts";
import { anyOf } from "#server/platform/db/any-of.ts";

/** What was moved, and whose runs and cases follow: the agents and queues are in the other team already. */
export interface Following {
  readonly agentIds: readonly string[];
  readonly queueIds: readonly string[];
  readonly sourceId: string;
  readonly targetId: string;
}

/** Whether a sandbox is one of a run of another agent too. */
function isShared(agentIds: readonly string[]): SQL {
  return sql`exists (select from ${runs} o where o.sandbox_id = r.sandbox_id and not o.agent_id = ${anyOf(agentIds)})`;
}

/** The ids of the sandboxes that go along with runs `r`. */
export function sandboxesOf(agentIds: readonly string[], which: SQL): SQL {
  return sql`select r.sandbox_id from ${runs} r where ${which} and r.sandbox_id is not null and not ${isShared(agentIds)}`;
}

const leftRuns = ({ agentIds, sourceId }: Following) => sql`r.agent_id = ${anyOf(agentIds)} and r.team_id = ${sourceId}`;

/** Cases that stay behind and wait for an agent that is gone, and cases that went along and whose attachments count where they were. */
function leftCases({ agentIds, queueIds, sourceId }: Following): SQL {
  return sql`
    select c.id from ${cases} c join ${queues} q on q.id = c.queue_id and q.team_id = ${sourceId} where c.agent_id = ${anyOf(agentIds)}
    union all select distinct a.case_id from ${cases} c join ${caseAttachments} a on a.case_id = c.id and a.team_id = ${sourceId}
      where c.queue_id = ${anyOf(queueIds)}`;
}

/** All of them have ended: an agent with an open one is not moved. */
const leftGenerations = ({ agentIds, sourceId }: Following) => sql`
  select g.id from ${builderRuns} g where g.agent_id = ${anyOf(agentIds)} and g.team_id = ${sourceId}`;

/** How much is left to follow. */
export async function countFollowing(db: Db, following: Following): Promise<{ runs: number; cases: number; generations: number }> {
  const { rows } = await db.execute<{ runs: number; cases: number; generations: number }>(sql`
    select (select count(*)::int from (${leftGenerations(following)}) g) as generations, (select count(*)::int from ${runs} r where ${leftRuns(following)}) as runs,
      (select count(*)::int from (${leftCases(following)}) c) as cases`);
  return rows[0] ?? { runs: 0, cases: 0, generations: 0 };
}

/** Moves some of the generations that are left. Returns how many. */
export async function followGenerations(db: Db, following: Following, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update ${builderRuns} set team_id = ${following.targetId} where id = any(array(${leftGenerations(following)} limit ${limit}))`);
  return rowCount ?? 0;
}

/** The newest runs that are left. */
export async function nextToFollow(
  db: Db,
  following: Following,
  { except = [], limit }: { except?: readonly string[]; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select r.id from ${runs} r where ${leftRuns(following)} and not r.id = ${anyOf(except)} order by r.created_at desc, r.id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Runs of one sandbox that are moved at once, so that none of them is in a team without its files. */
const maxOfSandbox = 5_000;

/**
 * Moves runs with everything that is looked up by their team, and with them all that share their files. A sandbox that a run of somebody else
 * uses too stays with that one. Returns how many were moved.
 */
export async function followRuns(db: Db, following: Following, ids: readonly string[]): Promise<number> {
  const { agentIds, targetId } = following;
  const { rows: locked } = await db.execute<{ id: string }>(sql`
    select r.id from ${runs} r where ${leftRuns(following)} and r.id in (
      select unnest(${sql.param([...ids])}::uuid[]) union all (
        select o.id from ${runs} o where o.sandbox_id in (select sandbox_id from ${runs} where id = ${anyOf(ids)})
          and o.agent_id = ${anyOf(agentIds)} limit ${maxOfSandbox}))
    order by r.id for update`);
  if (locked.length === 0) return 0;
  const moved = anyOf(locked.map(({ id }) => id));
  // The decision to move has asked for room: what follows it is counted, and not refused.
  await db.execute(sql`select set_config('caseload.following', 'yes', true), set_config('caseload.moved_runs', 'counted', true)`);
  await db.execute(sql`update ${sandboxes} set team_id = ${targetId} where id in (${sandboxesOf(agentIds, sql`r.id = ${moved}`)})`);
  await db.execute(sql`update ${humanRequests} set team_id = ${targetId} where run_id = ${moved}`);
  await db.execute(sql`update ${webhookDeliveries} set team_id = ${targetId} where run_id = ${moved}`);
  await enter(db, following, moved);
  await db.execute(sql`select set_config('caseload.following', '', true), set_config('caseload.moved_runs', '', true)`);
  return locked.length;
}

/** Runs are counted together, in the statement that moves them: the trigger would append six rows for each. */
async function enter(db: Db, { agentIds, sourceId, targetId }: Following, ids: SQL): Promise<void> {
  await db.execute(sql`
    with moved as (
      update ${runs} r set team_id = ${targetId}, sandbox_id = case when ${isShared(agentIds)} then null else r.sandbox_id end
      where r.id = ${ids} returning r.status, r.user_id, r.agent_id),
    counted as (select status, user_id, agent_id, count(*) as n from moved group by 1, 2, 3)
    insert into ${runCounts} (scope, status, n, changes)
    select s.team || s.part, c.status, s.enter * c.n, c.n from counted c cross join lateral (
      select t.team, t.enter, p.part from (values (${sourceId}::text, -1), (${targetId}::text, 1)) t (team, enter)
        cross join (values (''), (':' || c.agent_id), (':' || c.user_id)) p (part) where p.part is not null) s`);
}

/** Changes some of the cases that are left. Returns how many. */
export async function followCases(db: Db, following: Following, limit: number): Promise<number> {
  const { sourceId, targetId } = following;
  const { rows } = await db.execute<{ id: string }>(sql`${leftCases(following)} limit ${limit}`);
  if (rows.length === 0) return 0;
  const some = anyOf([...new Set(rows.map(({ id }) => id))].toSorted());
  const own = sql`agent_id = ${anyOf(following.agentIds)}`;
  await db.execute(sql`select set_config('caseload.following', 'yes', true)`);
  await db.execute(sql`
    update ${cases} set agent_id = null, assigned_by = null where id = ${some} and ${own} and not queue_id = ${anyOf(following.queueIds)}`);
  await db.execute(sql`
    update ${caseAttachments} set team_id = ${targetId} where case_id = ${some} and team_id = ${sourceId}
      and case_id in (select id from ${cases} where queue_id = ${anyOf(following.queueIds)})`);
  await db.execute(sql`select set_config('caseload.following', '', true)`);
  return rows.length;
}
