import { and, asc, eq, isNull, max, sql } from "drizzle-orm";
import type { EvalRubric } from "#contract/agents/eval-rubrics.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { revisions } from "#server/agents/agents/agents.table.ts";
import { evalRubrics } from "./evaluations.table.ts";
import { rubricSlug } from "./rubric-slug.ts";

export type RubricRecord = typeof evalRubrics.$inferSelect;
export type RubricWords = Pick<RubricRecord, "title" | "description">;

export function toRubric({ id, slug, title, description, sort_order, deleted_at }: RubricRecord): EvalRubric {
  return { id, slug, title, description, sort_order, deleted_at };
}

/** The named revision if the agent has it, or else the live one. */
export async function findBuild(db: Db, agentId: string, buildId: string | undefined): Promise<string | undefined> {
  const which = buildId === undefined ? eq(revisions.status, "live") : eq(revisions.id, buildId);
  const [row] = await db
    .select({ id: revisions.id })
    .from(revisions)
    .where(and(eq(revisions.agent_id, agentId), which));
  return row?.id;
}

/** What runs of a revision are judged by, in order. */
export async function activeRubrics(db: Db, buildId: string): Promise<RubricRecord[]> {
  return db.select().from(evalRubrics).where(active(buildId)).orderBy(asc(evalRubrics.sort_order), asc(evalRubrics.id));
}

/** A rubric that is still judged by, with the agent that it belongs to. */
export async function findRubric(db: Db, agentId: string, rubricId: string): Promise<RubricRecord | undefined> {
  const [row] = await db
    .select({ rubric: evalRubrics })
    .from(evalRubrics)
    .innerJoin(revisions, eq(revisions.id, evalRubrics.build_id))
    .where(and(eq(evalRubrics.id, rubricId), eq(revisions.agent_id, agentId), isNull(evalRubrics.deleted_at)));
  return row?.rubric;
}

/** Behind the last one, or in the place of one that the caller retires. The caller holds the lock of the agent's row. */
export async function insertRubric(db: Db, buildId: string, words: RubricWords, userId: string, place?: number): Promise<RubricRecord> {
  const [last] =
    place === undefined
      ? await db
          .select({ place: max(evalRubrics.sort_order) })
          .from(evalRubrics)
          .where(active(buildId))
      : [];
  const id = newId();
  const [row] = await db
    .insert(evalRubrics)
    .values({
      ...words,
      id,
      build_id: buildId,
      slug: rubricSlug("custom", words.title, id),
      sort_order: place ?? (last?.place ?? -1) + 1,
      created_by: userId,
    })
    .returning();
  if (!row) throw new Error("insert returned no rubric");
  return row;
}

/** The row stays: runs were judged by it. */
export async function retireRubric(db: Db, rubricId: string): Promise<void> {
  await db
    .update(evalRubrics)
    .set({ deleted_at: sql`now()` })
    .where(eq(evalRubrics.id, rubricId));
}

export async function retireRubrics(db: Db, buildId: string): Promise<void> {
  await db
    .update(evalRubrics)
    .set({ deleted_at: sql`now()` })
    .where(active(buildId));
}

/** A further revision is judged by what the one that it was made from is judged by. */
export async function copyRubrics(db: Db, fromBuildId: string, toBuildId: string): Promise<void> {
  await db.execute(sql`
    insert into ${evalRubrics} (id, build_id, slug, title, description, sort_order, created_by)
    select gen_random_uuid(), ${toBuildId}, slug, title, description, sort_order, created_by
    from ${evalRubrics} where build_id = ${fromBuildId} and deleted_at is null`);
}

function active(buildId: string) {
  return and(eq(evalRubrics.build_id, buildId), isNull(evalRubrics.deleted_at));
}
