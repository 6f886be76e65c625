import { storable } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";

/** Where a server is called, in the form that addresses are compared in. Ours: the length, and that nothing secret is part of it. */
export const serverUrl = z
  .string()
  .refine(storable, { error: "This contains characters that cannot be stored" })
  .check(z.url({ protocol: /^https?$/, normalize: true }))
  .max(2048)
  .refine((url) => !/^[a-z]+:\/\/[^/?#]*@/.test(url), { error: "Leave user name and password out of the address" })
  .refine((url) => !url.includes("#"), { error: "Leave out the # and what follows it" });

/** Whether two addresses, as {@link serverUrl} gives them, lead to one server. What one was given is never sent to another. */
export function sameServer(one: string, other: string): boolean {
  return originOf(one) === originOf(other);
}

function originOf(url: string): string | undefined {
  return /^[a-z]+:\/\/[^/?#]*/.exec(url)?.[0];
}
