import type * as contract from "#contract/runs/live.ts";
import type { Handlers } from "#server/platform/http/context.ts";

/** The one endpoint here is a stream, which the HTTP layer serves itself. */
export const liveHandlers: Handlers<typeof contract> = {};
