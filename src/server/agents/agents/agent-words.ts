import { type SQL, sql } from "drizzle-orm";
import { contains } from "#server/platform/db/letters.ts";

/** So much of each text is searched: what an agent does stands at the top, and a keystroke is not to read books. */
const readUpTo = 20_000;

/** Whether the latest revision of an agent says something, in its description or in the instructions that a model follows. */
export function doesWhat(agentId: SQL, search: string): SQL {
  const path = (at: string) => sql`select jsonb_path_query(v.config, ${sql.raw(`'${at}'`)}) #>> '{}' as said`;
  return sql`exists (select from (
      select revision_description, config from revisions where agent_id = ${agentId} order by revision_number desc limit 1) v
    where ${contains(sql`v.revision_description`, search)} or exists (select from (
      ${path('$.data.input ? (@.type() == "string")')}
      union all ${path('$.data.input[*].content ? (@.type() == "string")')}
      union all ${path("$.data.input[*].content[*].text")}) t where ${contains(sql`left(t.said, ${readUpTo})`, search)}))`;
}
