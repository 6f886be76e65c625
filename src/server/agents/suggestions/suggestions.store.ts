import { and, count, desc, eq, ne, sql } from "drizzle-orm";
import type { Suggestion } from "#contract/agents/suggestions.ts";
import { newId } from "#server/platform/db/columns.ts";
import { recorded } from "#server/platform/events/record.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import { revisions } from "#server/agents/agents/agents.table.ts";
import { evalRubrics } from "#server/agents/rubrics/evaluations.table.ts";
import { suggestions } from "./suggestions.table.ts";

type SuggestionRecord = typeof suggestions.$inferSelect;

function toSuggestion({ build_id: _build, rubric_slug: _slug, addition, ...row }: SuggestionRecord): Suggestion {
  return { ...row, generated_by: "eval", type: "aop", payload: { oldSop: "", newSop: addition } };
}

export type NewSuggestion = Pick<
  SuggestionRecord,
  "agent_id" | "build_id" | "rubric_slug" | "title" | "description" | "addition" | "sources"
>;

/**
 * Stores a suggestion in the place of an open one that an earlier revision led to. Returns false when there was one for this revision and
 * rubric before, whatever became of it.
 */
export async function insertSuggestion(db: Db, suggestion: NewSuggestion): Promise<boolean> {
  const { agent_id, build_id, rubric_slug } = suggestion;
  const id = newId();
  await db
    .update(suggestions)
    .set({ ...over("superseded"), superseded_reason: "revision_replaced", superseded_by_suggestion_id: id })
    .where(and(pendingOf(agent_id), eq(suggestions.rubric_slug, rubric_slug), ne(suggestions.build_id, build_id)));
  const made = await db
    .insert(suggestions)
    .values({ ...suggestion, id, dedup_key: `eval:${build_id}:${rubric_slug}` })
    .onConflictDoNothing()
    .returning({ id: suggestions.id });
  if (made.length === 0) return false;
  await db.execute(
    recorded(sql`suggestions s join agents a on a.id = s.agent_id where s.id = ${id}`, {
      type: "suggestion.made",
      team: sql`a.team_id`,
      actor: { kind: "service" },
      subject: sql`s.id`,
      data: { agent_id: sql`a.id` },
    }),
  );
  return true;
}

/** Ends what nobody has to decide about any more: its revision is not live, or its rubric is not judged by any more. */
export async function clearStale(db: Db, agentId: string): Promise<void> {
  await db.execute(sql`
    update ${suggestions} s set status = 'superseded', resolved_at = now(), updated_at = now(),
      superseded_reason = case when r.status = 'live' then 'rubric_removed' else 'revision_replaced' end
    from ${revisions} r where s.agent_id = ${agentId} and s.status = 'pending' and r.id = s.build_id and (r.status <> 'live'
      or not exists (select from ${evalRubrics} e where e.build_id = r.id and e.slug = s.rubric_slug and e.deleted_at is null))`);
}

export async function listSuggestions(
  db: Db,
  agentId: string,
  { status, limit, offset }: { status?: "pending" | "history" | undefined; limit: number; offset: number },
): Promise<{ data: Suggestion[]; pending_count: number }> {
  const history = and(eq(suggestions.agent_id, agentId), ne(suggestions.status, "pending"));
  const which = status === undefined ? eq(suggestions.agent_id, agentId) : status === "pending" ? pendingOf(agentId) : history;
  const [rows, [counted]] = await inSnapshot(db, (at) =>
    Promise.all([
      at.select().from(suggestions).where(which).orderBy(desc(suggestions.created_at), desc(suggestions.id)).limit(limit).offset(offset),
      at.select({ n: count() }).from(suggestions).where(pendingOf(agentId)),
    ]),
  );
  return { data: rows.map(toSuggestion), pending_count: counted?.n ?? 0 };
}

export async function findSuggestion(db: Db, id: string): Promise<SuggestionRecord | undefined> {
  const [row] = await db.select().from(suggestions).where(eq(suggestions.id, id));
  return row;
}

/** Notes a person's decision. Undefined when it was decided or overtaken before. */
export async function resolveSuggestion(
  db: Db,
  id: string,
  status: "consumed" | "rejected",
  userId: string,
): Promise<Suggestion | undefined> {
  const [row] = await db
    .update(suggestions)
    .set({ ...over(status), resolved_by_user_id: userId })
    .where(and(eq(suggestions.id, id), eq(suggestions.status, "pending")))
    .returning();
  return row && toSuggestion(row);
}

function pendingOf(agentId: string) {
  return and(eq(suggestions.agent_id, agentId), eq(suggestions.status, "pending"));
}

function over<S extends SuggestionRecord["status"]>(status: S) {
  return { status, resolved_at: sql`now()`, updated_at: sql`now()` };
}
