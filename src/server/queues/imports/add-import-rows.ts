import { rowIssue, type RowIssue } from "#contract/queues/case-imports.ts";
import type { Db } from "#server/platform/db/open.ts";
import { Refusal, invalid } from "#server/platform/http/refusal.ts";
import { dropRows, newCasesOf, refuseRows, type RowRefusal } from "./case-imports.store.ts";
import type { JobOf } from "#server/queues/jobs/case-job-kind.ts";
import { insertCases } from "#server/queues/cases/new-cases.store.ts";
import { misfitsOf } from "#server/queues/schemas/typed-data.ts";

/**
 * Makes cases of rows, in their order, and returns them by the places of the rows; those that are not among them were refused. One that does not fit the queue's schema as it is now is refused alone. Throws a {@link Refusal} where
 * the queue has no room for the labels of one of them, or takes typed cases only and has no schema.
 */
export async function addRows(db: Db, job: JobOf<"import">, places: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await newCasesOf(db, job.id, places);
  const misfits = await misfitsOf(
    db,
    job.queue_id,
    rows.map(({ new_case }) => new_case.data ?? ""),
  );
  const refused = rows.flatMap(({ place }, at): RowRefusal[] => {
    const issues = misfits[at] ?? [];
    return issues.length === 0 ? [] : [{ place, issues: issues.map(({ path, message }) => rowIssue(["data", ...path], message)) }];
  });
  const misfitting = new Set(refused.map(({ place }) => place));
  const fitting = rows.filter(({ place }) => !misfitting.has(place));
  const ids = await insertFitting(
    db,
    job,
    fitting.map(({ new_case }) => new_case),
  );
  await refuseRows(db, job.id, refused);
  await dropRows(
    db,
    job.id,
    fitting.map(({ place }) => place),
  );
  return new Map(fitting.map(({ place }, at) => [place, ids[at] ?? ""]));
}

async function insertFitting(db: Db, job: JobOf<"import">, added: Parameters<typeof insertCases>[2]): Promise<string[]> {
  if (added.length === 0) return [];
  try {
    return await insertCases(db, job.queue_id, added, { userId: job.started_by, jobId: job.id }, () => [], `from ${job.act.file_name}`);
  } catch (error) {
    throw error instanceof Refusal && error.code === "too_many" ? invalid(["labels"], error.message) : error;
  }
}

/** Why a row that was taken alone became no case. */
export function whyRefused(error: unknown): RowIssue[] {
  if (!(error instanceof Refusal)) return [];
  return (error.issues ?? [{ path: [], message: error.message }]).map(({ path, message }) => rowIssue(path, message));
}
