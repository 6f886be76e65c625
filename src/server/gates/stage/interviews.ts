import { atLeast } from "#contract/roles.ts";
import { hashOfToken, newGuestToken } from "#server/clarity/interviews/guest-token.ts";
import { finishInterview, keepAnswer, startInterview } from "#server/clarity/interviews/interview.ts";
import { findInterview } from "#server/clarity/interviews/interviews.store.ts";
import { insertInvite, markUsed } from "#server/clarity/interviews/invites.store.ts";
import { lockProcess } from "#server/clarity/processes/processes.store.ts";
import { processOf } from "./clarity.ts";
import { roleIn, type Stage } from "./stage.ts";

const creatorOf = (stage: Stage) => stage.service.ids[atLeast(roleIn(stage), "team:member") ? stage.as : stage.owner];

/** A process of the caller with a link for an interview. */
export async function linkOf(stage: Stage): Promise<{ process_id: string; token: string; inviteId: string }> {
  const process_id = await processOf(stage);
  const token = newGuestToken();
  const expiresAt = new Date(stage.service.app.services.clock().getTime() + 86_400_000).toISOString();
  const values = { processId: process_id, tokenHash: hashOfToken(token), userId: creatorOf(stage), expiresAt };
  const { id: inviteId } = await insertInvite(stage.service.app.services.store.db, values);
  return { process_id, token, inviteId };
}

type Reached = "started" | "answered" | "finished";

/** An interview of the caller; by the link where one is given. */
export async function interviewOf(
  stage: Stage,
  reached: Reached,
  link?: { readonly process_id: string; readonly inviteId: string },
): Promise<{ process_id: string; capture_id: string }> {
  const process_id = link?.process_id ?? (await processOf(stage));
  return stage.service.app.services.store.db.transaction(async (tx) => {
    const process = await lockProcess(tx, process_id);
    if (!process) throw new Error("the process is gone");
    // Who is asked about a process is interviewed, whatever their role.
    const started = { userId: link ? creatorOf(stage) : stage.service.ids[stage.as], person: "Clerk", inviteId: link?.inviteId ?? null };
    const held = await startInterview(tx, process, started);
    if (link) await markUsed(tx, link.inviteId);
    const which = { processId: process_id, captureId: held.captureId };
    if (reached !== "started")
      await keepAnswer(tx, process, held, { message_index: 1, message: "An invoice arrives by mail." }, "What is next?");
    const answered = await findInterview(tx, which);
    if (reached === "finished" && answered) await finishInterview(tx, process, answered, { kind: "service" });
    return { process_id, capture_id: held.captureId };
  });
}

/** The token of a link whose interview has come so far. */
export async function guestOf(stage: Stage, reached?: Reached): Promise<{ token: string }> {
  const { token, ...link } = await linkOf(stage);
  if (reached) await interviewOf(stage, reached, link);
  return { token };
}
