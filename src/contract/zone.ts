import { z } from "./zod.ts";

/** The zones that Node and browsers know; an offset such as +02:00 is none of them, as it knows no daylight saving. */
function isZone(name: string): boolean {
  if (!/^[A-Z]/i.test(name) || name.length > 64) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
export const zone = z.string().refine(isZone, { error: "Use the name of a time zone such as Europe/Berlin or UTC" });
