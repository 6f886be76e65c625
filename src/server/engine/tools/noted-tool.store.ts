import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/open.ts";

/** For an entry in the audit log: which tool was called or asked about, and nothing of its arguments. Of a long name there is a length and a digest. */
export async function noteTool(db: Db, objectId: string, field: "called_tool" | "asked_tool", tool: string): Promise<void> {
  const noted = sql`jsonb_build_object('field', ${field}::text, 'from', null, 'to', audit_value(to_jsonb(${tool}::text), false))`;
  await db.execute(sql`insert into audit_changes (object_id, changes) values (${objectId}::uuid, jsonb_build_array(${noted}))`);
}
