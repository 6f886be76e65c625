import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { questionWords } from "#contract/clarity/order-question.ts";
import { claritySnapshots } from "#server/clarity/processes/processes.table.ts";
import type { Db } from "#server/platform/db/open.ts";

/** How many of them one interview asks, and how long each may be. */
const mostOpen = 15;
const longest = 1_000;

const s = claritySnapshots;

/** What the latest version of the current process leaves open, each question once: the next interview asks it. */
export async function openQuestionsOf(db: Db, processId: string): Promise<string[]> {
  const [latest] = await db
    .select({ data: s.data })
    .from(s)
    .where(and(eq(s.process_id, processId), eq(s.kind, "current_process"), isNull(s.archived_at), inArray(s.status, ["live", "draft"])))
    .orderBy(desc(s.created_at), desc(s.id))
    .limit(1);
  const all = latest?.data.steps.flatMap(({ openQuestions }) => openQuestions ?? []) ?? [];
  return [...new Set(all.map((text) => questionWords(text).trim()))]
    .filter((text) => text !== "" && text.length <= longest)
    .slice(0, mostOpen);
}
