import type * as contract from "#contract/clarity/interviews.ts";
import { deletesCapture } from "#contract/clarity/rights.ts";
import { requireRequest } from "#server/clarity/extra-captures/answer-request.ts";
import { lockedProcess, requireProcess } from "#server/clarity/processes/require-process.ts";
import { findProcess } from "#server/clarity/processes/processes.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { askedFirst, type Handlers } from "#server/platform/http/context.ts";
import { onlyContributes } from "#contract/roles.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findPerson } from "#server/teams/teams/teams.store.ts";
import { askInInterview, finishInterview, keepAnswer, requireInterview, startInterview } from "./interview.ts";
import { findInterview, type HeldInterview } from "./interviews.store.ts";
import { plannedQuestions, questionAfter } from "./next-question.ts";
import { type Given, toInterview } from "./transcript.ts";

interface Params {
  readonly process_id: string;
  readonly capture_id: string;
}
const whichOf = ({ process_id, capture_id }: Params) => ({ processId: process_id, captureId: capture_id });
const shown = (context: Pick<EngineContext, "config">, held: HeldInterview) => toInterview(held, plannedQuestions(context, held));

export const clarityInterviewHandlers: Handlers<typeof contract, EngineContext> = {
  async startClarityInterview({ params, body: { extra_capture_request_id: asked } }, context) {
    const { db, caller } = context;
    const process = await lockedProcess(context, params.process_id);
    const request = asked === undefined ? undefined : await requireRequest(db, process.id, asked);
    const underWay = await findInterview(db, { processId: process.id, userId: caller.userId, requestId: request?.id ?? null });
    if (underWay) {
      context.unchanged();
      return { capture_id: underWay.captureId, interview: shown(context, underWay) };
    }
    const person = await nameOf(db, caller.userId);
    const held = await startInterview(db, process, { userId: caller.userId, person, inviteId: null, request });
    return { capture_id: held.captureId, interview: shown(context, held) };
  },

  async getClarityInterview({ params }, context) {
    await requireProcess(context, params.process_id);
    const held = await requireInterview(context.db, whichOf(params));
    if ((onlyContributes(context.team.role) || !held.listed) && !answers(held, context.caller.userId)) throw refuse("not_found");
    return { interview: shown(context, held), guest: held.inviteId !== null };
  },

  answerClarityInterview: askedFirst(
    async ({ params, body }: { params: Params; body: Given }, context): Promise<string | null | undefined> => {
      const { db, caller } = context;
      const held = await findInterview(db, whichOf(params));
      const process = await findProcess(db, params.process_id);
      if (!held || !process || !answers(held, caller.userId) || body.corrects !== undefined) return undefined;
      return questionAfter(context, process.name, held, body);
    },
    async ({ params, body }, context: EngineContext, next) => {
      const process = await lockedProcess(context, params.process_id);
      const held = await requireInterview(context.db, whichOf(params));
      if (!answers(held, context.caller.userId)) throw refuse("forbidden", "Only the person who is interviewed answers.");
      if (!(await keepAnswer(context.db, process, held, body, next))) context.unchanged();
      return { interview: shown(context, await requireInterview(context.db, whichOf(params))) };
    },
  ),

  async askInClarityInterview({ params, body }, context) {
    const { db, caller } = context;
    await lockedProcess(context, params.process_id);
    const held = await requireInterview(db, whichOf(params));
    const by = await nameOf(db, caller.userId);
    if (!(await askInInterview(db, held, { question: body.question, by }))) context.unchanged();
    return { interview: shown(context, await requireInterview(db, whichOf(params))) };
  },

  async finishClarityInterview({ params }, context) {
    const { db, caller } = context;
    const process = await lockedProcess(context, params.process_id);
    const held = await requireInterview(db, whichOf(params));
    if (!deletesCapture(held, whoOf(context))) throw refuse("forbidden");
    if (!(await finishInterview(db, process, held, { kind: "user", id: caller.userId }))) context.unchanged();
    return { interview: shown(context, await requireInterview(db, whichOf(params))) };
  },
};

async function nameOf(db: EngineContext["db"], userId: string): Promise<string> {
  const member = await findPerson(db, userId);
  return member?.name || member?.email || "Member";
}

/** Only the guest answers for the guest. */
function answers({ inviteId, userId }: HeldInterview, callerId: string): boolean {
  return inviteId === null && userId === callerId;
}
