import { type SQL, sql } from "drizzle-orm";
import type { TeamJobKind } from "#contract/runs/team-jobs.ts";
import { recordOf } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { runs } from "#server/engine/runs.table.ts";
import { type Control, interruptRuns } from "#server/engine/control/control.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import { removeSomeCases, unassignSomeCases } from "#server/queues/cases/case-writes.store.ts";
import type { TeamJobRecord } from "./team-jobs.store.ts";

/** What is deleted, whose runs have to end. The caller holds it, and has marked it as deleted. */
export interface Deleted {
  readonly kind: keyof typeof reasons;
  readonly id: string;
  readonly name: string;
  readonly agentIds: readonly string[];
  /** Those whose cases are deleted, and with them the runs that work on them. */
  readonly queueIds: readonly string[];
}

const reasons = {
  agent_deleted: "The agent was deleted.",
  automation_deleted: "The agent was deleted.",
  queue_deleted: "The queue was deleted.",
} satisfies Partial<Record<TeamJobKind, string>>;

/** Whose runs and cases they are. */
export type Owners = Pick<Deleted, "kind" | "agentIds" | "queueIds">;

export function ownersIn(kind: Deleted["kind"], { agent_ids, queue_ids }: TeamJobRecord): Owners {
  return { kind, agentIds: agent_ids, queueIds: queue_ids };
}

const active = sql`r.status = any(${sql.param([...activeStatuses])}::text[])`;
const ids = (list: readonly string[]) => sql`${sql.param([...list])}::uuid[]`;
const owned = ({ agentIds, queueIds }: Owners) => sql`(r.agent_id = any(${ids(agentIds)}) or r.case_queue_id = any(${ids(queueIds)}))`;

/** Cases that go with their queue, or that were given to a deleted agent by name, and that anybody may take from then on. */
const casesOf = ({ kind, agentIds, queueIds }: Owners): SQL =>
  kind === "agent_deleted" ? sql`c.agent_id = any(${ids(agentIds)})` : sql`c.queue_id = any(${ids(queueIds)})`;

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

export async function countCases(db: Db, owners: Owners): Promise<number> {
  if (owners.kind === "automation_deleted") return 0;
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from cases c where ${casesOf(owners)}`);
  return rows[0]?.n ?? 0;
}

/** Interrupts those that are still active, in the order of their ids: two such calls may share some. */
export async function interrupt(
  control: Control,
  db: Db,
  { kind }: Owners,
  runIds: readonly string[],
  afterCommit: (effect: () => void) => void,
): Promise<void> {
  if (runIds.length === 0) return;
  const { rows } = await db.execute(sql`select r.* from runs r where r.id = any(${ids(runIds)}) and ${active} order by r.id for update`);
  const locked = rows.map((row): RunRecord => recordOf(runs, row));
  await interruptRuns(control, db, locked, reasons[kind], afterCommit);
}
