import { sql } from "drizzle-orm";
import { teamRoles, atLeast } from "#contract/roles.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { planDeliveries } from "#server/notifications/deliveries/plan-deliveries.store.ts";
import { isWanted } from "#server/notifications/notifications/preferences.store.ts";
import { seesWork } from "#server/notifications/sees-work.ts";
import type { Cause } from "./cause.ts";
import { tellSeveral } from "./tell-several.store.ts";

/** For so long after it was told, the same again says nothing to people who have read it. In minutes. */
const quietMinutes = { critical: 15, other: 60 };
/** A batch takes no more members after that. */
const [mostInBatch, mostHours] = [100, 24];

export interface Told {
  readonly team_id: string;
  /** Null: the team, in its chats. */
  readonly recipient_id: string | null;
}

/** What the installation can do beside showing it. */
export interface Ways {
  /** It sends mails. */
  readonly email?: boolean;
}

interface Meant extends Told {
  /** Of which cause. */
  readonly n: number;
  /** The notification in which it counts on. */
  readonly again: string | null;
  /** Where it is told. */
  readonly in_app: boolean;
  /** By email, or in a chat. */
  readonly sent: boolean;
  readonly [column: string]: unknown;
}

const managers = teamRoles.filter((role) => atLeast(role, "team:manager"));

/**
 * Tells everybody whom some causes concern and who wants to hear of them. The same again counts on in what they were told, while that is unread or was
 * told a short while ago, unless they dismissed it: nobody would see it. One call at a time: batches number their members as they come.
 */
export async function tell(tx: Db, causes: readonly Cause[], ways: Ways = {}): Promise<readonly Told[]> {
  const told: Told[] = [];
  for (const some of rounds(causes)) told.push(...(await tellEach(tx, some, ways)));
  return told;
}

/** No two of one reason are told at once: the second counts on in what the first has told. */
function rounds(causes: readonly Cause[]): readonly (readonly Cause[])[] {
  const all: Cause[][] = [];
  const seen = new Map<string, number>();
  for (const one of causes) {
    const key = `${one.team_id} ${one.key}`;
    const round = seen.get(key) ?? 0;
    seen.set(key, round + 1);
    (all[round] ??= []).push(one);
  }
  return all;
}

async function tellEach(tx: Db, causes: readonly Cause[], ways: Ways): Promise<readonly Told[]> {
  const meant = await whomTo(tx, causes, ways);
  const [again, first] = [meant.filter((one) => one.again !== null), meant.filter((one) => one.again === null)];
  const told = [...again.map(({ n, again: id }) => ({ n, id: id ?? "" })), ...first.map(({ n }) => ({ n, id: newId() }))];
  if (again.length > 0) await countOn(tx, causes, again);
  if (first.length > 0)
    await insert(
      tx,
      causes,
      first.map((one, i) => ({ ...one, id: told[again.length + i]?.id ?? "" })),
    );
  await tellSeveral(tx, causes, told);
  return meant;
}

async function whomTo(tx: Db, causes: readonly Cause[], ways: Ways): Promise<readonly Meant[]> {
  const rows = causes.map(({ key, type, severity, team_id, agent_id, people, creator, at }, n) => ({
    n,
    key,
    type,
    severity,
    team_id,
    agent_id,
    people,
    creator,
    at,
    wide: severity === "warning" || severity === "critical",
    quiet: severity === "critical" ? quietMinutes.critical : quietMinutes.other,
  }));
  const found = await tx.execute<Meant>(sql`
    with c as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(n int, key text, type text, team_id uuid, agent_id uuid, people uuid[],
        creator boolean, wide boolean, quiet int, at timestamptz)),
    meant as (
      select c.n, p.user_id from c cross join unnest(c.people) as p(user_id)
      union select c.n, a.created_by from c join agents a on a.id = c.agent_id where c.creator
      union select c.n, m.user_id from c join team_members m on m.team_id = c.team_id where c.wide and m.role in ${managers}
      union select c.n, null from c where c.wide and exists (select from notification_chats x where x.team_id = c.team_id and not x.gone))
    select c.n, c.team_id, m.user_id as recipient_id, w.in_app, w.sent, (
      select x.id from notifications x where coalesce(x.recipient_id, x.team_id) = coalesce(m.user_id, c.team_id) and x.cause = c.key and x.team_id = c.team_id
        and x.deleted_at is null and ((x.read_at is null and x.resolved_at is null) or (x.created_at > c.at - make_interval(mins => c.quiet)
          and (x.resolved_at is null or x.mailed_at is not null or exists (select from notification_batches b where b.id = x.batch_id and not b.sealed))))
      order by x.last_at desc limit 1) as again
    from meant m join c on c.n = m.n join teams t on t.id = c.team_id
    cross join lateral (
      select m.user_id is not null and ${isWanted("in_app", sql`c.type`, sql`m.user_id`, sql`c.team_id`)} as in_app,
        m.user_id is null or ${ways.email ? isWanted("email", sql`c.type`, sql`m.user_id`, sql`c.team_id`) : sql`false`} as sent) w
    where (m.user_id is null or ${seesWork(sql`m.user_id`)})
      and (w.in_app or w.sent)
    order by c.n, m.user_id`);
  return found.rows;
}

