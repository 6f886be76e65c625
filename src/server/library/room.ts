import { sql } from "drizzle-orm";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/open.ts";
import { storageCounts } from "#server/db/tables/library.ts";
import { teams } from "#server/db/tables/teams.ts";
import { refuse } from "#server/http/refusal.ts";

const whose = { person: "You have", team: "This team has", organization: "This organization has" };
type Scope = keyof typeof whose;

/**
 * Throws `storage_full` when more is stored than may be, by the person, in the team or in its organization. Call it in the writing transaction,
 * behind the write: triggers have counted it then, and the refusal takes both back.
 */
export async function requireRoom(
  db: Db,
  { storage }: Config,
  { teamId, userId }: { teamId: string; userId: string | null },
): Promise<void> {
  const { rows } = await db.execute<{ scope: Scope; bytes: string }>(sql`
    select split_part(scope, ':', 1) as scope, sum(n) as bytes from ${storageCounts}
    where scope in (${`person:${userId}`}, ${`team:${teamId}`}, (select 'organization:' || organization_id from ${teams} where id = ${teamId}))
    group by scope`);
  for (const { scope, bytes } of rows)
    if (Number(bytes) > storage[scope])
      throw refuse(
        "storage_full",
        `${whose[scope]} ${(storage[scope] / 1_000_000).toLocaleString("en")} MB to store files in, and this would be more. Delete files that are no longer needed, then try again.`,
      );
}
