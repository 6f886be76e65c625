import { and, eq, inArray, sql } from "drizzle-orm";
import { terminalStatuses } from "#contract/runs/run.ts";
import type { Db } from "#server/platform/db/open.ts";
import { runMessages } from "#server/engine/log/run-messages.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { countDescendant } from "#server/engine/descendants.ts";
import { ToolError } from "./tool.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { insertRun } from "#server/runs/runs/runs.store.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { activeStatuses } from "#server/engine/run-state.ts";
import type { EngineServices } from "#server/engine/services.ts";

/** Another agent of the team. */
export interface Peer {
  readonly id: string;
  readonly name: string;
}

/** Runs that wait for each other, one in the other. */
const maxDepth = 5;
/** Handovers in a row: agents that hand over to each other would otherwise go on for ever. */
const maxHops = 50;
/** Characters of an answer that reach whoever asked. */
const maxAnswer = 100_000;

interface NewChild {
  readonly kind: "handover" | "sub_agent";
  /** The call that starts it; null for what the revision says comes next. */
  readonly callId: string | null;
  readonly message: string;
  /** How many runs may follow from one run. */
  readonly most: number;
}

/**
 * Starts a run of another agent for a run, in the transaction of what asked for it. Takes the agent's lock, so it comes before any write to
 * the run itself. Throws a {@link ToolError} when that agent can take no work, with nothing written.
 */
export async function startChild(tx: Db, run: RunRecord, peer: Peer, { kind, callId, message, most }: NewChild): Promise<RunRecord> {
  const depth = run.depth + (kind === "sub_agent" ? 1 : 0);
  const hops = run.hops + (kind === "handover" ? 1 : 0);
  if (depth > maxDepth) throw new ToolError(`Agents ask each other at most ${maxDepth} deep. Do this part yourself.`);
  if (hops > maxHops) throw new ToolError(`This work was handed over ${maxHops} times already. It goes no further.`);
  const root = await countDescendant(tx, { from: run.id, agentId: peer.id, most });
  try {
    const child = await insertRun(tx, {
      teamId: run.team_id,
      agentId: peer.id,
      userId: run.user_id,
      source: kind,
      origin: { parent_run_id: run.id, parent_call_id: callId, depth, hops },
      root,
      message: message.trim() || undefined,
    });
    return child.run;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const why = error.code === "no_live_revision" ? "has no live revision" : "is no longer an agent of this team";
    throw new ToolError(`${peer.name} cannot take this work: it ${why}.`);
  }
}

/** What a run asked for by these calls, by call. */
export async function askedRuns(db: Db, runId: string, callIds: readonly string[]): Promise<Map<string | null, RunRecord>> {
  const rows = await db
    .select()
    .from(runs)
    .where(and(eq(runs.parent_run_id, runId), inArray(runs.parent_call_id, [...callIds])));
  return new Map(rows.map((row) => [row.parent_call_id, row]));
}

/** Locks the active runs that runs wait for. */
export async function lockAskedRuns(tx: Db, runIds: readonly string[]): Promise<RunRecord[]> {
  return tx
    .select()
    .from(runs)
    .where(and(inArray(runs.parent_run_id, [...runIds]), eq(runs.source, "sub_agent"), inArray(runs.status, [...activeStatuses])))
    .orderBy(runs.id)
    .for("update");
}

/** The last words of a run that did its work; of a program, what its last execution printed. */
export async function answerOf(db: Db, runId: string): Promise<string> {
  const rows = await db
    .select({ text: runMessages.text_content, subtype: runMessages.subtype })
    .from(runMessages)
    .where(
      and(
        eq(runMessages.run_id, runId),
        eq(runMessages.type, "text"),
        eq(runMessages.role, "assistant"),
        sql`${runMessages.seq} > coalesce((select max(s.seq) from run_messages s where s.run_id = ${runId} and s.subtype = 'session_started'), -1)`,
      ),
    )
    .orderBy(sql`${runMessages.seq} desc`)
    .limit(500);
  const printed = rows.filter((r) => r.subtype === "stdout").map((r) => r.text ?? "");
  const answer = rows[0]?.subtype ? printed.toReversed().join("").trim() : (rows[0]?.text ?? "");
  return answer.slice(-maxAnswer);
}

/** The runs that a run waits for: those it asked whose answers it does not have. One that goes on after its answer is no longer among them. */
const asked = `from runs c where c.parent_run_id = runs.id and c.source = 'sub_agent' and not exists (
  select 1 from run_messages m where m.run_id = runs.id and m.type = 'tool_result' and m.tool_call_id = c.parent_call_id)`;
const waiting = "status = 'running' and worker_id is null and next_attempt_at is null";
const ready = `${waiting}
  and exists (select 1 ${asked}) and not exists (select 1 ${asked} and not (c.status = any($1)))`;
const due = "update runs set next_attempt_at = now()";

type Resuming = Pick<EngineServices, "store" | "live" | "wakeRuns">;

/** Lets a run go on that waits for others, if all of them have ended. */
export async function resumeIfReady(services: Resuming, runId: string): Promise<void> {
  const { rowCount } = await services.store.pool.query(`${due} where id = $2 and ${ready}`, [terminalStatuses, runId]);
  if (rowCount) services.wakeRuns();
}

/** As {@link resumeIfReady}, for whoever asked for a run that has ended. What fails here the next sweep mends. */
export async function resumeParent(services: Resuming, run: RunRecord): Promise<void> {
  if (!run.parent_run_id) return;
  services.live.publish({ teamId: run.team_id, topic: "run", id: run.parent_run_id, userId: run.user_id });
  if (run.source === "sub_agent") await resumeIfReady(services, run.parent_run_id).catch(() => undefined);
}

/** Runs that are looked at in one step. */
const sweepSize = 1_000;
const start = "00000000-0000-0000-0000-000000000000";
const sweep = `
  with looked as materialized (select id from runs where ${waiting} and id > $2 order by id limit ${sweepSize}),
  resumed as (${due} where id in (select id from looked) and ${ready} returning id)
  select (select count(*)::int from resumed) as resumed, (select id from looked order by id offset ${sweepSize - 1}) as last`;

/** Whether any run may wait for others. */
export const someWait = sql.raw(`exists (select from runs where ${waiting})`);

/** As {@link resumeIfReady}, for the runs that wait for others: each step looks at the next of them, and after the last at the first. */
export function resumeInTurn(services: Resuming): () => Promise<void> {
  let after = start;
  return async () => {
    const { rows } = await services.store.pool.query<{ resumed: number; last: string | null }>(sweep, [terminalStatuses, after]);
    after = rows[0]?.last ?? start;
    if (rows[0]?.resumed) services.wakeRuns();
  };
}
