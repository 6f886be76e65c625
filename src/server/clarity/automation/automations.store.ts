import { and, count, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { ClarityAutomation } from "#contract/clarity/automation.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { builderRuns } from "#server/agents/generation/builder-runs.table.ts";
import { clarityProcesses, claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import type { VersionData } from "#server/clarity/processes/version-data.ts";
import type { SnapshotRecord } from "#server/clarity/snapshots/snapshots.store.ts";
import { isoText, newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { users } from "#server/teams/teams.table.ts";
import { clarityAutomations } from "./automations.table.ts";

const m = clarityAutomations;
const s = claritySnapshots;
export type AutomationRecord = typeof m.$inferSelect;

/** Only drafts whose agents are still in the team of the process count. */
const inTeam = and(eq(agents.id, m.agent_id), eq(agents.team_id, clarityProcesses.team_id), isNull(agents.deleted_at));

async function findBuilt(db: Db, which: SQL): Promise<AutomationRecord | undefined> {
  const [row] = await db
    .select({ automation: m })
    .from(m)
    .innerJoin(clarityProcesses, eq(clarityProcesses.id, m.process_id))
    .innerJoin(agents, inTeam)
    .where(which)
    .orderBy(desc(m.created_at), desc(m.id))
    .limit(1);
  return row?.automation;
}

/** The last draft that was built from a process. Its agent is the agent of the process. */
export const findAutomation = (db: Db, processId: string) => findBuilt(db, eq(m.process_id, processId));

export const findBuiltFrom = (db: Db, proposalId: string) => findBuilt(db, eq(m.proposal_id, proposalId));

/** What a revision was built from, itself or another one of its agent. */
export async function findAutomationOf(db: Db, buildId: string): Promise<AutomationRecord | undefined> {
  const ofAgent = eq(m.agent_id, sql`(select r.agent_id from ${revisions} r where r.id = ${buildId})`);
  return (await findBuilt(db, eq(m.build_id, buildId))) ?? findBuilt(db, ofAgent);
}

type Built = Pick<AutomationRecord, "process_id" | "proposal_id" | "agent_id" | "build_id" | "builder_run_id" | "created_by">;

/** In place of one whose agent is gone. The caller holds the process. */
export async function insertAutomation(db: Db, built: Built): Promise<void> {
  await db.delete(m).where(eq(m.proposal_id, built.proposal_id));
  await db.insert(m).values({ ...built, id: newId(), created_at: sql`clock_timestamp()` });
}

/** What a proposal says, withdrawn or not: a draft that was built from it stays what it is. */
export async function findProposal(db: Db, id: string): Promise<VersionData | undefined> {
  const [row] = await db.select({ data: s.data }).from(s).where(eq(s.id, id));
  return row?.data;
}

export async function newestProposal(db: Db, processId: string): Promise<SnapshotRecord | undefined> {
  const [row] = await db
    .select()
    .from(s)
    .where(and(eq(s.process_id, processId), eq(s.kind, "transformation_proposal"), isNull(s.archived_at)))
    .orderBy(desc(s.created_at), desc(s.id))
    .limit(1);
  return row;
}

/** The number of a proposal: its place among those of its process. */
export async function numberOfProposal(db: Db, { process_id, kind, created_at, id }: SnapshotRecord): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(s)
    .where(
      and(
        eq(s.process_id, process_id),
        eq(s.kind, kind),
        isNull(s.archived_at),
        sql`(${s.created_at}, ${s.id}) <= (${created_at}::timestamptz, ${id}::uuid)`,
      ),
    );
  return row?.n ?? 0;
}

/** A draft as it goes over the wire, with what became of it. */
export async function describeAutomation(db: Db, { id }: AutomationRecord): Promise<ClarityAutomation | undefined> {
  const latest = sql`(select b.id from ${builderRuns} b where b.build_id = ${m.build_id} order by b.prompt_number desc limit 1)`;
  const live = sql<string | null>`(select l.id from ${s} l
    where l.process_id = ${m.process_id} and l.kind = 'transformation_proposal' and l.status = 'live' and l.archived_at is null)`;
  const [row] = await db
    .select({
      automation: m,
      agent_name: agents.name,
      revision_number: revisions.revision_number,
      revision_status: revisions.status,
      run: { id: builderRuns.id, status: builderRuns.status, decision: builderRuns.decision },
      builder_name: users.name,
      withdrawn: sql<boolean>`${s.archived_at} is not null`,
      live_proposal_id: live.as("live_proposal_id"),
      live_since: liveSince.as("live_since"),
    })
    .from(m)
    .innerJoin(agents, eq(agents.id, m.agent_id))
    .innerJoin(revisions, eq(revisions.id, m.build_id))
    .innerJoin(builderRuns, eq(builderRuns.id, latest))
    .innerJoin(s, eq(s.id, m.proposal_id))
    .leftJoin(users, eq(users.id, m.created_by))
    .where(eq(m.id, id));
  if (!row) return undefined;
  const { automation, run, builder_name: name, withdrawn, ...rest } = row;
  const { process_id, proposal_id, agent_id, build_id, created_by, created_at: built_at } = automation;
  return {
    id,
    process_id,
    proposal_id,
    agent_id,
    build_id,
    built_at,
    ...rest,
    builder_run_id: run.id,
    builder_run_status: run.status,
    decision: run.decision,
    built_by: created_by === null ? null : { id: created_by, name },
    stale: withdrawn || (rest.live_proposal_id !== null && rest.live_proposal_id !== proposal_id),
  };
}

/** When a revision that was built from the process was live for the first time, as what was achieved is measured; null while none of the agent is. */
const liveSince = sql<string | null>`(select ${sql.raw(isoText("min(r.first_live_at)"))} from ${revisions} r
  where r.id in (select x.build_id from clarity_automations x where x.process_id = ${m.process_id} and x.agent_id = ${m.agent_id})
    and exists (select from ${revisions} o where o.agent_id = ${m.agent_id} and o.status = 'live'))`;
