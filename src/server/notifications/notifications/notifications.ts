import { sql } from "drizzle-orm";
import type * as contract from "#contract/notifications/notifications.ts";
import type { Context, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { findBatch, hasBatch, pageOfBatches } from "./batches.store.ts";
import { countUnread, countViews, dismiss, lockOne, markRead, pageOfNotifications, type Reader } from "./notifications.store.ts";
import { readerOf } from "./reader.ts";

export const notificationHandlers: Handlers<typeof contract> = {
  async listNotifications({ params, query }, context) {
    const reader = readerOf(params, context);
    const page = await pageOfNotifications(context.db, reader, query);
    if (query.sort !== "day" || query.cursor !== undefined) return page;
    return { ...page, counts: await countViews(context.db, reader) };
  },
  listNotificationBatches: ({ params, query }, context) => pageOfBatches(context.db, readerOf(params, context), query),

  async getNotificationBatch({ params, query }, context) {
    const batch = await findBatch(context.db, readerOf(params, context), params.id, query);
    if (!batch) throw refuse("not_found");
    return { batch };
  },

  async markNotificationBatchRead({ params, body: { through, openedFrom, ...by } }, context) {
    const reader = readerOf(params, context);
    if (!(await hasBatch(context.db, reader, params.id))) throw refuse("not_found");
    const shown = through === undefined ? sql`true` : sql`n.position <= ${through}::bigint`;
    return changed(context, reader, await markRead(context.db, reader, by, sql`n.batch_id = ${params.id} and ${shown}`, openedFrom));
  },

  async markNotificationRead({ params }, context) {
    const reader = await hold(params.id, context);
    changed(context, reader, await markRead(context.db, reader, {}, sql`n.id = ${params.id}`));
    return { success: true };
  },

  async dismissNotification({ params }, context) {
    const reader = await hold(params.id, context);
    changed(context, reader, await dismiss(context.db, reader, sql`n.id = ${params.id}`));
    return { success: true };
  },

  async markAllNotificationsRead({ params }, context) {
    const reader = readerOf(params, context);
    return changed(context, reader, await markRead(context.db, reader, {}));
  },

  async deleteReadNotifications({ params }, context) {
    const reader = readerOf(params, context);
    return changed(context, reader, await dismiss(context.db, reader, sql`(n.read_at is not null or n.resolved_at is not null)`));
  },

  getUnreadNotificationCount: async ({ params }, context) => ({ count: await countUnread(context.db, readerOf(params, context)) }),
};

/** Holds one of the caller's. Anybody else's is absent, for Owners too. */
async function hold(id: string, { db, caller, team }: Context): Promise<Reader> {
  const reader = { teamId: team?.id ?? "", userId: caller.userId };
  if (!(await lockOne(db, reader, id))) throw refuse("not_found");
  return reader;
}

function changed(context: Context, { userId }: Reader, count: number): { count: number } {
  if (count === 0) context.unchanged();
  else context.changed("notification", "*", userId);
  return { count };
}
