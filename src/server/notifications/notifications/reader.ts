import type { Context } from "#server/platform/http/context.ts";
import type { Reader } from "./notifications.store.ts";

export function readerOf({ teamId }: { readonly teamId: string }, { caller }: Context): Reader {
  return { teamId, userId: caller.userId };
}
