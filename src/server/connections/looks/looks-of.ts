import { type SQL, sql } from "drizzle-orm";
import type { Looks } from "#contract/connections/looks.ts";
import { isoText } from "#server/platform/db/columns.ts";

const instants = ["looked_at", "failing_since", "next_at"].map((name) => {
  const column = name === "next_at" ? "next_attempt_at" : name;
  return `'${name}', ${isoText(`l.${column}`)}`;
});

/** As part of a query: how looking at a connection goes. `folder`: of its folders this one alone. Both are SQL. */
export function looksOf(connectionId: string, folder?: string): SQL<Looks | null> {
  const ofFolder = `(select coalesce(jsonb_agg(f), '[]') from jsonb_array_elements(l.unread_folders) f where f ->> 'name' = ${folder})`;
  const unread = folder === undefined ? "l.unread_folders" : ofFolder;
  return sql.raw(`(select jsonb_build_object(${instants.join(", ")}, 'problem', l.problem, 'unread_folders', ${unread})
    from source_cursors l where l.connection_id = ${connectionId})`) as SQL<Looks | null>;
}
