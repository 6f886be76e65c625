import { type SQL, sql } from "drizzle-orm";
import type { Looks } from "#contract/connections/looks.ts";
import { isoText } from "#server/platform/db/columns.ts";

const instants = ["looked_at", "failing_since", "next_at"].map((name) => {
  const column = name === "next_at" ? "next_attempt_at" : name;
  return `'${name}', ${isoText(`l.${column}`)}`;
});

/** As part of a query: how looking at a connection goes. `folder`: of its folders this one alone. Both are SQL. */
export function looksOf(connectionId: string, folder?: string): SQL<Looks | null> {
  const missing = folder === undefined ? "l.missing_folders" : `array(select f from unnest(l.missing_folders) f where f = ${folder})`;
  return sql.raw(`(select jsonb_build_object(${instants.join(", ")}, 'problem', l.problem, 'missing_folders', ${missing})
    from source_cursors l where l.connection_id = ${connectionId})`) as SQL<Looks | null>;
}
