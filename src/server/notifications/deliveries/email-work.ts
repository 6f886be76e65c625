import type { EngineServices } from "#server/engine/services.ts";
import type { Work, Worker } from "#server/engine/work.ts";
import { type MailWords, mailOf } from "#server/platform/mail/mail-text.ts";
import { createMailer, mayPass, type Mailer } from "#server/platform/mail/mailer.ts";
import type { Db } from "#server/platform/db/open.ts";
import { describe } from "#server/platform/work/describe.ts";
import { createWakeLoop } from "#server/platform/work/wake-loop.ts";
import { waitingFor } from "#server/notifications/waiting/waiting.store.ts";
import { waitingWords } from "#server/notifications/waiting/waiting-words.ts";
import * as store from "./deliveries.store.ts";
import { emailWords } from "./email-words.ts";
import { restOf } from "./rests.ts";
import { stopToken } from "./stop-token.ts";

type Needs = Pick<EngineServices, "store" | "config" | "signer" | "log">;

/** Sends one email that is due. Returns whether more may be due. A try that is cut off is made again, with the same message id and words. */
async function emailRound(needs: Needs, mailer: Mailer): Promise<boolean> {
  const { db } = needs.store;
  const due = await store.claimDue(db, "email");
  if (!due) return false;
  const { baseUrl } = needs.config;
  const to = await store.findAddressee(db, due);
  const news = to && (await newsFor(db, due, to, baseUrl));
  if (!to?.email || !news || due.recipient_id === null) {
    await store.markUnneeded(db, due);
    return true;
  }
  const { members } = news;
  const words = (due.words as MailWords | null) ?? news.words;
  const messageId = due.message_id ?? `<${due.id}@${new URL(baseUrl).hostname}>`;
  if (!due.words && !(await store.freeze(db, due, messageId, words, members))) return true;
  const token = stopToken(needs.signer, { userId: due.recipient_id, teamId: due.team_id });
  const stop = { label: "Get no more emails from this team", url: `${baseUrl}/unsubscribe#${token}` };
  try {
    await mailer.send({
      ...mailOf({ ...words, stop }),
      to: to.email,
      messageId,
      unsubscribe: `${baseUrl}/v2/unsubscribe/one-click?token=${token}`,
    });
  } catch (error) {
    const reason = describe(error);
    const again = mayPass(error) ? restOf(due) : null;
    needs.log.warn({ delivery: due.id, error: reason }, "could not send a notification");
    await store.markFailed(db, due, reason, again);
    return true;
  }
  await store.markSent(db, due);
  return true;
}

/** What there is to tell by now; undefined where that is nothing any more. */
async function newsFor(
  db: Db,
  due: store.Due,
  to: store.Addressee,
  baseUrl: string,
): Promise<{ words: MailWords; members: readonly store.ToTell[] } | undefined> {
  if (due.batch_id === null) {
    const waiting = await waitingFor(db, { teamId: due.team_id, userId: due.recipient_id ?? "" });
    const place = { baseUrl, teamId: due.team_id, teamName: to.team_name };
    return waiting.length > 0 ? { words: waitingWords(place, waiting), members: [] } : undefined;
  }
  const members = await store.membersToTell(db, due);
  return members.length > 0 ? { words: emailWords(baseUrl, to, members), members } : undefined;
}

function createEmailWorker(services: EngineServices): Worker {
  const mailer = createMailer(services.config);
  const round = async () => (mailer ? emailRound(services, mailer) : false);
  const loop = createWakeLoop(services, { name: "notification emails", due: store.deliveriesDue("email"), round });
  return {
    wake: () => loop.wake(),
    async close() {
      await loop.close();
      mailer?.close();
    },
  };
}

export const emailWork: Work = { name: "notification emails", start: createEmailWorker };
