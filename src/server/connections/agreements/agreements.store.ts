import { type SQL, sql } from "drizzle-orm";
import type { Config } from "#contract/agents/config.ts";
import type { Suspension, SuspendedPerson } from "#contract/connections/agreements.ts";
import { withInstants } from "#server/platform/db/columns.ts";
import { anyOf } from "#server/platform/db/any-of.ts";
import type { Db } from "#server/platform/db/open.ts";

/** Who has something of their own attached to which revision, one row each. */
const attachedBy = sql`(
  select l.revision_id, c.user_id, 1 as secrets, 0 as logins, 0 as connections
  from revision_secrets l join secrets c on c.id = l.secret_id where c.user_id is not null and c.deleted_at is null
  union all select l.revision_id, c.user_id, 0, 1, 0
  from revision_logins l join logins c on c.id = l.login_id where c.user_id is not null and c.deleted_at is null
  union all select s.build_id, c.user_id, 0, 0, 1
  from slot_pins p join revision_slots s on s.id = p.slot_id join connections c on c.id = p.connection_id where c.user_id is not null)`;

/** Whether a person has something of their own attached to a revision. */
export function hasAttached(buildId: SQL, userId: SQL): SQL {
  return sql`exists (select from ${attachedBy} p where p.revision_id = ${buildId} and p.user_id = ${userId})`;
}

const now = { fingerprint: sql`revision_fingerprint(revision_id)`, seen: sql`revision_seen(revision_id)` };

/** Whether a person agreed to what a run was started with. */
export async function hasAgreed(db: Db, buildId: string, userId: string, fingerprint: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from revision_agreements where revision_id = ${buildId} and user_id = ${userId} and fingerprint = ${fingerprint}`,
  );
  return rows.length > 0;
}

/** Whether skills and files that decide what programs do are what they were when a worker took the run. */
export async function sameInputs(db: Db, run: { team_id: string; config: Config | null; inputs: unknown }): Promise<boolean> {
  const { rows } = await db.execute<{ same: boolean }>(sql`
    select revision_inputs(${run.team_id}, ${JSON.stringify(run.config)}::jsonb) = ${JSON.stringify(run.inputs)}::jsonb as same`);
  return rows[0]?.same === true;
}

/**
 * A person agrees to a revision as it is, whatever they agreed to before. Returns false, and changes nothing, when it is not what `fingerprint`
 * is of: skills and files change without waiting for anybody.
 */
export async function agree(db: Db, buildId: string, userId: string, fingerprint?: string): Promise<boolean> {
  const asSeen = fingerprint === undefined ? sql`true` : sql`${now.fingerprint} = ${fingerprint}`;
  const { rows } = await db.execute(sql`
    insert into revision_agreements (revision_id, user_id, fingerprint, seen)
    select revision_id, ${userId}::uuid, ${now.fingerprint}, ${now.seen} from (values (${buildId}::uuid)) v (revision_id) where ${asSeen}
    on conflict (revision_id, user_id) do update
    set fingerprint = excluded.fingerprint, seen = excluded.seen, agreed_at = now() returning 1`);
  return rows.length > 0;
}

/** Attaching the first thing of one's own is to agree; a further one never ends a suspension. */
export async function agreeByAttaching(db: Db, buildId: string, userId: string): Promise<void> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${attachedBy} p where p.revision_id = ${buildId} and p.user_id = ${userId}`,
  );
  if (rows[0]?.n === 1) await agree(db, buildId, userId);
}

/**
 * Does a change of revisions by a person, who has seen what they change: where their agreement counted before, it counts afterwards. `of` is
 * about revision `r`; `parts` are those that the change is about, as somebody else may change another one at the same moment.
 */
export async function keepingAgreements<T>(
  db: Db,
  userId: string | null,
  { of, parts }: { of: SQL; parts: readonly ("config" | "agents" | "queues" | "connections" | "tools" | "skills" | "files")[] },
  change: () => Promise<T>,
): Promise<T> {
  const held = userId === null ? [] : await heldBy(db, userId, of);
  const result = await change();
  if (held.length > 0)
    await db.execute(sql`select agree_again(${userId}::uuid, ${sql.param(held)}::uuid[], ${sql.param([...parts])}::text[])`);
  return result;
}

/** Whoever accepts a generation has reviewed what it makes of the configuration before: where that was agreed to, the result is. */
export async function agreeToReviewed(db: Db, buildId: string, userId: string, before: Config | null): Promise<void> {
  const rest = sql`- array['config', 'skills', 'files']`;
  await db.execute(sql`
    update revision_agreements g set fingerprint = ${now.fingerprint}, seen = ${now.seen}, agreed_at = now()
    where g.revision_id = ${buildId} and g.user_id = ${userId} and g.seen -> 'config' = ${JSON.stringify(before)}::jsonb
      and ${now.seen} ${rest} = g.seen ${rest}`);
}

async function heldBy(db: Db, userId: string, of: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ revision_id: string }>(sql`
    select g.revision_id from revision_agreements g join revisions r on r.id = g.revision_id join agents a on a.id = r.agent_id
    where g.user_id = ${userId} and ${of} and g.fingerprint = revision_fingerprint(r.id)`);
  return rows.map((row) => row.revision_id);
}

