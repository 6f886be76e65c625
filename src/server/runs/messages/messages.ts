import { and, eq, sql } from "drizzle-orm";
import type * as contract from "#contract/runs/messages.ts";
import { newId } from "#server/platform/db/columns.ts";
import { revisions } from "#server/agents/agents/agents.table.ts";
import type { Db } from "#server/platform/db/open.ts";
import { runs } from "#server/engine/runs.table.ts";
import { cancelRequests } from "#server/engine/control/asking.ts";
import { caseMoved } from "#server/queues/dispatch/case-runs.ts";
import { asksChanged, runChanged } from "#server/engine/end-run.ts";
import { lockRun, writeRun } from "#server/engine/log/run-log.ts";
import type { NewMessage, RunRecord } from "#server/engine/log/run-record.ts";
import { toolResult } from "#server/engine/log/log-messages.ts";
import { afterEvent, isHeld } from "#server/engine/run-state.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { listMessages, searchMessages } from "./messages.store.ts";
import { requireRun } from "#server/runs/runs/run-access.ts";
import { findRun } from "#server/runs/runs/runs.store.ts";

export const messageHandlers: Handlers<typeof contract, EngineContext> = {
  async listRunMessages({ params, query }, { db, ...context }) {
    const { limit, offset, search } = query;
    const page = await inSnapshot(db, async (at) => {
      const run = requireRun(context, (await findRun(at, params.run_id))?.run);
      return search ? searchMessages(at, run.id, search, limit, offset) : listMessages(at, run, limit, offset);
    });
    return { ...page, limit, offset };
  },

  async postRunMessage({ params, body }, context) {
    const { db } = context;
    const agent = await holdAgent(db, params.run_id);
    const run = requireRun(context, await lockRun(db, params.run_id));
    if (!agent || agent.deleted)
      throw refuse("not_accepting_messages", "The agent of this run was deleted, so the run cannot continue. It stays readable.");
    if (agent.team_id !== run.team_id)
      throw refuse("still_moving", "The agent of this run is in another team now, and the run follows. Send the message there.");
    const status = afterEvent(run.status, "message");
    if (!status) throw refuse("run_failed");
    if (isHeld(run.status) && (await isCode(context, run))) throw refuse("not_accepting_messages");
    const id = newId();
    const message: NewMessage = {
      id,
      type: "text",
      role: "user",
      text_content: body.message,
      delivery: "queued",
      user_id: context.caller.userId,
    };
    await writeRun(db, run, { event: "message", ...(status !== run.status && reopened) }, [
      ...(await closeRequests(context, run)),
      message,
    ]);
    await db
      .update(runs)
      .set({ submitted_prompt_count: sql`${runs.submitted_prompt_count} + 1` })
      .where(eq(runs.id, run.id));
    context.afterCommit(() => {
      context.engine.wakeRuns();
      runChanged(context, run);
      caseMoved(context.live, run);
    });
    return { message: { id, type: "text", role: "user", timestamp: context.clock().toISOString(), text_content: body.message } };
  },
};

/** A run that goes on loses the marks of its former end. */
const reopened = {
  completed_at: null,
  failure: null,
  attempt: 0,
  next_attempt_at: null,
  retry_reason: null,
  code_starts: 0,
  excused_starts: 0,
};

/** Where the agent of a run is, until the transaction ends: a move and a deletion wait, so that they leave no run that goes on behind. */
async function holdAgent(db: Db, runId: string): Promise<{ team_id: string; deleted: boolean } | undefined> {
  const { rows } = await db.execute<{ team_id: string; deleted: boolean }>(sql`
    select a.team_id, a.deleted_at is not null as deleted from runs r join agents a on a.id = r.agent_id where r.id = ${runId} for key share of a`);
  return rows[0];
}

async function isCode(context: EngineContext, run: RunRecord): Promise<boolean> {
  const [row] = await context.db
    .select({ code: sql<boolean>`${revisions.config}->'data' ? 'language'` })
    .from(revisions)
    .where(and(eq(revisions.id, run.build_id)));
  return row?.code ?? false;
}

/** Whoever writes instead of answering takes the question back: the agent reads the message as the answer. */
async function closeRequests(context: EngineContext, run: RunRecord): Promise<NewMessage[]> {
  if (run.status !== "waiting") return [];
  const closed = await cancelRequests(context.db, [run.id], "A person wrote a message instead.");
  asksChanged(context, [run]);
  return closed.map((c) =>
    toolResult(c.tool_call_id, c.tool_name, {
      value:
        c.wants === "approval"
          ? { called: false, note: "The person wrote a message instead of approving this call. Nothing was called." }
          : { answered: false, note: "The person wrote a message instead of answering." },
    }),
  );
}
