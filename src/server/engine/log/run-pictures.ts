import { and, desc, eq } from "drizzle-orm";
import type { Picture, Turn } from "#server/engine/models/port.ts";
import type { Db } from "#server/platform/db/open.ts";
import { runPictures } from "./run-pictures.table.ts";

/** Pictures of one request to a model, the newest, and their characters together. */
const mostShown = 8;
const maxCharacters = 6_000_000;

/** Keeps the pictures in the result of a call. They count once the result names them. */
export async function keepPictures(db: Db, runId: string, callId: string, pictures: readonly Picture[]): Promise<void> {
  const rows = pictures.map((picture, i) => ({ run_id: runId, tool_call_id: callId, place: i + 1, ...picture }));
  await db.delete(runPictures).where(and(eq(runPictures.run_id, runId), eq(runPictures.tool_call_id, callId)));
  await db.insert(runPictures).values(rows);
}

/** Puts the newest pictures beside the results that name them. */
export async function showPictures(db: Db, runId: string, turns: readonly Turn[]): Promise<void> {
  const results = turns.flatMap((turn) => (turn.role === "tool" ? turn.results.filter(({ value }) => namesPicture(value)) : []));
  if (results.length === 0) return;
  const rows = await db
    .select()
    .from(runPictures)
    .where(eq(runPictures.run_id, runId))
    .orderBy(desc(runPictures.created_at), desc(runPictures.place))
    .limit(mostShown);
  let characters = 0;
  const shown = rows.filter(({ data }) => (characters += data.length) <= maxCharacters).toReversed();
  for (const result of results) {
    const own = shown.filter(({ tool_call_id }) => tool_call_id === result.callId);
    if (own.length > 0) result.pictures = own.map(({ media_type, data }) => ({ media_type, data }));
  }
}

function namesPicture(value: unknown): boolean {
  const { content } = (value ?? {}) as { content?: unknown };
  return Array.isArray(content) && content.some((block: { picture?: unknown } | null) => typeof block?.picture === "number");
}
