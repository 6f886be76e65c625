import { sql } from "drizzle-orm";
import { countDescendant, DescendantsSpent, noteSpent } from "#server/engine/descendants.ts";
import type { Db } from "#server/platform/db/open.ts";
import { noteEvents } from "#server/queues/cases/case-writes.store.ts";

/** A case `c` that was given to a run to come. */
export interface Taken {
  readonly id: string;
  readonly title: string;
  readonly runId: string;
  /** The run that put it where it waits. Null where a person or another service did. */
  readonly from_run: string | null;
}

/** What lets a case wait for a run: the last of these led to it. */
const letsWait = ["created", "handed_over", "postponed", "released", "reprocessed", "status_changed", "undone"]
  .map((type) => `'${type}'`)
  .join(", ");
export const causeOfCase = sql.raw(`(
  select v.run_id from case_events v where v.case_id = c.id and v.type in (${letsWait}) order by v.seq desc limit 1)`);

/** Cases whose runs may start, each with the run that all of it follows from, and those that fail instead. */
export async function countedCases(
  tx: Db,
  taken: readonly Taken[],
  { agentId, most }: { agentId: string; most: number },
): Promise<{ allowed: (Taken & { root: string | null })[]; refused: string[] }> {
  const roots = new Map<string, string | null>();
  const refused: string[] = [];
  for (const { id, from_run: from } of await inOneOrder(tx, taken)) {
    try {
      roots.set(id, await countDescendant(tx, { from, agentId, most }));
    } catch (error) {
      if (!(error instanceof DescendantsSpent)) throw error;
      await noteSpent(tx, error.root);
      await fail(tx, id, agentId, error.message);
      refused.push(id);
    }
  }
  return { allowed: taken.flatMap((one) => (roots.has(one.id) ? [{ ...one, root: roots.get(one.id) ?? null }] : [])), refused };
}

/** By what they follow from: processes that count for several at once wait for each other in one order. */
async function inOneOrder(tx: Db, taken: readonly Taken[]): Promise<Taken[]> {
  const from = taken.flatMap((one) => one.from_run ?? []);
  if (from.length === 0) return [...taken];
  const { rows } = await tx.execute<{ id: string; root: string }>(sql`
    select id, coalesce(root_run_id, id) as root from runs where id = any(${sql.param(from)}::uuid[])`);
  const rootOf = new Map(rows.map(({ id, root }) => [id, root]));
  const place = ({ from_run }: Taken) => rootOf.get(from_run ?? "") ?? "";
  return taken.toSorted((a, b) => place(a).localeCompare(place(b)));
}

/** A person who reopens it lets it start again. */
async function fail(tx: Db, caseId: string, agentId: string, reason: string): Promise<void> {
  await tx.execute(sql`
    with failed as (
      update cases set state = 'failed', failure = 'not_started', run_id = null, completed_at = now(), updated_at = now() where id = ${caseId} returning id),
    told as (${noteEvents(sql`failed`, "failed", { agentId }, reason)})
    select 1`);
}
