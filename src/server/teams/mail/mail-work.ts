import { inviteDays } from "#contract/teams/invites.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Work, Worker } from "#server/engine/work.ts";
import { createMailer, mayPass, type Mailer } from "#server/platform/mail/mailer.ts";
import { describe } from "#server/platform/work/describe.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import { inviteUrl, roleWords } from "#server/teams/invites/invite-token.ts";
import { findInvite } from "#server/teams/invites/invites.store.ts";
import { linkTo, linkToken } from "#server/teams/invites/link-token.ts";
import { type MailWords, mailOf, unlinked } from "#server/platform/mail/mail-text.ts";
import * as store from "./mails.store.ts";

type Needs = Pick<EngineServices, "store" | "config" | "signer" | "log" | "live">;

/** After each try that failed, in seconds; after the last one it is given up. */
const rests = [10, 60, 600, 3_600];

/** Sends one mail that is due. Returns whether more may be due. A try that is cut off is made again, with the same message id. */
async function mailRound(needs: Needs, mailer: Mailer): Promise<boolean> {
  const { db } = needs.store;
  const due = await store.claimMail(db);
  if (!due) return false;
  const found = await wordsOf(needs, due);
  if (!found) await store.giveUp(db, due.id, "It was no longer needed.");
  else {
    const { host } = new URL(needs.config.baseUrl);
    const messageId = `<${due.id}@${host.replace(/:.*$/, "")}>`;
    try {
      await mailer.send({ ...mailOf(found.words), to: due.to_email, messageId });
      await store.markSent(db, due.id);
    } catch (error) {
      const rest = mayPass(error) ? rests[due.attempts - 1] : undefined;
      const reason = describe(error);
      needs.log.warn({ mail: due.id, error: reason }, "could not send a mail");
      if (rest === undefined) await store.giveUp(db, due.id, reason);
      else await store.tryAgain(db, due.id, reason, rest);
    }
  }
  if (found?.teamId) needs.live.publish({ teamId: found.teamId, topic: "invite", id: "*" });
  return true;
}

/** What a mail says by now; undefined where it has nothing to say any more. */
async function wordsOf(
  { store: { db }, config, signer }: Needs,
  due: store.DueMail,
): Promise<{ words: MailWords; teamId: string | null } | undefined> {
  if (due.reset_id) {
    const reset = await store.findOpenReset(db, due.reset_id);
    return (
      reset && { words: resetWords(reset.name, linkTo(config.baseUrl, "new-password", linkToken(signer, "reset", reset.id))), teamId: null }
    );
  }
  const invite = due.invitation_id ? await findInvite(db, due.invitation_id) : undefined;
  if (!invite || invite.accepted_at !== null) return undefined;
  const [organization, team] = [unlinked(invite.organization_name), invite.team_name === null ? null : unlinked(invite.team_name)];
  const to = team === null ? organization : `${team} (${organization})`;
  const who = invite.invited_by_name === null ? "A person" : unlinked(invite.invited_by_name);
  const words: MailWords = {
    subject: `${who} invites you to ${team ?? organization}`,
    title: `Join ${to}`,
    before: [`${who} invites you to work in ${to} as ${roleWords(invite)}.`],
    action: { label: "Accept the invite", url: inviteUrl({ config, signer }, invite) },
    after: [`The link expires in ${inviteDays} days and works only for ${invite.email}. If you did not expect it, ignore this email.`],
  };
  return { words, teamId: invite.team_id };
}

function resetWords(name: string, url: string): MailWords {
  return {
    subject: "Choose a new password",
    title: "Choose a new password",
    before: [`Hello ${unlinked(name)},`, "a new password for your account was requested."],
    action: { label: "Choose a new password", url },
    after: ["The link works once, within an hour. If you did not ask for it, ignore this email: your password stays as it is."],
  };
}

function createMailWorker(services: EngineServices): Worker {
  const mailer = createMailer(services.config);
  const loop = createWakeLoop(services, {
    name: "mails",
    due: store.mailsDue,
    round: async () => (mailer ? mailRound(services, mailer) : false),
  });
  return {
    wake: () => loop.wake(),
    async close() {
      await loop.close();
      mailer?.close();
    },
  };
}

export const mailWork: Work = { name: "mails", start: createMailWorker };
