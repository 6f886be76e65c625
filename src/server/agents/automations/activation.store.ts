import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { automationRevisionAgents, automationRevisionQueues, automationRevisions } from "./automation-revisions.table.ts";
import { builderRuns } from "#server/agents/generation/builder-runs.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { openStatuses } from "#server/agents/generation/builder-run-state.ts";

/** Holds the member agents, in the order of their ids: what their builds are now stays so until the transaction ends. */
export async function holdMembers(db: Db, automationId: string): Promise<void> {
  await db.execute(
    sql`select id from ${agents} where automation_id = ${automationId} and deleted_at is null order by id for no key update`,
  );
}

export interface Candidate extends Record<string, unknown> {
  readonly status: (typeof automationRevisions.$inferSelect)["status"];
  /** Names that two queues of it would have at once. */
  readonly clashing_names: string[];
  /** Whether a builder run is open on a build that it binds. */
  readonly generating: boolean;
}

/** What decides whether a revision can be activated, in one statement: others wait for the automation meanwhile. */
export async function findCandidate(db: Db, automationId: string, revisionId: string): Promise<Candidate | undefined> {
  const shown = sql`select coalesce(b.name, q.name) as name from ${automationRevisionQueues} b
    join ${queues} q on q.id = b.queue_id and q.deleted_at is null where b.revision_id = v.id`;
  const open = sql`${builderRuns} w join ${automationRevisionAgents} b on b.build_id = w.build_id
    where b.revision_id = v.id and w.status in ${openStatuses}`;
  const { rows } = await db.execute<Candidate>(sql`
    select v.status, array(select name from (${shown}) shown group by name having count(*) > 1 order by name collate "und-x-icu") as clashing_names,
      exists (select from ${open}) as generating
    from ${automationRevisions} v where v.id = ${revisionId} and v.automation_id = ${automationId}`);
  return rows[0];
}

export interface Activation {
  readonly automationId: string;
  readonly revisionId: string;
  readonly userId: string;
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
}

/**
 * Makes a revision the active one: status, live builds and shown names of queues change together, when the caller's transaction commits. The
 * caller holds the automation and its members. Returns the agents whose live build changed.
 */
export async function activate(db: Db, activation: Activation): Promise<string[]> {
  await markActive(db, activation);
  const changed = await switchBuilds(db, activation);
  await nameQueues(db, activation);
  return changed;
}

async function markActive(db: Db, { automationId, revisionId, name, description }: Activation): Promise<void> {
  const r = automationRevisions;
  await db
    .update(r)
    .set({ status: "historic", updated_at: sql`now()` })
    .where(and(eq(r.automation_id, automationId), eq(r.status, "active")));
  const next = sql`(select coalesce(max(n.revision_number), 0) + 1 from ${r} n where n.automation_id = ${automationId})`;
  const words = { ...(name === undefined ? {} : { name }), ...(description === undefined ? {} : { description }) };
  await db
    .update(r)
    .set({
      ...words,
      status: "active",
      revision_number: sql`coalesce(${r.revision_number}, ${next})`,
      activated_at: sql`now()`,
      updated_at: sql`now()`,
    })
    .where(eq(r.id, revisionId));
}

/** A member that the revision does not bind has no live build afterwards. */
async function switchBuilds(db: Db, { automationId, revisionId, userId }: Activation): Promise<string[]> {
  const bound = sql`(select b.build_id from ${automationRevisionAgents} b where b.revision_id = ${revisionId})`;
  const members = sql`${agents} a where a.id = r.agent_id and a.automation_id = ${automationId} and a.deleted_at is null`;
  const down = await db.execute<{ agent_id: string }>(sql`
    update ${revisions} r set status = 'historic', updated_at = now() from ${members} and r.status = 'live' and r.id not in ${bound} returning r.agent_id`);
  const taken = sql.param(down.rows.map((row) => row.agent_id));
  const { rows } = await db.execute<{ id: string }>(sql`
    with up as (update ${revisions} r set status = 'live', updated_at = now()
      from ${members} and r.status <> 'live' and r.id in ${bound} returning r.agent_id)
    update ${agents} set updated_at = now(), updated_by = ${userId}
    where id = any(${taken}::uuid[]) or id in (select agent_id from up) returning id`);
  return rows.map((row) => row.id);
}

async function nameQueues(db: Db, { automationId, revisionId }: Activation): Promise<void> {
  await db.execute(sql`
    update ${queues} q set revision_name = b.name, revision_description = b.description, updated_at = now()
    from ${queues} m left join ${automationRevisionQueues} b on b.queue_id = m.id and b.revision_id = ${revisionId}
    where m.id = q.id and m.automation_id = ${automationId} and m.deleted_at is null
      and (q.revision_name, q.revision_description) is distinct from (b.name, b.description)`);
}
