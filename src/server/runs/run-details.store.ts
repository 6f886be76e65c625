import { and, desc, eq, inArray, isNotNull, ne, or } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import type { RunDetails } from "#contract/runs/runs.ts";
import type { Db } from "#server/db/open.ts";
import { agents, revisions } from "#server/db/tables/agents.ts";
import { runMessages, runs } from "#server/db/tables/runs.ts";
import { users } from "#server/db/tables/teams.ts";
import type { RunRecord } from "#server/engine/run-log.ts";
import { toRun } from "./runs.store.ts";

/** Everything the run page shows. */
export async function runDetails(db: Db, run: RunRecord, config: Config | null): Promise<RunDetails> {
  const [names] = await db
    .select({ agent: agents.name, deleted: agents.deleted_at, user: users.name, revision: revisions.revision_number })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agent_id))
    .leftJoin(revisions, eq(revisions.id, runs.build_id))
    .leftJoin(users, eq(users.id, runs.user_id))
    .where(eq(runs.id, run.id));
  return {
    ...toRun(run, config),
    title: run.title,
    run_number: run.run_number,
    team_id: run.team_id,
    agent_name: names?.agent ?? "",
    agent_deleted: Boolean(names?.deleted),
    revision_number: names?.revision ?? 0,
    user_id: run.user_id,
    user_name: names?.user ?? null,
    failure: run.failure,
    retry:
      run.next_attempt_at && run.status === "pending"
        ? { attempt: run.attempt, next_at: run.next_attempt_at, reason: run.retry_reason ?? "" }
        : null,
    usage: { input_tokens: run.input_tokens, output_tokens: run.output_tokens },
    model: config && "model" in config.data ? config.data.model : null,
    message_count: run.message_count,
    first_error_offset: await firstError(db, run),
    last_success_build_id: run.status === "failed" ? await lastSuccess(db, run) : null,
  };
}

/** A program that ended well may have written warnings: its stderr is an error only where the run failed. */
async function firstError(db: Db, run: RunRecord): Promise<number | null> {
  const subtypes = run.status === "failed" ? ["session_error", "stderr"] : ["session_error"];
  const [row] = await db
    .select({ seq: runMessages.seq })
    .from(runMessages)
    .where(and(eq(runMessages.run_id, run.id), or(isNotNull(runMessages.tool_error), inArray(runMessages.subtype, subtypes))))
    .orderBy(runMessages.seq)
    .limit(1);
  return row?.seq ?? null;
}

async function lastSuccess(db: Db, run: RunRecord): Promise<string | null> {
  const [row] = await db
    .select({ build_id: runs.build_id })
    .from(runs)
    .where(and(eq(runs.agent_id, run.agent_id), eq(runs.status, "completed"), ne(runs.build_id, run.build_id)))
    .orderBy(desc(runs.created_at), desc(runs.id))
    .limit(1);
  return row?.build_id ?? null;
}