/** Revisions of a team that name a skill, or a team file, for {@link keepingAgreements}. */
export function naming(part: "skills" | "files", teamId: string, name: string): SQL {
  return sql`a.team_id = ${teamId} and r.config -> 'data' -> ${sql.raw(`'${part}'`)} @> ${JSON.stringify([name])}::jsonb`;
}

/** What owners agreed to of a revision they agreed to of its copy; whoever makes the copy agrees to what they change in it. */
export async function copyAgreements(db: Db, from: string, to: { buildId: string; userId: string }): Promise<void> {
  const own = sql`g.user_id = ${to.userId} and g.fingerprint = revision_fingerprint(${from})`;
  await db.execute(sql`
    insert into revision_agreements (revision_id, user_id, fingerprint, seen, agreed_at)
    select ${to.buildId}, g.user_id, case when ${own} then revision_fingerprint(${to.buildId}) else g.fingerprint end,
      case when ${own} then revision_seen(${to.buildId}) else g.seen end, case when ${own} then now() else g.agreed_at end
    from revision_agreements g
    where g.revision_id = ${from} and exists (select from ${attachedBy} p where p.revision_id = ${to.buildId} and p.user_id = g.user_id)`);
}

/** What people agreed to was of another team. */
export async function forgetAgreements(db: Db, agentIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    delete from revision_agreements where revision_id in (select id from revisions where agent_id = ${anyOf(agentIds)})`);
}

export interface SuspendedRow extends SuspendedPerson {
  readonly revision_id: string;
}

/** Whose secrets and logins do not count for which of these revisions, and why: of everybody, or of one person. */
export async function listSuspended(db: Db, buildIds: readonly string[], userId?: string): Promise<SuspendedRow[]> {
  if (buildIds.length === 0) return [];
  const differs = (part: string) => sql`g.seen -> ${sql.raw(`'${part}'`)} is distinct from n.seen -> ${sql.raw(`'${part}'`)}`;
  const { rows } = await db.execute<Omit<SuspendedRow, "suspended"> & Suspension>(sql`
    with people as materialized (
      select revision_id, user_id, sum(secrets)::int as secrets, sum(logins)::int as logins, sum(connections)::int as connections
      from ${attachedBy} p where revision_id = any(${sql.param([...buildIds])}::uuid[]) and ${userId === undefined ? sql`true` : sql`user_id = ${userId}`} group by 1, 2),
    suspended as materialized (
      select p.*, r.config, a.team_id, n.seen as seen_now,
        coalesce(r.changed_at, r.created_at) as revision_at, case when r.changed_at is null then r.created_by else r.changed_by end as revision_by,
        case when g.revision_id is null then 'not_agreed'
          when ${differs("config")} then case when r.config #> '{data,language}' is null then 'instructions' else 'program' end
          when ${differs("agents")} then 'agents' when ${differs("queues")} then 'queues' when ${differs("connections")} or ${differs("tools")} then 'connections' when ${differs("skills")} then 'skills' else 'files' end as cause
      from people p join revisions r on r.id = p.revision_id join agents a on a.id = r.agent_id
        cross join lateral (select revision_seen(r.id) as seen) n
        left join revision_agreements g on g.revision_id = p.revision_id and g.user_id = p.user_id
      where g.seen is distinct from n.seen)
    select s.revision_id, s.user_id, u.name, s.secrets, s.logins, s.connections, s.cause, by.name as changed_by_name, coalesce(c.at, s.revision_at) as changed_at
    from suspended s join users u on u.id = s.user_id
      left join lateral (
        select k.updated_by as by, k.updated_at as at from skills k
        where s.cause = 'skills' and k.team_id = s.team_id and (s.config #> '{data,skills}') ? k.id::text
        union all select f.written_by, f.written_at from files f
        where s.cause = 'files' and f.team_id = s.team_id and (s.config #> '{data,files}') ? f.path
        union all select s.revision_by, s.revision_at where s.cause not in ('skills', 'files')
        order by 2 desc limit 1) c on true
      left join users by on by.id = c.by
    order by u.name collate "und-x-icu", u.id`);
  return rows.map(({ cause, changed_by_name, changed_at, ...person }) => ({
    ...person,
    suspended: withInstants({ cause, changed_by_name, changed_at }, "changed_at"),
  }));
}

export async function isSuspended(db: Db, buildId: string, userId: string): Promise<boolean> {
  return (await listSuspended(db, [buildId], userId)).length > 0;
}

/** What a person agreed to; undefined for whoever has nothing of their own attached. */
export async function findAgreement(
  db: Db,
  buildId: string,
  userId: string,
): Promise<{ fingerprint: string; config: Config | null; mine: { agreed_at: string | null; agreed_config: Config | null } | undefined }> {
  const { rows } = await db.execute<{
    fingerprint: string;
    config: Config | null;
    attached: boolean;
    agreed_at: string | null;
    agreed_config: Config | null;
  }>(sql`
    select revision_fingerprint(r.id) as fingerprint, r.config, g.agreed_at, g.seen -> 'config' as agreed_config,
      exists (select from ${attachedBy} p where p.revision_id = r.id and p.user_id = ${userId}) as attached
    from revisions r left join revision_agreements g on g.revision_id = r.id and g.user_id = ${userId} where r.id = ${buildId}`);
  const [row] = rows;
  if (!row) throw new Error("the revision that was found is gone");
  const { fingerprint, config, attached, ...agreed } = row;
  return { fingerprint, config, mine: attached ? withInstants(agreed, "agreed_at") : undefined };
}
