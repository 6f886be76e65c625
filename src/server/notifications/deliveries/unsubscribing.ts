import { sql } from "drizzle-orm";
import type * as contract from "#contract/notifications/unsubscribing.ts";
import type { Subscription } from "#contract/notifications/unsubscribing.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { Reader } from "#server/notifications/notifications/notifications.store.ts";
import { endEmails } from "#server/notifications/notifications/preferences.store.ts";
import { readerOfToken } from "./stop-token.ts";

/** Nobody is signed in: the token says whose emails are meant, and is good for that alone. */
export const unsubscribingHandlers: Handlers<typeof contract> = {
  async lookAtUnsubscribe({ body }, context) {
    return { subscription: (await meant(context, body.token)).subscription };
  },

  async unsubscribe({ query }, context) {
    const { reader } = await meant(context, query.token);
    await endEmails(context.db, reader);
    return { success: true };
  },

  openUnsubscribe: async ({ query }, { config }) => ({ location: `${config.baseUrl}/unsubscribe#${encodeURIComponent(query.token)}` }),
};

async function meant({ db, signer }: Context, token: string): Promise<{ reader: Reader; subscription: Subscription }> {
  const reader = readerOfToken(signer, token);
  const subscription = reader && (await findSubscription(db, reader));
  if (!reader || !subscription) throw refuse("not_found", "This link no longer works. Open the settings of your notifications.");
  return { reader, subscription };
}

async function findSubscription(db: Db, { userId, teamId }: Reader): Promise<Subscription | undefined> {
  const { rows } = await db.execute<Subscription & Record<string, unknown>>(
    sql`select t.name as team_name, u.email as address from users u, teams t where u.id = ${userId} and t.id = ${teamId}`,
  );
  return rows[0];
}
