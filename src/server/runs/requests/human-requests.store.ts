import { and, asc, desc, eq, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import type { askedStates, InboxRequest, PendingHumanRequest } from "#contract/runs/human-requests.ts";
import type { Who } from "#contract/rights.ts";
import { type AskingCall, mayAllowAlways } from "#server/agents/slots/always-allow.ts";
import type { Db } from "#server/platform/db/open.ts";
import { calledName } from "#server/engine/control/asking.ts";
import { agents } from "#server/agents/agents/agents.table.ts";
import { cases } from "#server/queues/cases/cases.table.ts";
import { humanRequests } from "./human-requests.table.ts";
import { queues } from "#server/queues/queues/queues.table.ts";
import { runs } from "#server/engine/runs.table.ts";
import { users } from "#server/teams/teams.table.ts";

export type RequestRecord = typeof humanRequests.$inferSelect;

const open = and(isNull(humanRequests.responded_at), isNull(humanRequests.cancelled_at));

function toPending(row: RequestRecord, always: ReadonlySet<string>): PendingHumanRequest {
  const call = row.asked_call ?? row.tool_call;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    created_at: row.created_at,
    // What became of a cut-off call is asked like any question.
    type: row.kind === "approval" || row.kind === "tool_call" ? "approval" : "question",
    ...(row.questions && { questions: row.questions }),
    ...(call && { tool_call: call }),
    may_always: always.has(row.id),
  };
}

/** As what is decided about the tool of a request is decided. */
function callsOf(rows: readonly RequestRecord[], userIdOf: (row: RequestRecord) => string | null): AskingCall[] {
  return rows.flatMap((row) =>
    row.asked_tool && row.responded_at === null ? [{ request_id: row.id, user_id: userIdOf(row), tool: row.asked_tool }] : [],
  );
}

/** What a run waits for, oldest first. */
export async function pendingRequests(db: Db, who: Who, run: { id: string; user_id: string | null }): Promise<PendingHumanRequest[]> {
  const rows = await db
    .select()
    .from(humanRequests)
    .where(and(eq(humanRequests.run_id, run.id), open))
    .orderBy(asc(humanRequests.created_at), asc(humanRequests.id));
  const always = await mayAllowAlways(
    db,
    who,
    callsOf(rows, () => run.user_id),
  );
  return rows.map((row) => toPending(row, always));
}

interface AskedRequests {
  readonly teamId: string;
  /** Only of that person's runs. */
  readonly userId: string | null;
  readonly state: (typeof askedStates)[number];
  readonly agent_id?: string | undefined;
  readonly queue_id?: string | undefined;
}

/** The run has had a case, and has it no longer. */
const ofFormerRun = sql<boolean>`(${runs.case_queue_item_id} is not null and ${cases.run_id} is distinct from ${runs.id})`;

const inState = {
  pending: and(open, not(ofFormerRun)),
  former: and(open, ofFormerRun),
  answered: isNotNull(humanRequests.responded_at),
};

function conditionOf({ teamId, userId, state, agent_id, queue_id }: AskedRequests): SQL | undefined {
  return and(
    eq(humanRequests.team_id, teamId),
    inState[state],
    userId ? eq(runs.user_id, userId) : undefined,
    agent_id ? eq(runs.agent_id, agent_id) : undefined,
    queue_id ? eq(cases.queue_id, queue_id) : undefined,
  );
}

/** The statement that finds them. */
export function requestsOf(asked: AskedRequests): SQL {
  return new QueryBuilder()
    .select({ id: humanRequests.id })
    .from(humanRequests)
    .innerJoin(runs, eq(runs.id, humanRequests.run_id))
    .leftJoin(cases, eq(cases.id, runs.case_queue_item_id))
    .where(conditionOf(asked))
    .getSQL();
}

/** A team's inbox. */
export async function listRequests(
  db: Db,
  who: Who,
  asked: AskedRequests,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ human_requests: InboxRequest[]; total: number }> {
  const { teamId, state } = asked;
  const owner = users;
  const rows = await db
    .select({
      request: humanRequests,
      run_title: runs.title,
      agent_id: runs.agent_id,
      agent_name: agents.name,
      case_id: cases.id,
      case_title: cases.title,
      queue_id: queues.id,
      queue_name: sql<string | null>`coalesce(${queues.revision_name}, ${queues.name})`,
      of_former_run: ofFormerRun,
      user_id: runs.user_id,
      user_name: owner.name,
      responder: sql<string | null>`(select name from users u where u.id = ${humanRequests.responded_by})`,
    })
    .from(humanRequests)
    .innerJoin(runs, eq(runs.id, humanRequests.run_id))
    .innerJoin(agents, eq(agents.id, runs.agent_id))
    .leftJoin(owner, eq(owner.id, runs.user_id))
    .leftJoin(cases, eq(cases.id, runs.case_queue_item_id))
    .leftJoin(queues, and(eq(queues.id, cases.queue_id), eq(queues.team_id, teamId), isNull(queues.deleted_at)))
    .where(conditionOf(asked))
    .orderBy(
      ...(state === "answered"
        ? [desc(humanRequests.responded_at), desc(humanRequests.id)]
        : [asc(humanRequests.created_at), asc(humanRequests.id)]),
    )
    .limit(limit)
    .offset(offset);
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${requestsOf(asked)}) r`);
  const owners = new Map(rows.map(({ request, user_id }) => [request.id, user_id]));
  const calls = callsOf(
    rows.map(({ request }) => request),
    ({ id }) => owners.get(id) ?? null,
  );
  const always = await mayAllowAlways(db, who, calls);
  const human_requests = rows.map(({ request, responder, case_id, case_title, queue_id, queue_name, ...row }) => ({
    ...toPending(request, always),
    ...row,
    case: case_id && queue_id ? { id: case_id, title: case_title ?? "", queue_id, queue_name: queue_name ?? "" } : null,
    run_id: request.run_id,
    response: request.response,
    responded_at: request.responded_at,
    responded_by_name: responder,
  }));
  return { human_requests, total: counted[0]?.total ?? 0 };
}

/** With the name that its call was made by. */
export async function findRequest(db: Db, runId: string, requestId: string): Promise<(RequestRecord & { tool_name: string }) | undefined> {
  const [row] = await db
    .select({ request: humanRequests, tool_name: calledName })
    .from(humanRequests)
    .where(and(eq(humanRequests.id, requestId), eq(humanRequests.run_id, runId)));
  return row && { ...row.request, tool_name: row.tool_name };
}

/** Records an answer once. Returns the record, or undefined when it was answered or closed before. */
export async function recordResponse(db: Db, requestId: string, userId: string, response: string): Promise<RequestRecord | undefined> {
  const [row] = await db
    .update(humanRequests)
    .set({ response, responded_by: userId, responded_at: sql`now()` })
    .where(and(eq(humanRequests.id, requestId), open))
    .returning();
  return row;
}
