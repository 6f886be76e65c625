import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Config, StepType } from "#contract/agents/config.ts";
import { recorded } from "#server/platform/events/record.ts";
import type { Db } from "#server/platform/db/open.ts";
import { revisions } from "#server/agents/agents/agents.table.ts";
import { builderRuns } from "./builder-runs.table.ts";
import { type BuilderEvent, type BuilderRefusal, type Generation, afterBuilderEvent, openStatuses } from "./builder-run-state.ts";
import type { Leased } from "#server/engine/claims/lease-loop.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import type { EngineServices } from "#server/engine/services.ts";

export type BuilderRunRecord = typeof builderRuns.$inferSelect;
/** A builder run that a worker holds, with the draft it works on. */
export type ClaimedBuilderRun = BuilderRunRecord & {
  readonly config: Config | null;
  readonly agent_name: string;
  readonly type: StepType;
  /** The dead worker that held it. */
  readonly taken_from: string | null;
};

/** A builder run and its draft, both locked until the transaction ends. */
export interface LockedGeneration {
  readonly run: BuilderRunRecord;
  readonly draft: Config | null;
}

export type BuilderPatch = Partial<
  Pick<
    BuilderRunRecord,
    | "turns"
    | "questions"
    | "proposed_config"
    | "summary"
    | "failure"
    | "decision"
    | "decided_by"
    | "decision_note"
    | "attempt"
    | "retry_reason"
    | "worker_id"
  >
> & { next_attempt_at?: SQL | null; retrying_since?: SQL };

/** The latest builder run of a revision. */
export async function lockLatest(tx: Db, buildId: string): Promise<LockedGeneration | undefined> {
  const [run] = await tx
    .select()
    .from(builderRuns)
    .where(eq(builderRuns.build_id, buildId))
    .orderBy(desc(builderRuns.prompt_number))
    .limit(1)
    .for("update");
  return run && withDraft(tx, run);
}

/** What a worker holds. Throws {@link LeaseLost}. */
export async function lockHeldGeneration(tx: Db, held: Leased): Promise<LockedGeneration> {
  const [run] = await tx
    .select()
    .from(builderRuns)
    .where(and(eq(builderRuns.id, held.id), eq(builderRuns.lease, held.lease), eq(builderRuns.status, "running")))
    .for("update");
  if (!run) throw new LeaseLost();
  return withDraft(tx, run);
}

async function withDraft(tx: Db, run: BuilderRunRecord): Promise<LockedGeneration> {
  const [row] = await tx.select({ config: revisions.config }).from(revisions).where(eq(revisions.id, run.build_id)).for("no key update");
  return { run, draft: row?.config ?? null };
}

export function toGeneration({ run, draft }: LockedGeneration): Generation<Config | null> {
  const { id, status, started_at: startedAt, completed_at: completedAt, checkpoint_config: checkpoint } = run;
  return { id, status, startedAt, completedAt, checkpoint, draft };
}

/** Writes what an event makes of a builder run and of its draft, or says why it means nothing here. */
export async function applyBuilderEvent(
  tx: Db,
  locked: LockedGeneration,
  event: BuilderEvent<Config | null>,
  patch: BuilderPatch = {},
): Promise<{ run: BuilderRunRecord } | { refused: BuilderRefusal | undefined }> {
  const outcome = afterBuilderEvent(toGeneration(locked), event);
  if ("refused" in outcome) return outcome;
  const { next } = outcome;
  const changes = {
    next_attempt_at: null,
    worker_id: null,
    ...patch,
    status: next.status,
    started_at: next.startedAt,
    completed_at: next.completedAt,
  };
  const run = await patchBuilderRun(tx, locked.run.id, next.status === "waiting_for_input" ? changes : { questions: [], ...changes });
  if (!isDeepStrictEqual(next.draft, locked.draft)) {
    await tx
      .update(revisions)
      .set({ config: next.draft, changed_by: run.user_id, changed_at: sql`now()`, updated_at: sql`now()` })
      .where(eq(revisions.id, run.build_id));
  }
  if (next.status === "waiting_for_input" || next.status === "waiting_for_approve")
    await tx.execute(
      recorded(sql`builder_runs b join revisions v on v.id = b.build_id join agents a on a.id = v.agent_id where b.id = ${run.id}`, {
        type: "revision.generation_waiting",
        team: sql`a.team_id`,
        actor: { kind: "service" },
        subject: sql`b.build_id`,
        data: { builder_run_id: sql`b.id` },
      }),
    );
  return { run };
}

/** Changes what no rule is about. The caller holds the lock. */
export async function patchBuilderRun(
  tx: Db,
  id: string,
  patch: BuilderPatch & Partial<Pick<BuilderRunRecord, "status" | "started_at" | "completed_at">>,
): Promise<BuilderRunRecord> {
  const [run] = await tx
    .update(builderRuns)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(builderRuns.id, id))
    .returning();
  if (!run) throw new LeaseLost();
  return run;
}

/** The open builder runs of an agent, locked in the order of their ids. */
export async function lockOpenOfAgent(tx: Db, agentId: string): Promise<LockedGeneration[]> {
  const rows = await tx
    .select()
    .from(builderRuns)
    .where(and(eq(builderRuns.agent_id, agentId), inArray(builderRuns.status, openStatuses)))
    .orderBy(builderRuns.id)
    .for("update");
  const locked: LockedGeneration[] = [];
  for (const run of rows) locked.push(await withDraft(tx, run));
  return locked;
}

/** Tells screens that a builder run, and perhaps its draft, changed. */
export function generationChanged(
  { live }: Pick<EngineServices, "live">,
  run: Pick<BuilderRunRecord, "team_id" | "agent_id" | "build_id">,
): void {
  live.publish({ teamId: run.team_id, topic: "builder_run", id: run.build_id });
  live.publish({ teamId: run.team_id, topic: "revision", id: run.build_id });
  live.publish({ teamId: run.team_id, topic: "agent", id: run.agent_id });
}
