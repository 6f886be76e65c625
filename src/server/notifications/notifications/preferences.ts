import type * as contract from "#contract/notifications/preferences.ts";
import { emailStateOf } from "#server/notifications/deliveries/deliveries.store.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { preferencesOf, replacePreferences } from "./preferences.store.ts";
import { readerOf } from "./reader.ts";

export const preferenceHandlers: Handlers<typeof contract> = {
  async getNotificationPreferences({ params }, context) {
    const reader = readerOf(params, context);
    const email = context.config.smtpUrl === undefined ? null : await emailStateOf(context.db, reader);
    return { ...(await preferencesOf(context.db, reader)), email };
  },

  async replaceNotificationPreferences({ params, body: { preferences, waiting } }, context) {
    const reader = readerOf(params, context);
    await replacePreferences(context.db, reader, preferences, waiting);
    return preferencesOf(context.db, reader);
  },
};
