import { seesAllRuns } from "#contract/runs/rights.ts";
import { and, eq } from "drizzle-orm";
import type * as contract from "#contract/runs/human-requests.ts";
import { toolIntents } from "#server/engine/log/run-messages.table.ts";
import { answeredFirst } from "#server/engine/control/answered-first.ts";
import { noteAnswer, stillAsks } from "#server/engine/control/asking.ts";
import { caseMoved } from "#server/queues/dispatch/case-runs.ts";
import { interruptRun } from "#server/engine/control/control.ts";
import { runChanged } from "#server/engine/end-run.ts";
import { lockRun, writeRun } from "#server/engine/log/run-log.ts";
import type { NewMessage, RunRecord } from "#server/engine/log/run-record.ts";
import { toolResult } from "#server/engine/log/log-messages.ts";
import { noteTool } from "#server/engine/tools/noted-tool.store.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { type RequestRecord, findRequest, listRequests, recordResponse } from "./human-requests.store.ts";
import { lockAgent } from "#server/agents/agents/agents.store.ts";
import { allowAlways } from "#server/agents/slots/always-allow.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { findRun } from "#server/runs/runs/runs.store.ts";
import { requireRun } from "#server/runs/runs/run-access.ts";

type Answer = { answers?: Record<string, string> | undefined; approved?: boolean | undefined; always?: boolean | undefined };

export const humanRequestHandlers: Handlers<typeof contract, EngineContext> = {
  async listHumanRequests({ query }, context) {
    const userId = seesAllRuns(context.team) ? null : context.caller.userId;
    const { limit, offset, ...asked } = query;
    const page = { limit, offset };
    const found = await inSnapshot(context.db, (at) =>
      listRequests(at, whoOf(context), { ...asked, teamId: context.team.id, userId }, page),
    );
    return { ...found, ...page };
  },

  async respondToHumanRequest({ params, body }, context) {
    const { db } = context;
    const before = requireRun(context, (await findRun(db, params.run_id))?.run);
    // Whoever deletes an agent locks it before its runs.
    if (body.always) await lockAgent(db, before.agent_id);
    const run = requireRun(context, await lockRun(db, params.run_id));
    const request = await findRequest(db, run.id, params.request_id);
    if (!request) throw refuse("not_found");
    if (request.responded_at || request.cancelled_at) throw await answeredFirst(db, context.caller.userId, answeredOf(request));
    if (run.status !== "waiting") throw refuse("not_waiting");
    const answer = readAnswer(request, body);
    if (body.always && request.asked_tool)
      await allowAlways(context, run.agent_id, { request_id: request.id, user_id: run.user_id, tool: request.asked_tool });
    const answered = await recordResponse(db, request.id, context.caller.userId, JSON.stringify(answer));
    if (!answered) throw refuse("already_answered");
    if (request.kind === "tool_call") await noteTool(db, request.id, "asked_tool", request.asked_tool?.name ?? request.tool_name);
    await noteAnswer(db, run.id, request.id, context.caller.userId, null);
    await goOn(context, run, request, answer);
    context.afterCommit(() => {
      context.engine.wakeRuns();
      runChanged(context, run);
      caseMoved(context.live, run);
    });
    context.changed("human_request", run.id, run.user_id);
    const { id, run_id, title, description, response, responded_at, created_at } = answered;
    return { human_request: { id, run_id, title, description, response, responded_at, created_at } };
  },
};

/** Who answered a request, and how; undefined where nobody did. */
function answeredOf({ kind, responded_at, responded_by, response }: RequestRecord) {
  if (!responded_at) return undefined;
  const { approved } = kind === "approval" || kind === "tool_call" ? (JSON.parse(response ?? "{}") as Answer) : {};
  return { by: responded_by, did: approved === undefined ? "answered" : approved ? "approved" : "declined" };
}

/** Checks that an answer fits what was asked: yes or no to an approval, every question answered, options where options were given. */
function readAnswer(request: RequestRecord, body: Answer): Answer {
  if (request.kind === "approval" || request.kind === "tool_call") {
    if (body.approved === undefined || body.answers)
      throw refuse("wrong_answer", "This is an approval: answer with `approved`, true or false.");
    if (body.always && !(body.approved && request.asked_tool))
      throw refuse("wrong_answer", "`always` goes with a yes to a call of a tool.");
    return { approved: body.approved };
  }
  if (!body.answers || body.approved !== undefined || body.always)
    throw refuse("wrong_answer", "This asks questions: answer with `answers`, question text to answer.");
  const questions = request.questions ?? [];
  const unknown = Object.keys(body.answers).find((q) => !questions.some((asked) => asked.question === q));
  if (unknown !== undefined) throw refuse("wrong_answer", `“${unknown.slice(0, 100)}” was not asked.`);
  for (const { question, options, multi_select } of questions) {
    const given = body.answers[question]?.trim();
    if (!given) throw invalid(["answers", question], "Give an answer");
    const chosen = multi_select ? given.split(",").map((c) => c.trim()) : [given];
    const allowed = options?.map((o) => o.label);
    if (request.kind === "outcome" && !chosen.every((c) => allowed?.includes(c)))
      throw invalid(["answers", question], `Choose one of: ${allowed?.join(", ")}`);
  }
  return { answers: body.answers };
}

const declined = "A person declined this call. Nothing was called. Do not repeat it unless a person asks for it.";

/** The answer becomes the result of the call that asked; once nothing else is open, the run is due again. */
async function goOn(context: EngineContext, run: RunRecord, request: RequestRecord & { tool_name: string }, answer: Answer): Promise<void> {
  const { db } = context;
  const { userId: user_id } = context.caller;
  const results: NewMessage[] = [];
  if (request.kind === "outcome") {
    const choice = Object.values(answer.answers ?? {})[0];
    if (choice === "Stop the run") {
      await interruptRun(
        { ...context, runsEnded: context.engine.runsEnded },
        db,
        run,
        { text: "A person stopped the run: the outcome of a call was unknown.", user_id },
        context.afterCommit,
      );
      return;
    }
    await db.delete(toolIntents).where(and(eq(toolIntents.run_id, run.id), eq(toolIntents.tool_call_id, request.tool_call_id)));
    if (choice === "Count as done")
      results.push({
        ...toolResult(request.tool_call_id, "", { value: { done: true, note: "A person found that this took effect." } }),
        user_id,
      });
  } else if (request.kind === "tool_call") {
    // A yes is read by whoever makes the call.
    if (!answer.approved) results.push({ ...toolResult(request.tool_call_id, request.tool_name, { error: declined }), user_id });
  } else {
    const value = request.kind === "approval" ? { approved: answer.approved } : { answers: answer.answers };
    results.push({ ...toolResult(request.tool_call_id, "ask_person", { value }), user_id });
  }
  await writeRun(db, run, !(await stillAsks(db, run.id)) ? { event: "answer", next_attempt_at: null } : {}, results);
}
