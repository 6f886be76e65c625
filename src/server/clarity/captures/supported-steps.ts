import { and, eq, sql } from "drizzle-orm";
import type { Reply } from "#contract/endpoint.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { StepSource } from "#contract/clarity/step-source.ts";
import type { previewClarityCaptureDeletion } from "#contract/clarity/captures.ts";
import { claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import type { Db } from "#server/platform/db/open.ts";

type SupportedStep = Reply<typeof previewClarityCaptureDeletion>["steps"][number];

const cites = (processId: string, captureId: string) =>
  and(eq(claritySnapshots.process_id, processId), sql`position(${captureId} in ${claritySnapshots.data}::text) > 0`);

/** The steps of the live versions that a capture supports, and how many others support each. */
export async function stepsSupportedBy(db: Db, processId: string, captureId: string): Promise<SupportedStep[]> {
  const rows = await db
    .select({ kind: claritySnapshots.kind, data: claritySnapshots.data })
    .from(claritySnapshots)
    .where(and(cites(processId, captureId), eq(claritySnapshots.status, "live")))
    .orderBy(claritySnapshots.kind);
  return rows.flatMap(({ kind, data }) =>
    data.steps.flatMap(({ id: step_id, title, sources }) => {
      const supporting = new Set(sources.flatMap((source) => (isResolved(source) ? source.captureId : [])));
      return supporting.delete(captureId) ? [{ kind, step_id, title, others: supporting.size }] : [];
    }),
  );
}

/** Every version keeps its steps and their quotes: those of the capture lead nowhere from here on. */
export async function unresolveSources(db: Db, processId: string, captureId: string): Promise<void> {
  const rows = await db
    .select({ id: claritySnapshots.id, data: claritySnapshots.data })
    .from(claritySnapshots)
    .where(cites(processId, captureId))
    .for("update");
  for (const { id, data } of rows) {
    const steps = data.steps.map((step): Step => ({ ...step, sources: step.sources.map((one) => unresolved(one, captureId)) }));
    await db
      .update(claritySnapshots)
      .set({ data: { ...data, steps } })
      .where(eq(claritySnapshots.id, id));
  }
}

function isResolved({ captureId, resolutionStatus }: StepSource): boolean {
  return captureId !== undefined && resolutionStatus !== "unresolved";
}

function unresolved(source: StepSource, captureId: string): StepSource {
  if (source.captureId !== captureId) return source;
  return {
    ...source,
    locator: { type: "unresolved", reason: "The capture was deleted." },
    resolutionStatus: "unresolved",
    sourceConfidence: "low",
  };
}
