import { and, eq } from "drizzle-orm";
import type { Step } from "#contract/clarity/step.ts";
import { clarityCaptures } from "#server/clarity/processes/processes.table.ts";
import type { Db } from "#server/platform/db/open.ts";

/** When each capture of a process was added, of those that are complete. */
export async function captureTimes(db: Db, processId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: clarityCaptures.id, at: clarityCaptures.created_at })
    .from(clarityCaptures)
    .where(and(eq(clarityCaptures.process_id, processId), eq(clarityCaptures.status, "complete")));
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** When the newest of the captures that support a step was added; null: none that is still there does. */
export function newestEvidence({ sources }: Pick<Step, "sources">, times: ReadonlyMap<string, string>): string | null {
  const found = sources.flatMap(({ captureId }) => times.get(captureId ?? "") ?? []);
  return found.toSorted().at(-1) ?? null;
}
