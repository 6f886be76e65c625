import type { AuthMethod } from "#contract/connections/connection-words.ts";
import type { Headers } from "#contract/connections/headers.ts";
import { isMailbox } from "#contract/connections/connection-words.ts";
import { invalid } from "#server/platform/http/refusal.ts";

/** The kind of integration that a mailbox is of. */
export const mailboxType = "imap";

/** A mailbox is signed in to with the headers `Username` and `Password`. Throws 400. */
export function requireSignIn(url: string, authMethod: AuthMethod, { plaintext = {}, secret = {} }: Headers): void {
  if (!isMailbox(url)) return;
  const names = Object.keys({ ...plaintext, ...secret }).map((name) => name.toLowerCase());
  if (authMethod !== "headers" || !names.includes("username") || !names.includes("password"))
    throw invalid(["headers"], "A mailbox needs the auth_method “headers”, with a header Username and a secret header Password");
}
