import type { AuthMethod } from "#contract/connections/connection-words.ts";
import { isMailbox } from "#contract/connections/connection-words.ts";
import { invalid } from "#server/platform/http/refusal.ts";

/** The kind of integration that a mailbox is of. */
export const mailboxType = "imap";

/** A mailbox is signed in to with the headers `Username` and `Password`. `headers`: their names. Throws 400. */
export function requireMailboxSignIn(url: string, authMethod: AuthMethod, headers: readonly string[]): void {
  if (!isMailbox(url)) return;
  const names = headers.map((name) => name.toLowerCase());
  if (authMethod !== "headers" || !names.includes("username") || !names.includes("password"))
    throw invalid(["headers"], "A mailbox needs the auth_method “headers”, with a header Username and a secret header Password");
}
