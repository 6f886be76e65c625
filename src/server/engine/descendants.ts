import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { recorded } from "#server/platform/events/record.ts";
import { ToolError } from "./tools/tool.ts";

/** A start that follows from a run: by a handover, a case or an event. */
interface Following {
  /** Undefined, or a run that was removed: nothing led to it. */
  readonly from: string | null | undefined;
  /** The agent that is to start. */
  readonly agentId: string;
  /** How many may follow from one run. */
  readonly most: number;
}

/** As many runs as may follow from one run have started. */
export class DescendantsSpent extends ToolError {
  readonly root: string;
  constructor({ id, agent, run_number, most }: { id: string; agent: string; run_number: number; most: number }) {
    super(`${most} runs have already followed from run ${run_number} of ${agent}. No more start without a person.`);
    this.root = id;
  }
}

/**
 * Counts a start among the runs that follow from the same run. Returns that run, or null where nothing led to the start. Throws
 * {@link DescendantsSpent}, with nothing written. Takes the lock of the agent first, as each start does.
 */
export async function countDescendant(tx: Db, { from, agentId, most }: Following): Promise<string | null> {
  if (!from) return null;
  const { rows } = await tx.execute<{ id: string; agent: string; run_number: number; counted: boolean }>(sql`
    with agent as materialized (select id from agents where id = ${agentId} for no key update),
    root as materialized (
      select coalesce(first.id, r.id) as id, coalesce(first.agent_id, r.agent_id) as agent_id, coalesce(first.run_number, r.run_number) as run_number
      from runs r left join runs first on first.id = r.root_run_id where r.id = ${from} and (select count(*) from agent) >= 0),
    counted as (
      insert into run_descendants as d (run_id, started) select id, 1 from root
      on conflict (run_id) do update set started = d.started + 1 where d.started < ${most} returning run_id)
    select root.id, root.run_number, a.name as agent, exists (select from counted) as counted from root join agents a on a.id = root.agent_id`);
  const [root] = rows;
  if (!root) return null;
  if (!root.counted) throw new DescendantsSpent({ ...root, most });
  return root.id;
}

/** Tells the person of a run, once, that no more runs follow from it. */
export async function noteSpent(db: Db, root: string): Promise<void> {
  await db.execute(sql`
    with told as (update run_descendants set told_at = now() where run_id = ${root} and told_at is null returning run_id, started)
    ${recorded(sql`told join runs w on w.id = told.run_id`, {
      type: "run.descendants_spent",
      team: sql`w.team_id`,
      actor: { kind: "service" },
      subject: sql`w.id`,
      data: { agent_id: sql`w.agent_id`, started: sql`told.started` },
    })}`);
}

/** A transaction whose refusal of a further run is told, although nothing else of it stays. */
export async function tellingSpent<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof DescendantsSpent) await noteSpent(db, error.root);
    throw error;
  }
}
