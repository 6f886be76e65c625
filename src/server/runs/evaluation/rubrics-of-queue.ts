import { sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import type { Db } from "#server/platform/db/open.ts";
import { ModelFault } from "#server/engine/models/port.ts";
import {
  activeQueueRubrics,
  beginVersion,
  dropGeneration,
  findVersion,
  lockRubrics,
  type QueueRubricRecord,
  sameBuilds,
  storeGenerated,
  takeGeneration,
} from "#server/queues/rubrics/queue-rubrics.store.ts";
import { leaseSeconds } from "./evaluation.store.ts";
import type { NamedModel } from "./judge.ts";
import { type ConnectedAgent, writeRubrics } from "./write-rubrics.ts";

/** Characters of an agent's instructions that a model reads, and of all of them. */
const perAgent = 20_000;
const inAll = 60_000;

interface Connected extends ConnectedAgent {
  readonly build_id: string;
}

/**
 * What a case that has just ended is judged by. Rubrics are made first where there are none yet, or where the agents' revisions have changed
 * since they were made. None where the instructions give none and people added none. Undefined while another worker makes them. Throws a {@link ModelFault}.
 */
export async function rubricsFor(
  db: Db,
  queueId: string,
  model: NamedModel,
  signal: AbortSignal,
): Promise<readonly QueueRubricRecord[] | undefined> {
  const connected = await findConnected(db, queueId);
  const buildIds = connected.map(({ build_id }) => build_id);
  const found = await db.transaction((tx) => enter(tx, queueId, buildIds));
  if (found.task === "judge") return found.rubrics;
  if (!found.until) return undefined;
  if (connected.length === 0) {
    await dropGeneration(db, queueId, found.until);
    throw new ModelFault(
      "invalid_output",
      "No agent is connected to the queue anymore, so there are no instructions to generate rubrics from.",
    );
  }
  try {
    const rubrics = await writeRubrics(model, shortened(connected), signal);
    if (rubrics.length === 0 && found.rubrics.length === 0) {
      await dropGeneration(db, queueId, found.until);
      return [];
    }
    await db.transaction((tx) => storeGenerated(tx, queueId, { until: found.until ?? "", buildIds, rubrics }));
  } catch (error) {
    await dropGeneration(db, queueId, found.until);
    // What there is goes on to be judged by; the next case tries again.
    if (found.rubrics.length === 0 || !(error instanceof ModelFault) || error.transient) throw error;
  }
  return activeQueueRubrics(db, queueId);
}

/** Begins the queue's first version, and says whether to judge or to make rubrics, for which it takes the task if it is free. */
async function enter(tx: Db, queueId: string, buildIds: string[]) {
  await lockRubrics(tx, queueId);
  const version = (await findVersion(tx, queueId)) ?? (await beginVersion(tx, queueId, buildIds));
  const rubrics = await activeQueueRubrics(tx, queueId);
  const changed = !sameBuilds(version.build_ids, buildIds);
  const stale = changed && rubrics.some(({ source }) => source === "generated");
  if (rubrics.length > 0 && !stale) {
    if (changed) await beginVersion(tx, queueId, buildIds);
    return { task: "judge", rubrics } as const;
  }
  return { task: "make", rubrics, until: await takeGeneration(tx, queueId, leaseSeconds) } as const;
}

/** The agents whose live revisions name the queue, by revision. */
async function findConnected(db: Db, queueId: string): Promise<Connected[]> {
  const { rows } = await db.execute<{ build_id: string; name: string; config: Config | null; produces: boolean; consumes: boolean }>(sql`
    select r.id as build_id, a.name, r.config, bool_or(s.integration_type = 'case-queue-producer') as produces,
      bool_or(s.integration_type = 'case-queue-consumer') as consumes
    from revision_slot_queues q join revision_slots s on s.id = q.slot_id join revisions r on r.id = s.build_id and r.status = 'live'
    join agents a on a.id = r.agent_id and a.deleted_at is null
    where q.queue_id = ${queueId} group by r.id, a.name, r.config order by r.id`);
  return rows.map(({ build_id, name, config, produces, consumes }) => ({
    build_id,
    name,
    does: produces && consumes ? "adds and handles cases" : produces ? "adds cases" : "handles cases",
    instructions: config ? instructionsOf(config) : "",
  }));
}

/** What an agent is told to do; of a program, the program itself. */
function instructionsOf({ data }: Config): string {
  if ("source" in data) return data.source.kind === "inline" ? data.source.code : data.source.startCommand;
  if (typeof data.input === "string") return data.input;
  return data.input
    .flatMap(({ content }) =>
      typeof content === "string" ? [content] : content.map((part) => (part.type === "input_text" ? part.text : "")),
    )
    .join("\n");
}

function shortened(connected: readonly Connected[]): ConnectedAgent[] {
  const room = Math.min(perAgent, Math.floor(inAll / connected.length));
  return connected.map(({ name, does, instructions }) => ({ name, does, instructions: instructions.slice(0, room) }));
}
