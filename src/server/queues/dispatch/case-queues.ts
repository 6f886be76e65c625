import { sql } from "drizzle-orm";
import { text } from "#contract/fields.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { ClaimedRun } from "#server/engine/log/run-record.ts";
import { ToolError } from "#server/engine/tools/tool.ts";

export interface CaseQueue {
  readonly id: string;
  readonly name: string;
}

/** The queues that a revision names, by what it does with their cases. */
export interface CaseQueues {
  readonly produces: readonly CaseQueue[];
  readonly consumes: readonly CaseQueue[];
}

export async function findCaseQueues(db: Db, run: ClaimedRun): Promise<CaseQueues> {
  if (!run.has_slots) return { produces: [], consumes: [] };
  const { rows } = await db.execute<CaseQueue & { type: string; [key: string]: unknown }>(sql`
    select q.id, coalesce(q.revision_name, q.name) as name, s.integration_type as type
    from revision_slots s join revision_slot_queues sq on sq.slot_id = s.id
    join queues q on q.id = sq.queue_id and q.team_id = ${run.team_id} and q.deleted_at is null
    where s.build_id = ${run.build_id} order by coalesce(q.revision_name, q.name) collate "und-x-icu", q.id`);
  const of = (type: string) => rows.filter((row) => row.type === type).map(({ id, name }) => ({ id, name }));
  return { produces: of("case-queue-producer"), consumes: of("case-queue-consumer") };
}

/** The queue that is meant by an id or a name; without one, the only queue there is. Throws a sentence that names those there are. */
export function queueNamed(queues: readonly CaseQueue[], called: string | undefined): CaseQueue {
  const wanted = called?.trim().toLowerCase();
  const [found, second] = wanted === undefined ? queues : queues.filter((q) => q.id === wanted || q.name.toLowerCase() === wanted);
  if (found && !second) return found;
  const names = queues.map((q) => `${q.name} (${q.id})`).join(", ");
  if (found) throw new ToolError(`Say which queue you mean, by its id: ${names}.`);
  throw new ToolError(`This revision names no queue ${called ?? ""}. It names: ${names}.`);
}

export function queueNames(queues: readonly CaseQueue[]): string {
  return queues.map((queue) => queue.name).join(", ");
}

/** The parameter by which a model says which queue it means. */
export function whichQueue(queues: readonly CaseQueue[]) {
  return text(1, 200)
    .optional()
    .describe(`Name or id of one of: ${queueNames(queues)}`);
}