const columns = sql.raw(
  "type, severity, title, body, agent_id, run_id, queue_id, case_id, build_id, connection_id, artifact_id, process_id, ends",
);

async function countOn(tx: Db, causes: readonly Cause[], again: readonly Meant[]): Promise<void> {
  const rows = again.map(({ n, again: id }) => ({ ...causes[n], id }));
  await tx.execute(sql`
    with w as (select * from ${recordset(rows)}),
    counted as (
      update notifications x set occurrences = x.occurrences + w.count, since = least(x.since, w.since), subjects = 1, list = null, known_reasons = null, last_at = greatest(x.last_at, w.at), title = w.title, body = w.body,
        run_id = w.run_id, case_id = w.case_id, resolved_at = null, ends = w.ends
      from w where x.id = w.id returning x.batch_id, x.last_at)
    update notification_batches b set last_at = greatest(b.last_at, c.last_at)
    from (select batch_id, max(last_at) as last_at from counted group by batch_id) c where b.id = c.batch_id`);
}

async function insert(tx: Db, causes: readonly Cause[], first: readonly (Meant & { readonly id: string })[]): Promise<void> {
  const rows = first.map(({ n, id, recipient_id, in_app, sent }) => ({
    ...causes[n],
    n,
    id,
    batch_id: newId(),
    recipient_id,
    in_app,
    sent,
  }));
  const readers = [...new Set(first.map((one) => one.recipient_id ?? one.team_id))];
  await tx.execute(sql`
    update notification_batches set sealed = true
    where not sealed and coalesce(recipient_id, team_id) = any(${sql.param(readers)}::uuid[])
      and (size >= ${mostInBatch} or created_at < now() - make_interval(hours => ${mostHours}))`);
  const told = await tx.execute<{ id: string; batch_id: string; [column: string]: unknown }>(sql`
    with w as (
      select *, coalesce(agent_id, team_id) as about_id, coalesce(recipient_id, team_id) as reader_id,
        row_number() over (partition by recipient_id, team_id, coalesce(agent_id, team_id) order by at, n)::int as place
      from ${recordset(rows)}),
    open as (
      insert into notification_batches as b (id, team_id, recipient_id, about_id, size, last_at)
      select (array_agg(batch_id))[1], team_id, recipient_id, about_id, count(*)::int, max(at) from w group by team_id, recipient_id, about_id
      on conflict (coalesce(recipient_id, team_id), team_id, about_id) where not sealed
      do update set size = b.size + excluded.size, last_at = greatest(b.last_at, excluded.last_at)
      returning id, team_id, coalesce(recipient_id, team_id) as reader_id, about_id, size),
    counted as (select team_id, reader_id, about_id, count(*)::int as n from w group by team_id, reader_id, about_id)
    insert into notifications (id, batch_id, position, team_id, recipient_id, cause, occurrences, since, created_at, last_at, in_app, read_at, ${columns})
    select w.id, o.id, o.size - c.n + w.place, w.team_id, w.recipient_id, w.key, w.count, w.since, w.at, w.at, w.in_app, case when w.recipient_id is null then w.at end, ${columns}
    from w join open o using (team_id, reader_id, about_id) join counted c using (team_id, reader_id, about_id)
    returning id, batch_id`);
  const batchOf = new Map(told.rows.map(({ id, batch_id }) => [id, batch_id]));
  await planDeliveries(
    tx,
    rows.filter(({ sent }) => sent).map((row) => ({ ...row, batch_id: batchOf.get(row.id) ?? row.batch_id })),
  );
}

function recordset(rows: readonly object[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(n int, id uuid, batch_id uuid, recipient_id uuid, key text, type text, severity text,
    team_id uuid, title text, body text, agent_id uuid, run_id uuid, queue_id uuid, case_id uuid, build_id uuid, connection_id uuid, artifact_id uuid, process_id uuid, ends text, at timestamptz, since timestamptz, count int, in_app boolean)`;
}
