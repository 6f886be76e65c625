import { beginOAuth, finishOAuth, renewOAuth } from "#server/connections/oauth/oauth-operations.ts";
import { discoverNative, exchangeNative } from "#server/connections/native/native-operations.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { callTool } from "./calling.ts";
import { listTools } from "./listing.ts";
import { checkOAuth } from "./oauth-check.ts";
import type { readMailbox } from "#server/connections/mailbox/read-mailbox.ts";
import { readResources } from "./resources.ts";

/** What is done in a thread of its own. Input and answer go from thread to thread as copies. */
export const operations = {
  beginOAuth,
  callTool,
  checkOAuth,
  discoverNative,
  exchangeNative,
  finishOAuth,
  listTools,
  // Most installations look at no mailbox: what reads one is loaded with the first.
  readMailbox: async (...given: Parameters<typeof readMailbox>) =>
    (await import("#server/connections/mailbox/read-mailbox.ts")).readMailbox(...given),
  readResources,
  renewOAuth,
} satisfies Record<string, (outbound: Outbound, ...given: never[]) => Promise<unknown>>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
type Given<N extends OperationName> = Parameters<Operations[N]> extends [Outbound, ...infer G] ? G : never;
export type Remote = { readonly [N in OperationName]: (...given: Given<N>) => ReturnType<Operations[N]> };
