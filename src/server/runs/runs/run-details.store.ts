import { and, desc, eq, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import type { RelatedRun, RunDetails, RunWait } from "#contract/runs/run.ts";
import type { Db } from "#server/platform/db/open.ts";
import { asSql, parameters } from "#server/platform/db/parameters.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { cases } from "#server/queues/cases/cases.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { runMessages } from "#server/engine/log/run-messages.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { users } from "#server/teams/teams.table.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { waitedSql } from "./run-figures.ts";
import { toRun } from "./runs.store.ts";

/** What the runs of these ids and states wait for; see `runWaits`. */
export type WaitsOf = (runs: readonly { readonly id: string; readonly status: string }[]) => Promise<RunWait[]>;

/** Everything the run page shows. */
export async function runDetails(db: Db, run: RunRecord, config: Config | null, waitsOf: WaitsOf): Promise<RunDetails> {
  const [names] = await db
    .select({
      agent: agents.name,
      agent_team: agents.team_id,
      deleted: agents.deleted_at,
      user: users.name,
      revision: revisions.revision_number,
    })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agent_id))
    .leftJoin(revisions, eq(revisions.id, runs.build_id))
    .leftJoin(users, eq(users.id, runs.user_id))
    .where(eq(runs.id, run.id));
  const { parent, children } = await related(db, run);
  const waits = new Map((await waitsOf([run, ...(parent ? [parent] : []), ...children])).map((wait) => [wait.run_id, wait]));
  const waiting = <R extends { readonly id: string }>(one: R) => ({ ...one, wait: waits.get(one.id) ?? null });
  return {
    ...toRun(run, config),
    title: run.title,
    run_number: run.run_number,
    team_id: run.team_id,
    agent_name: names?.agent ?? "",
    agent_deleted: Boolean(names?.deleted),
    agent_team_id: names?.agent_team ?? run.team_id,
    revision_number: names?.revision ?? 0,
    user_id: run.user_id,
    user_name: names?.user ?? null,
    failure: run.failure,
    wait: waits.get(run.id) ?? null,
    usage: { input_tokens: run.input_tokens, output_tokens: run.output_tokens },
    model: config && "model" in config.data ? config.data.model : null,
    message_count: run.message_count,
    waited_ms: await waitedFor(db, run.id),
    first_error_offset: await firstError(db, run),
    last_success_build_id: run.status === "failed" ? await lastSuccess(db, run) : null,
    case: await caseOf(db, run),
    parent: parent && waiting(parent),
    children: children.map(waiting),
  };
}

async function waitedFor(db: Db, runId: string): Promise<number> {
  const p = parameters();
  const { rows } = await db.execute<{ ms: number }>(asSql(waitedSql(p.add(runId), p.add(runId)), p.values));
  return rows[0]?.ms ?? 0;
}

async function caseOf(db: Db, run: RunRecord): Promise<RunDetails["case"]> {
  if (!run.case_queue_item_id) return null;
  const [found] = await db
    .select({
      id: cases.id,
      title: cases.title,
      queue_id: cases.queue_id,
      queue_name: sql<string>`coalesce(${queues.revision_name}, ${queues.name})`,
    })
    .from(cases)
    .innerJoin(queues, and(eq(queues.id, cases.queue_id), isNull(queues.deleted_at), eq(queues.team_id, run.team_id)))
    .where(eq(cases.id, run.case_queue_item_id));
  return found ?? null;
}

const maxChildren = 100;
type Relative = Omit<RelatedRun, "wait">;

/** The run that started this one, and those that it started. A parent has the number of its child's call, so the call is the child's. */
async function related(db: Db, run: RunRecord): Promise<{ parent: Relative | null; children: Relative[] }> {
  const rows = await db
    .select({
      id: runs.id,
      agent_id: runs.agent_id,
      agent_name: agents.name,
      run_number: runs.run_number,
      status: runs.status,
      source: runs.source,
      tool_call_id: runs.parent_call_id,
    })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agent_id))
    // One of them may have moved to another team with its agent.
    .where(
      and(
        eq(runs.team_id, run.team_id),
        run.parent_run_id ? or(eq(runs.parent_run_id, run.id), eq(runs.id, run.parent_run_id)) : eq(runs.parent_run_id, run.id),
      ),
    )
    .orderBy(runs.id)
    .limit(maxChildren + 1);
  const kindOf = (source: string): RelatedRun["kind"] => (source === "sub_agent" ? "sub_agent" : "handover");
  const [above] = rows.filter((row) => row.id === run.parent_run_id);
  return {
    parent: above ? { ...without(above), kind: kindOf(run.source), tool_call_id: run.parent_call_id } : null,
    children: rows
      .filter((row) => row.id !== run.parent_run_id)
      .slice(0, maxChildren)
      .map((row) => ({ ...without(row), kind: kindOf(row.source) })),
  };
}

function without<R extends { source: string }>({ source: _, ...row }: R): Omit<R, "source"> {
  return row;
}

/** A program that ended well may have written warnings: its stderr is an error only where the run failed. */
async function firstError(db: Db, run: RunRecord): Promise<number | null> {
  const subtypes = run.status === "failed" ? ["session_error", "stderr"] : ["session_error"];
  const [row] = await db
    .select({ seq: runMessages.seq })
    .from(runMessages)
    .where(
      and(
        eq(runMessages.run_id, run.id),
        or(and(isNotNull(runMessages.tool_error), isNull(runMessages.subtype)), inArray(runMessages.subtype, subtypes)),
      ),
    )
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
