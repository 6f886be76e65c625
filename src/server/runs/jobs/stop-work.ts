import { type SQL, sql } from "drizzle-orm";
import { maxCasesAtOnce, maxRunsAtOnce } from "#contract/deletion.ts";
import type { TeamJobKind } from "#contract/runs/team-jobs.ts";
import { recordOf } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { runs } from "#server/engine/runs.table.ts";
import { applyBuilderEvent, generationChanged, lockOpenOfAgent } from "#server/agents/generation/builder-log.ts";
import { interruptRuns } from "#server/engine/control/control.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { removeSomeCases, unassignSomeCases } from "#server/queues/cases/case-writes.store.ts";
import { type TeamJobRecord, insertTeamJob } from "./team-jobs.store.ts";

/** What is deleted, whose runs have to end. The caller holds it, and has marked it as deleted. */
export interface Deleted {
  readonly kind: keyof typeof reasons;
  readonly id: string;
  readonly name: string;
  readonly teamId: string;
  readonly agentIds: readonly string[];
  /** Those whose cases are deleted, and with them the runs that work on them. */
  readonly queueIds: readonly string[];
  readonly userId: string;
}

export interface Stopped {
  /** The runs that are interrupted, now or soon. */
  readonly runIds: string[];
  readonly caseCount: number;
  /** What goes on with the rest. */
  readonly jobId: string | undefined;
}

type AfterCommit = (effect: () => void) => void;
type Owners = Pick<TeamJobRecord, "agent_ids" | "queue_ids"> & { readonly kind: Deleted["kind"] };

const reasons = {
  agent_deleted: "The agent was deleted.",
  automation_deleted: "The agent was deleted.",
  queue_deleted: "The queue was deleted.",
} satisfies Partial<Record<TeamJobKind, string>>;

/**
 * Ends what a deleted thing is doing, in the caller's transaction as far as that is little; a job goes on with the rest, and no worker takes a
 * run of it from then on.
 */
export async function stopWork(services: EngineServices, db: Db, deleted: Deleted, afterCommit: AfterCommit): Promise<Stopped> {
  for (const agentId of deleted.agentIds) await cancelGenerations(services, db, agentId, afterCommit);
  const owners: Owners = { kind: deleted.kind, agent_ids: [...deleted.agentIds], queue_ids: [...deleted.queueIds] };
  const runIds = await activeIds(db, owners);
  const caseCount = await countCases(db, owners);
  if (runIds.length <= maxRunsAtOnce && caseCount <= maxCasesAtOnce) {
    await interrupt(services, db, owners, runIds, afterCommit);
    await changeSomeCases(db, owners, maxCasesAtOnce);
    return { runIds, caseCount, jobId: undefined };
  }
  const jobId = await insertTeamJob(db, {
    ...owners,
    team_id: deleted.teamId,
    target_team_id: null,
    subject_id: deleted.id,
    subject_name: deleted.name,
    runs: runIds.length,
    cases: caseCount,
    started_by: deleted.userId,
  });
  return { runIds, caseCount, jobId };
}

/** A job that goes on with a deletion. */
export function stopsWork(job: TeamJobRecord): job is TeamJobRecord & Owners {
  return job.kind in reasons;
}

async function cancelGenerations(services: EngineServices, db: Db, agentId: string, afterCommit: AfterCommit): Promise<void> {
  for (const generation of await lockOpenOfAgent(db, agentId)) {
    await applyBuilderEvent(db, generation, { type: "remove", at: services.clock().toISOString() });
    afterCommit(() => {
      services.live.publishStop(generation.run.id);
      generationChanged(services, generation.run);
    });
  }
}

const active = sql`r.status = any(${sql.param([...activeStatuses])}::text[])`;
const ids = (list: readonly string[]) => sql`${sql.param([...list])}::uuid[]`;
const owned = ({ agent_ids, queue_ids }: Owners) => sql`(r.agent_id = any(${ids(agent_ids)}) or r.case_queue_id = any(${ids(queue_ids)}))`;

/** Cases that go with their queue, or that were given to a deleted agent by name, and that anybody may take from then on. */
const casesOf = ({ kind, agent_ids, queue_ids }: Owners): SQL =>
  kind === "agent_deleted" ? sql`c.agent_id = any(${ids(agent_ids)})` : sql`c.queue_id = any(${ids(queue_ids)})`;

/** Returns how many cases were changed. */
export function changeSomeCases(db: Db, owners: Owners, limit: number): Promise<number> {
  return (owners.kind === "agent_deleted" ? unassignSomeCases : removeSomeCases)(db, casesOf(owners), limit);
}

/** The active runs, those that a worker holds first: what they still do is of no use. */
export async function activeIds(db: Db, owners: Owners, { except = [], limit }: { except?: readonly string[]; limit?: number } = {}) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select r.id from runs r where ${active} and ${owned(owners)} and r.id <> all(${ids(except)})
    order by r.worker_id is null, r.due_at, r.id${limit ? sql` limit ${limit}` : sql``}`);
  return rows.map(({ id }) => id);
}

async function countCases(db: Db, owners: Owners): Promise<number> {
  if (owners.kind === "automation_deleted") return 0;
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from cases c where ${casesOf(owners)}`);
  return rows[0]?.n ?? 0;
}

/** Interrupts those that are still active, in the order of their ids: two such calls may share some. */
export async function interrupt(
  services: EngineServices,
  db: Db,
  { kind }: Owners,
  runIds: readonly string[],
  afterCommit: AfterCommit,
): Promise<void> {
  if (runIds.length === 0) return;
  const { rows } = await db.execute(sql`select r.* from runs r where r.id = any(${ids(runIds)}) and ${active} order by r.id for update`);
  const locked = rows.map((row): RunRecord => recordOf(runs, row));
  await interruptRuns(services, db, locked, reasons[kind], afterCommit);
}
