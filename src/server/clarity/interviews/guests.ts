import type * as contract from "#contract/clarity/guests.ts";
import type { GuestPage } from "#contract/clarity/guests.ts";
import { lockProcess, type ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { consentTo } from "./consent.ts";
import { hashOfToken } from "./guest-token.ts";
import { finishInterview, keepAnswer, startInterview } from "./interview.ts";
import { findInterview, type HeldInterview } from "./interviews.store.ts";
import { findLink, type GuestLink, markUsed } from "./invites.store.ts";
import { isAskedByModel, plannedQuestions, questionAfter } from "./next-question.ts";
import { toInterview } from "./transcript.ts";

/** A guest is not signed in: the token says which interview is meant, and is good for that one only. */
export const clarityGuestHandlers: Handlers<typeof contract, EngineContext> = {
  async openClarityGuestInterview({ body }, context) {
    const link = await requireLink(context, context.db, body.token);
    return { guest: pageOf(context, link, await startedBy(context.db, link)) };
  },

  consentToClarityGuestInterview: ({ body: { token, person } }, context) =>
    changing(context, token, async (tx, link, process) => {
      // A guest who agrees twice, as after a lost answer, continues.
      if (await startedBy(tx, link)) return false;
      await startInterview(tx, process, { userId: link.created_by, person, inviteId: link.id });
      await markUsed(tx, link.id);
      return true;
    }),

  async answerClarityGuestInterview({ body: { token, ...given } }, context) {
    const link = await requireLink(context, context.db, token);
    const before = requireStarted(await startedBy(context.db, link));
    const next = given.corrects === undefined ? await questionAfter(context, link.process_name, before, given) : undefined;
    return changing(context, token, async (tx, same, process) =>
      keepAnswer(tx, process, requireStarted(await startedBy(tx, same)), given, next),
    );
  },

  finishClarityGuestInterview: ({ body: { token } }, context) =>
    changing(context, token, async (tx, link, process) => {
      const held = await startedBy(tx, link);
      if (!held) throw refuse("nothing_said");
      return finishInterview(tx, process, held, { kind: "service" });
    }),
};

type Change = (tx: Db, link: GuestLink, process: ProcessRecord) => Promise<boolean>;

/** Holds the process, so that no link ends meanwhile, and tells the windows of its team. */
async function changing(context: EngineContext, token: string, change: Change): Promise<{ guest: GuestPage }> {
  const { teamId, processId, changed, guest } = await context.db.transaction(async (tx) => {
    const named = await requireLink(context, tx, token);
    const process = await lockProcess(tx, named.process_id);
    // It may have ended while the process was another's.
    const link = await requireLink(context, tx, token);
    if (!process) throw refuse("not_found");
    const done = await change(tx, link, process);
    const page = pageOf(context, link, await startedBy(tx, link));
    return { teamId: process.team_id, processId: process.id, changed: done, guest: page };
  });
  if (changed) context.live.publish({ teamId, topic: "clarity_process", id: processId });
  return { guest };
}

/** A token that never was, has ended or has expired is answered alike. */
async function requireLink({ clock }: Pick<EngineContext, "clock">, db: Db, token: string): Promise<GuestLink> {
  const link = await findLink(db, hashOfToken(token), clock().toISOString());
  if (!link) throw refuse("not_found", "This link has ended. Ask the person who sent it for another one.");
  return link;
}

/** The interview of a link. Once it was deleted, the link is good for nothing. */
async function startedBy(db: Db, link: GuestLink): Promise<HeldInterview | undefined> {
  const held = await findInterview(db, { inviteId: link.id });
  if (!held && link.used) throw refuse("not_found", "This interview was deleted. Ask the person who sent the link for another one.");
  return held;
}

function requireStarted(held: HeldInterview | undefined): HeldInterview {
  if (!held) throw refuse("interview_over", "Agree first: the interview has not started.");
  return held;
}

function pageOf(context: Pick<EngineContext, "config">, link: GuestLink, held: HeldInterview | undefined): GuestPage {
  const { process_name, organization_name, invited_by_name, expires_at } = link;
  return {
    process_name,
    organization_name,
    invited_by_name,
    expires_at,
    consent: consentTo({ invitedBy: invited_by_name, byModel: isAskedByModel(context) }),
    interview: held ? toInterview(held, plannedQuestions(context, held)) : null,
  };
}
