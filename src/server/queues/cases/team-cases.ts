import type { FoundCase } from "#contract/queues/team-cases.ts";
import type * as contract from "#contract/queues/team-cases.ts";
import type { Db } from "#server/platform/db/open.ts";
import { type Asked, askedBy } from "#server/platform/db/words.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { sql } from "drizzle-orm";

export const teamCaseHandlers: Handlers<typeof contract> = {
  async findTeamCases({ query: { search, limit } }, { db, team }) {
    const asked = askedBy(search);
    return { cases: asked ? await findCases(db, team.id, asked, limit) : [] };
  },
};

/** The queues stand in the search itself, so that the index reads the entries of this team only. Without a queue it is null, and finds nothing. */
async function findCases(db: Db, teamId: string, { query, marked, isSure }: Asked, limit: number): Promise<FoundCase[]> {
  const reads = sql`(select reads_as(s.title || ' ' || as_read(s.data), ${sql.param([...marked])}::text[]) from cases s where s.id = case_id)`;
  const typed = isSure ? sql`and (not is_long or ${reads})` : sql`and ${reads}`;
  const { rows } = await db.execute(sql`
    with searched as (
      select ('(' || string_agg('''# ' || id || '''', ' | ') || ') & ' || ${query}::text)::tsquery as query
      from queues where team_id = ${teamId} and deleted_at is null
    ), newest as (
      select case_id, created_at from case_texts where words @@ (select query from searched) ${marked.length > 0 ? typed : sql``}
      order by created_at desc, case_id desc limit ${limit}
    )
    select c.id, c.title, c.state as display_status, q.id as queue_id, coalesce(q.revision_name, q.name) as queue_name
    from newest n join cases c on c.id = n.case_id join queues q on q.id = c.queue_id order by n.created_at desc, c.id desc`);
  return rows as unknown as FoundCase[];
}
