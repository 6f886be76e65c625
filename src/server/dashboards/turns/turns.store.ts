import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { ArtifactMessage, SelectedElement, TurnStep } from "#contract/dashboards/dashboard.ts";
import type { Page } from "#contract/dashboards/page.ts";
import { artifactMessages, artifactTurns } from "#server/dashboards/dashboards.table.ts";
import type { Turn } from "#server/engine/models/port.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { DashboardRecord } from "#server/dashboards/dashboards/dashboards.store.ts";
import type { TurnRecord } from "./turn-log.ts";

const openTurns = ["not_started", "running"] as const;
const storeClock = sql`clock_timestamp()`;

/** What is under way in a dashboard, locked. The caller holds the lock of the dashboard. */
export async function lockOpenTurn(tx: Db, artifactId: string): Promise<TurnRecord | undefined> {
  const [turn] = await tx
    .select()
    .from(artifactTurns)
    .where(and(eq(artifactTurns.artifact_id, artifactId), inArray(artifactTurns.status, [...openTurns])))
    .for("update");
  return turn;
}

/** The turn whose question waits, locked. The caller holds the lock of the dashboard. */
export async function lockAskingTurn(tx: Db, artifactId: string): Promise<TurnRecord | undefined> {
  const [turn] = await tx
    .select()
    .from(artifactTurns)
    .where(and(eq(artifactTurns.artifact_id, artifactId), eq(artifactTurns.status, "waiting_for_input")))
    .orderBy(desc(artifactTurns.created_at))
    .limit(1)
    .for("update");
  return turn;
}

/** Questions that nothing waits for any more. */
export async function closeQuestions(tx: Db, artifactId: string, steps?: TurnStep[]): Promise<void> {
  await tx
    .update(artifactTurns)
    .set({ status: "completed", ...(steps && { steps }) })
    .where(and(eq(artifactTurns.artifact_id, artifactId), eq(artifactTurns.status, "waiting_for_input")));
}

export interface Asked {
  readonly dashboard: Pick<DashboardRecord, "id" | "team_id">;
  readonly authorId: string;
  readonly message: string;
  readonly selected?: SelectedElement | undefined;
  readonly baseId: string | null;
  readonly page: Page;
  readonly model: string;
  readonly turns: Turn[];
}

/** A turn that is due, with the message that it is about and the one that the agent will have written. */
export async function insertTurn(
  tx: Db,
  { dashboard, authorId, message, selected, baseId, page, model, turns }: Asked,
): Promise<ArtifactMessage> {
  const turnId = newId();
  const base = { artifact_id: dashboard.id, author_user_id: authorId };
  await tx.insert(artifactTurns).values({
    ...base,
    id: turnId,
    team_id: dashboard.team_id,
    status: "not_started",
    base_revision_id: baseId,
    model,
    turns,
    page,
    created_at: storeClock,
  });
  const now = Date.now();
  const [asked] = await tx
    .insert(artifactMessages)
    .values([
      {
        ...base,
        id: newId(now),
        turn_id: turnId,
        role: "user",
        content: message,
        created_at: storeClock,
        ...(selected && { selected_element: selected }),
      },
      {
        ...base,
        id: newId(now + 1),
        author_user_id: null,
        turn_id: turnId,
        role: "assistant",
        content: "",
        created_at: sql`clock_timestamp() + interval '1 ms'`,
      },
    ])
    .returning();
  if (!asked) throw new Error("a message was not stored");
  const { id, artifact_id, author_user_id, role, content, created_at, selected_element } = asked;
  return { id, artifact_id, author_user_id, role, content, created_at, revision_id: baseId, message: null, selected_element };
}

/** Says that a reply is what a stop left of it. */
export async function markPartial(tx: Db, turnId: string): Promise<void> {
  await tx
    .update(artifactMessages)
    .set({ partial: true })
    .where(and(eq(artifactMessages.turn_id, turnId), eq(artifactMessages.role, "assistant")));
}

