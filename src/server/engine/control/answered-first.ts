import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";
import { type Refusal, refuse } from "#server/platform/http/refusal.ts";

interface Answered {
  readonly by: string | null;
  /** As it follows a name: "approved", "answered". */
  readonly did: string;
}

/** The 409 of what somebody decided before: says who, and what. Without `answered` it was closed otherwise. */
export async function answeredFirst(db: Db, callerId: string, answered: Answered | undefined): Promise<Refusal> {
  if (!answered) return refuse("already_answered");
  if (answered.by === callerId) return refuse("already_answered", `You ${answered.did} this already, in another window.`);
  const { rows } = await db.execute<{ name: string }>(sql`select name from users where id = ${answered.by}`);
  return refuse("already_answered", `${rows[0]?.name ?? "A former member"} ${answered.did} this first.`);
}
