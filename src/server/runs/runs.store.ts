import { and, eq, isNull, sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import type { Run } from "#contract/runs/runs.ts";
import { newId } from "#server/db/columns.ts";
import type { Db } from "#server/db/open.ts";
import { agents, revisions } from "#server/db/tables/agents.ts";
import { runMessages, runs } from "#server/db/tables/runs.ts";
import { type RunRecord, systemMessage } from "#server/engine/run-log.ts";
import { refuse } from "#server/http/refusal.ts";

/** The specification's record. */
export function toRun(run: RunRecord, config: Config | null): Run {
  return {
    id: run.id,
    agent_id: run.agent_id,
    build_id: run.build_id,
    status: run.status,
    source: run.source,
    sandbox_id: run.sandbox_id,
    started_at: run.started_at,
    completed_at: run.completed_at,
    created_at: run.created_at,
    updated_at: run.updated_at,
    human_in_the_loop_enabled: asksPeople(config),
  };
}

/** Code cannot ask a person; a model can unless its tools leave that out. */
function asksPeople(config: Config | null): boolean {
  if (!config || "language" in config.data) return false;
  const tools = config.data.tools ?? [];
  return tools.length === 0 || tools.some((t) => t.type === "human_request");
}

/** A place among an agent's runs, and what its run will use. */
export interface NumberedRun {
  runNumber: number;
  agentName: string;
  buildId: string;
  config: Config | null;
}

/**
 * Takes the next number of this team's agent, so that runs of one agent are created one after the other. Throws 404 for an agent of
 * another team or a deleted one, and 409 when no revision is live.
 */
export async function numberRun(db: Db, teamId: string, agentId: string): Promise<NumberedRun> {
  const numbered = db.$with("numbered").as(
    db
      .update(agents)
      .set({ run_count: sql`${agents.run_count} + 1`, last_run_at: sql`now()` })
      .where(and(eq(agents.id, agentId), eq(agents.team_id, teamId), isNull(agents.deleted_at)))
      .returning({ id: agents.id, agentName: agents.name, runNumber: agents.run_count }),
  );
  const [row] = await db
    .with(numbered)
    .select({ runNumber: numbered.runNumber, agentName: numbered.agentName, buildId: revisions.id, config: revisions.config })
    .from(numbered)
    .leftJoin(revisions, and(eq(revisions.agent_id, numbered.id), eq(revisions.status, "live")));
  if (!row) throw refuse("not_found");
  const { buildId, ...rest } = row;
  if (!buildId) throw refuse("no_live_revision");
  return { buildId, ...rest };
}

export interface NewRun {
  teamId: string;
  agentId: string;
  userId: string;
  source: string;
  numbered: NumberedRun;
  message?: string | undefined;
  sandboxId?: string | undefined;
  webhookUrl?: string | undefined;
}

/** Stores a pending run with its first messages. */
export async function insertRun(db: Db, input: NewRun): Promise<RunRecord> {
  const id = newId();
  const messages = [
    systemMessage("agent_run_created", "The run was created."),
    ...(input.message ? [{ type: "text", role: "user", text_content: input.message, delivery: "queued" } as const] : []),
  ];
  const told = db.$with("told").as(
    db
      .insert(runMessages)
      .values(messages.map((message, seq) => ({ ...message, id: newId(), run_id: id, seq })))
      .returning({ id: runMessages.id }),
  );
  const [run] = await db
    .with(told)
    .insert(runs)
    .values({
      id,
      team_id: input.teamId,
      agent_id: input.agentId,
      build_id: input.numbered.buildId,
      user_id: input.userId,
      status: "pending",
      source: input.source,
      title: titleOf(input.message) ?? input.numbered.agentName,
      run_number: input.numbered.runNumber,
      message_count: messages.length,
      sandbox_id: input.sandboxId ?? null,
      webhook_url: input.webhookUrl ?? null,
      submitted_prompt_count: input.message ? 1 : 0,
    })
    .returning();
  if (!run) throw new Error("a run was not stored");
  return run;
}

/** The first line of what a person wrote, at most 120 characters. */
function titleOf(message: string | undefined): string | undefined {
  const line = message
    ?.split("\n")
    .map((l) => l.trim())
    .find(Boolean);
  if (!line) return undefined;
  return line.length <= 120 ? line : `${[...line].slice(0, 119).join("")}…`;
}

export async function findRun(db: Db, runId: string): Promise<{ run: RunRecord; config: Config | null } | undefined> {
  const [row] = await db
    .select({ run: runs, config: revisions.config })
    .from(runs)
    .leftJoin(revisions, eq(revisions.id, runs.build_id))
    .where(eq(runs.id, runId));
  return row;
}