/** Turns that led to the version that is shown: those whose version is it or one before it, and those without a version that began there. */
const onLine = ({ id, current_revision_id }: Pick<DashboardRecord, "id" | "current_revision_id">) => sql`
  with recursive line as (
    select r.id, r.parent_revision_id from artifact_revisions r where r.artifact_id = ${id} and r.id = ${current_revision_id}::uuid
    union
    select p.id, p.parent_revision_id from line join artifact_revisions p on p.id = line.parent_revision_id and p.artifact_id = ${id}),
  told as (
    select t.* from artifact_turns t where t.artifact_id = ${id} and case when t.result_revision_id is not null
      then t.result_revision_id in (select id from line) else t.base_revision_id is null or t.base_revision_id in (select id from line) end)`;

type Row = Omit<ArtifactMessage, "message"> &
  Pick<TurnRecord, "said" | "steps" | "failure" | "result_revision_id" | "base_revision_id"> & { version: number | null };

/** A page of the conversation that led to the version that is shown, its oldest message first. `before`: undefined for the newest page. */
export async function listMessages(
  db: Db,
  dashboard: Pick<DashboardRecord, "id" | "current_revision_id">,
  { limit, before }: { readonly limit: number; readonly before?: string | undefined },
): Promise<{ data: ArtifactMessage[]; total: number; has_more: boolean; knows: boolean }> {
  const older =
    before === undefined
      ? sql`true`
      : sql`(m.created_at, m.id) < (select b.created_at, b.id from artifact_messages b where b.id = ${before})`;
  const { rows } = await db.execute<Record<string, unknown> & Row>(sql`${onLine(dashboard)}
    select m.id, m.artifact_id, m.author_user_id, m.role, m.content, m.created_at, m.selected_element,
      t.said, t.steps, t.failure, t.result_revision_id, t.base_revision_id, r.version
    from told t join artifact_messages m on m.turn_id = t.id left join artifact_revisions r on r.id = t.result_revision_id
    where ${older} order by m.created_at desc, m.id desc limit ${limit + 1}`);
  const { rows: counted } = await db.execute<{ total: number; knows: boolean }>(sql`${onLine(dashboard)}
    select count(*)::int as total, coalesce(bool_or(m.id = ${before ?? null}::uuid), false) as knows
    from told t join artifact_messages m on m.turn_id = t.id`);
  return {
    data: rows.slice(0, limit).toReversed().map(toMessage),
    total: counted[0]?.total ?? 0,
    has_more: rows.length > limit,
    knows: before === undefined || (counted[0]?.knows ?? false),
  };
}

function toMessage(row: Row): ArtifactMessage {
  const { said, steps, failure, result_revision_id, base_revision_id, version, ...message } = withInstants(row, "created_at");
  if (message.role === "user") return { ...message, revision_id: base_revision_id, message: null };
  return { ...message, content: said, revision_id: result_revision_id, message: { steps, version, failure: failure?.message ?? null } };
}

/** The page that is being written, as far as it is stored; undefined where none is. */
export async function pageInWork(db: Db, artifactId: string): Promise<Page | undefined> {
  const [turn] = await db
    .select({ page: artifactTurns.page })
    .from(artifactTurns)
    .where(and(eq(artifactTurns.artifact_id, artifactId), inArray(artifactTurns.status, [...openTurns])));
  return turn?.page;
}

/** What the last turn left of its page: it may have ended without a version, or wait for an answer. Undefined where nothing was asked for. */
export async function pageLeft(db: Db, artifactId: string): Promise<Page | undefined> {
  const [turn] = await db
    .select({ page: artifactTurns.page })
    .from(artifactTurns)
    .where(eq(artifactTurns.artifact_id, artifactId))
    .orderBy(desc(artifactTurns.created_at))
    .limit(1);
  return turn?.page;
}
