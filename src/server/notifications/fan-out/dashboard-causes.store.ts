import { sql } from "drizzle-orm";
import type { EventType } from "#contract/event.ts";
import type { Db } from "#server/platform/db/open.ts";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { RecordedEvent } from "#server/platform/events/consumers.ts";
import { cause } from "./cause.ts";
import { endingOf } from "./endings.ts";
import { said } from "./cause-words.ts";
import { type ReadCauses, rowsOf } from "./read-causes.ts";

const title = sql`coalesce(a.title, 'New dashboard') as title`;

/** Whoever asked for it is told. */
export const ofFailedDashboards: ReadCauses<"dashboard.failed"> = async (db, events) =>
  (
    await facts(
      db,
      events,
      sql`t.author_user_id as user_id, t.failure ->> 'message' as message`,
      sql`join lateral (select author_user_id, failure from artifact_turns t where t.artifact_id = a.id and t.status = 'failed'
        order by t.created_at desc limit 1) t on true`,
    )
  ).map(({ at, id, team_id, user_id, ...one }) =>
    cause({
      ...about(id, team_id, at),
      people: [user_id],
      severity: "info",
      key: `dashboard ${id}`,
      ends: endingOf.dashboard(id),
      ...said.dashboardFailed(one),
    }),
  );

/** Its creator is told, whose connections it reads with. */
export const ofPausedRefreshes: ReadCauses<"dashboard.refresh_paused"> = async (db, events) =>
  (
    await facts(db, events, sql`a.created_by_user_id as user_id, a.refresh_failure as message`, sql``, sql`a.refresh_paused_at is not null`)
  ).map(({ at, id, team_id, user_id, ...one }) =>
    cause({
      ...about(id, team_id, at),
      people: [user_id],
      // Managers are told of what is a warning, and a private dashboard is no business of theirs.
      severity: one.private ? "info" : "warning",
      key: `refresh ${id}`,
      ends: endingOf.refresh(id),
      ...said.refreshPaused(one),
    }),
  );

/** Everybody else in the team who sees it. */
export const ofPublished: ReadCauses<"dashboard.published"> = async (db, events) => {
  const rows = await facts(
    db,
    events,
    sql`m.user_id, by.name as message`,
    sql`join jsonb_to_recordset(${actorsOf(events)}::jsonb) as p(id text, actor_id uuid) on p.id = e.id left join users by on by.id = p.actor_id
      join team_members m on m.team_id = a.team_id and m.user_id <> a.created_by_user_id and m.user_id is distinct from p.actor_id`,
    sql`a.visibility <> 'private' and e.data ->> 'visibility' <> 'private'`,
  );
  const each = Map.groupBy(rows, ({ id }) => id);
  return [...each.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { at, id, team_id, title: name, message: by } = first;
    return [
      cause({
        ...about(id, team_id, at),
        people: some.map(({ user_id }) => user_id),
        severity: "info",
        key: `published ${id}`,
        ...said.dashboardPublished({ title: name, by }),
      }),
    ];
  });
};

const actorsOf = (events: readonly RecordedEvent<EventType>[]) =>
  JSON.stringify(events.map(({ id, actor_kind, actor_id }) => ({ id: `${id}`, actor_id: actor_kind === "user" ? actor_id : null })));

type Fact = { at: string; id: string; team_id: string; private: boolean; title: string; user_id: string | null; message: string | null };

async function facts(
  db: Db,
  events: readonly RecordedEvent<EventType>[],
  columns: ReturnType<typeof sql>,
  joins: ReturnType<typeof sql>,
  where = sql`true`,
): Promise<Fact[]> {
  const { rows } = await db.execute<Fact & Record<string, unknown>>(sql`
    select e.created_at as at, a.id, a.team_id, a.visibility = 'private' as private, ${title}, ${columns}
    from ${rowsOf(events)} join artifacts a on a.id = e.subject_id ${joins} where ${where} order by e.n`);
  return rows;
}

const about = (artifact_id: string, team_id: string, at: string) =>
  ({ artifact_id, team_id, at: isoInstant(at), type: "background_job" }) as const;
