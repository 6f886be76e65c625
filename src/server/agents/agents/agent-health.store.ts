import { type SQL, sql } from "drizzle-orm";
import { type AgentHealth, agentExceptions, type HealthGroup } from "#contract/agents/agent-health.ts";
import { waitingReviews } from "#server/agents/generation/waiting-generations.store.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { slotsMissing } from "#server/schedules/missing/missing-connections.store.ts";

/** Whose agents, and who looks: below Manager only their own runs are theirs to see. */
export interface HealthScope {
  readonly teamId: string;
  readonly userId: string;
  readonly seesAll: boolean;
}

export interface HealthPage {
  /** In the order of the list. */
  readonly ids: readonly string[];
  readonly health: ReadonlyMap<string, AgentHealth>;
  /** How many agents each group has, whichever of them is listed. */
  readonly groups: Record<HealthGroup, number>;
}

interface Asked {
  /** A statement with the `id` of each agent, and its `place` in the list without regard to health. */
  readonly listed: SQL;
  readonly only?: HealthGroup | undefined;
  readonly limit: number;
  readonly offset: number;
}

const days = 30;

/** Of those that need attention the worst come first; within that, and in the other groups, agents stand as in a list without groups. */
const inOrder = sql`array_position(array['attention', 'healthy', 'idle'], health), case when health = 'attention' then worst end, place`;

/**
 * A page of agents by their health. The runs of the time are read once for all agents, from an index that has all that is asked for; what only
 * the rows of the page need is counted for them.
 */
export async function pageByHealth(db: Db, scope: HealthScope, { listed, only, limit, offset }: Asked): Promise<HealthPage> {
  const own = scope.seesAll ? sql`` : sql` and r.user_id = ${scope.userId}`;
  const since = sql`now() - make_interval(days => ${days})`;
  const { rows } = await db.execute<Row>(sql`
    with recent as materialized (
      select r.agent_id, count(*) as runs, count(*) filter (where r.status = 'completed') as completed, count(*) filter (where r.status = 'failed') as failed,
        max(r.created_at) filter (where r.status = 'completed') as last_completed, max(r.created_at) filter (where r.status = 'failed') as last_failed
      from runs r where r.team_id = ${scope.teamId} and r.created_at >= ${since}${own} group by 1),
    held as materialized (
      select r.agent_id, count(*)::int as waiting from runs r where r.team_id = ${scope.teamId} and r.status = 'waiting'${own} group by 1),
    reviewed as materialized (${waitingReviews(scope.teamId, scope.seesAll ? null : scope.userId)}),
    signs as materialized (
      select l.id, l.place, coalesce(h.waiting, 0) as waiting, t.last_completed, coalesce(t.runs, 0) + coalesce(h.waiting, 0) > 0 as runs,
        coalesce(t.last_failed > coalesce(t.last_completed, '-infinity'), false) as failing,
        coalesce(t.failed * 100 > (t.failed + t.completed) * 3, false) as fails_often, coalesce(h.waiting, 0) > 0 as waits,
        l.id in (select agent_id from reviewed) as review,
        exists (select from ${slotsMissing(sql`l.id`, sql`${scope.userId}::uuid`)}) as no_connection,
        not exists (select from revisions v where v.agent_id = l.id and v.status = 'live') as not_live
      from (${listed}) l left join recent t on t.agent_id = l.id left join held h on h.agent_id = l.id),
    grouped as materialized (
      select s.*, case when s.failing then 1 when s.fails_often then 2 when s.waits then 3 when s.review then 4 when s.no_connection then 5 else 6 end as worst,
        case when not s.runs and not s.review then 'idle'
        when s.failing or s.fails_often or s.waits or s.review or s.no_connection or s.not_live then 'attention' else 'healthy' end as health
      from signs s),
    page as (
      select * from grouped ${only === undefined ? sql`` : sql`where health = ${only}`}
      order by ${inOrder} limit ${limit} offset ${offset})
    select (select coalesce(jsonb_object_agg(health, n), '{}') from (select health, count(*) as n from grouped group by 1) g) as groups, p.*, f.failed, f.failed_since
    from (select) one left join page p on true left join lateral (
      select count(*)::int as failed, min(r.created_at) as failed_since from runs r
      where p.failing and r.agent_id = p.id and r.team_id = ${scope.teamId} and r.status = 'failed' and r.created_at >= ${since}
        and r.created_at > coalesce(p.last_completed, '-infinity')${own}) f on true
    order by ${inOrder}`);
  const groups = { attention: 0, healthy: 0, idle: 0, ...rows[0]?.groups };
  const listedRows = rows.filter(({ id }) => id !== null);
  return { ids: listedRows.map(({ id }) => id), health: new Map(listedRows.map((row) => [row.id, healthOf(row)])), groups };
}

type Row = Record<(typeof agentExceptions)[number], boolean> & {
  groups: Partial<Record<HealthGroup, number>>;
  id: string;
  health: HealthGroup;
  waiting: number;
  failed: number;
  failed_since: string | null;
};

function healthOf(row: Row): AgentHealth {
  const { health: group, waiting, failed, failed_since: since } = row;
  return {
    group,
    exceptions: agentExceptions.filter((name) => row[name]),
    waiting,
    failed,
    failed_since: since && isoInstant(since),
  };
}
