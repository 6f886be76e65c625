import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import { withoutUnseen } from "#contract/unseen.ts";
import type { Run } from "#contract/runs/run.ts";
import { newId, recordOf } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { waitsBriefly } from "#server/platform/db/patience.ts";
import { recorded } from "#server/platform/events/record.ts";
import { agents, revisions } from "#server/agents/agents/agents.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { appended, appendedEach } from "#server/engine/log/run-log.ts";
import type { RunRecord } from "#server/engine/log/run-record.ts";
import { systemMessage } from "#server/engine/log/log-messages.ts";
import { refuse } from "#server/platform/http/refusal.ts";

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

export interface NewRun {
  teamId: string;
  agentId: string;
  userId: string | null;
  source: string;
  /** What started it, where that was a run. */
  origin?: Pick<RunRecord, "parent_run_id" | "parent_call_id" | "depth" | "hops">;
  /** The first run that led to it, as `countDescendant` says. */
  root?: string | null;
  message?: string | undefined;
  /** What started it, where its message says less. */
  title?: string | undefined;
  sandboxId?: string | undefined;
  webhookUrl?: string | undefined;
  /** The id that was promised to the case that it is for. */
  id?: string;
  case?: { readonly id: string; readonly queueId: string; readonly title: string };
}

/**
 * Stores a pending run of the agent's live revision with its first messages. Throws 404 for an agent of another team or a deleted one, 409 when
 * no revision is live.
 */
export async function insertRun(db: Db, input: NewRun): Promise<{ run: RunRecord; config: Config | null }> {
  const { origin, message, title, case: forCase } = input;
  const messages = [created, ...(message ? [{ type: "text", role: "user", text_content: message, delivery: "queued" } as const] : [])];
  const asked = sql`
    select ${input.id ?? newId()}::uuid as id, ${input.agentId}::uuid as agent_id, ${input.teamId}::uuid as team_id, ${input.userId}::uuid as user_id,
      ${input.source}::text as source, ${titleOf(title ?? message ?? forCase?.title) ?? null}::text as title, ${messages.length}::int as messages,
      ${message ? 1 : 0}::int as prompts, ${input.sandboxId ?? null}::uuid as sandbox_id, ${input.webhookUrl ?? null}::text as webhook_url,
      ${origin?.parent_run_id ?? null}::uuid as parent_run_id, ${origin?.parent_call_id ?? null}::text as parent_call_id,
      ${origin?.depth ?? 0}::int as depth, ${origin?.hops ?? 0}::int as hops, ${input.root ?? null}::uuid as root_run_id, ${forCase?.queueId ?? null}::uuid as queue_id,
      ${forCase?.id ?? null}::uuid as case_id, ${forCase?.title ?? null}::text as case_title`;
  const [stored] = await insertAsked(db, asked, appended(messages), starterOf(input));
  if (!stored) throw refuse((await hasAgent(db, input)) ? "no_live_revision" : "not_found");
  return stored;
}

/** As {@link insertRun}, for runs that act for people, with nothing but that to say. One whose agent has no live revision is left out. */
export async function insertRuns(
  db: Db,
  source: string,
  inputs: readonly {
    readonly id: string;
    readonly agent_id: string;
    readonly team_id: string;
    readonly user_id: string;
    readonly title: string;
  }[],
): Promise<RunRecord[]> {
  if (inputs.length === 0) return [];
  const asked = sql`
    select q.*, ${source}::text as source, 1 as messages, 0 as prompts, null::uuid as sandbox_id, null::text as webhook_url,
      null::uuid as parent_run_id, null::text as parent_call_id, 0 as depth, 0 as hops, null::uuid as root_run_id, null::uuid as queue_id, null::uuid as case_id,
      null::text as case_title
    from jsonb_to_recordset(${JSON.stringify(inputs)}::jsonb) as q(id uuid, agent_id uuid, team_id uuid, user_id uuid, title text)`;
  const told = appendedEach(inputs.map((run) => ({ run, messages: [created] })));
  return (await insertAsked(db, asked, told, { kind: "user", id: sql`w.user_id` })).map(({ run }) => run);
}

const created = systemMessage("agent_run_created", "The run was created.");

/**
 * Stores the runs that `asked` has, and what is told in them, in one statement: runs of an agent are numbered one after the other, and each next
 * one waits until this has committed.
 */
async function insertAsked(
  db: Db,
  asked: SQL,
  told: SQL,
  actor: ReturnType<typeof starterOf>,
): Promise<{ run: RunRecord; config: Config | null }[]> {
  const { rows } = await db.execute<Record<string, unknown> & { config: Config | null }>(sql`
    with asked as (${asked}),
    numbered as (
      update agents a set run_count = a.run_count + k.runs, last_run_at = now()
      from (select agent_id, team_id, count(*)::int as runs from asked group by 1, 2) k, revisions r
      where a.id = k.agent_id and a.team_id = k.team_id and a.deleted_at is null and r.agent_id = a.id and r.status = 'live'${waitsBriefly()}
      returning a.id, a.name, a.run_count - k.runs as before, r.id as build_id, r.config),
    written as (
      insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, message_count, sandbox_id, webhook_url, program,
        submitted_prompt_count, parent_run_id, parent_call_id, depth, hops, root_run_id, case_queue_id, case_queue_item_id, case_title)
      select q.id, q.team_id, n.id, n.build_id, q.user_id, 'pending', q.source, coalesce(q.title, n.name),
        n.before + row_number() over (partition by n.id order by q.id), q.messages, q.sandbox_id, q.webhook_url,
        coalesce(n.config->'data' ? 'language', false), q.prompts, q.parent_run_id, q.parent_call_id, q.depth, q.hops, q.root_run_id, q.queue_id, q.case_id, q.case_title
      from asked q join numbered n on n.id = q.agent_id returning *),
    told as (${told}),
    recorded as (${recorded(sql`written w`, {
      type: "run.created",
      team: sql`w.team_id`,
      actor,
      subject: sql`w.id`,
      data: { agent_id: sql`w.agent_id`, case_id: sql`w.case_queue_item_id` },
    })})
    select written.*, n.config from written join numbered n on n.id = written.agent_id`);
  return rows.map((row) => ({ run: recordOf(runs, row), config: row.config }));
}

/** A run for a case was started by nobody in particular, whomever it acts for. */
function starterOf({ origin, userId, case: forCase }: NewRun): Parameters<typeof recorded>[1]["actor"] {
  if (origin?.parent_run_id) return { kind: "run", id: sql`w.parent_run_id` };
  return userId === null || forCase ? { kind: "service" } : { kind: "user", id: sql`w.user_id` };
}

async function hasAgent(db: Db, { agentId, teamId }: NewRun): Promise<boolean> {
  const found = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, agentId), eq(agents.team_id, teamId), isNull(agents.deleted_at)));
  return found.length > 0;
}

/** The first line of what a person wrote, at most 120 characters. */
function titleOf(message: string | undefined): string | undefined {
  const line = message
    ?.split("\n")
    .map((l) => withoutUnseen(l).trim())
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
