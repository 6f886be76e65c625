import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type RunStatus, terminalStatuses } from "#contract/runs/run.ts";
import { storeNow } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { RunRecord } from "./run-record.ts";
import { runSteps } from "./run-steps.table.ts";

/** Starts a step of a run whose row the caller holds. One that it is at goes on. False: it has started `most` already. */
export async function startStep(tx: Db, run: Pick<RunRecord, "id" | "agent_id">, stepId: string, most: number): Promise<boolean> {
  const [last] = await tx.select().from(runSteps).where(eq(runSteps.run_id, run.id)).orderBy(desc(runSteps.position)).limit(1);
  if (last?.ended_at === null && last.step_id === stepId) return true;
  const position = last ? last.position + 1 : 0;
  if (position >= most) return false;
  const open = and(eq(runSteps.run_id, run.id), isNull(runSteps.ended_at));
  await tx.update(runSteps).set({ ended_at: storeNow }).where(open);
  await tx.insert(runSteps).values({ run_id: run.id, agent_id: run.agent_id, position, step_id: stepId });
  return true;
}

/** For a statement that changes runs: the step that one is at ends with it, whatever ended it. */
export function endSteps(status: RunStatus): SQL {
  if (!terminalStatuses.some((end) => end === status)) return sql``;
  return sql`, steps_ended as (
    update run_steps set ended_at = now() where ended_at is null and run_id in (select id from written))`;
}
