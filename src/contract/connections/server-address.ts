import { storable } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { isMailbox } from "./connection-words.ts";

/** Where a server is called, in the form that addresses are compared in. Ours: the length, and that nothing secret is part of it. */
export const serverUrl = addressOf(/^https?$/);
/** The same of a connection, which may lead to a mailbox too: imaps://, and its host and port. */
export const connectionUrl = addressOf(/^(https?|imaps?)$/).refine(
  (url) => !isMailbox(url) || /^imaps?:\/\/[a-z0-9.:[\]-]+\/?$/i.test(url),
  {
    error: "Enter the host of the mail server, and its port where that is another one, as in imaps://imap.example.com",
  },
);

function addressOf(protocol: RegExp) {
  return z
    .string()
    .refine(storable, { error: "This contains characters that cannot be stored" })
    .check(z.url({ protocol, normalize: true }))
    .max(2048)
    .refine((url) => !/^[a-z]+:\/\/[^/?#]*@/.test(url), { error: "Leave user name and password out of the address" })
    .refine((url) => !url.includes("#"), { error: "Leave out the # and what follows it" });
}

/** Whether two addresses, as {@link serverUrl} gives them, lead to one server. What one was given is never sent to another. */
export function sameServer(one: string, other: string): boolean {
  return originOf(one) === originOf(other);
}

function originOf(url: string): string | undefined {
  return /^[a-z]+:\/\/[^/?#]*/.exec(url)?.[0];
}
