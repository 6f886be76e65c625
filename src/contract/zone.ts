import { z } from "./zod.ts";

const longest = 64;

/** The zones that Node and browsers know; an offset such as +02:00 is none of them, as it knows no daylight saving. */
function isZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name) || name.length > longest) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
export const zone = z
  .string()
  .refine(isZone, { error: "Use the name of a time zone such as Europe/Berlin or UTC" })
  // Said in the document only: a text of this length is no zone either.
  .meta({ maxLength: longest });
