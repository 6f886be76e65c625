import { type SQL, sql } from "drizzle-orm";
import type { OrganizationRole, TeamRole } from "#contract/roles.ts";
import type { MailState } from "#contract/teams/invites.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";

export interface InviteRow {
  readonly id: string;
  readonly organization_id: string;
  readonly team_id: string | null;
  readonly email: string;
  readonly team_role: TeamRole | null;
  readonly organization_role: OrganizationRole;
  readonly created_at: string;
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly invited_by_name: string | null;
  readonly mail: MailState;
  readonly mail_error: string | null;
  readonly team_name: string | null;
  readonly organization_name: string;
}

async function select(db: Db, where: SQL): Promise<InviteRow[]> {
  const { rows } = await db.execute<InviteRow & Record<string, unknown>>(sql`
    select i.id, i.organization_id, i.team_id, i.email, i.team_role, i.organization_role, i.created_at, i.expires_at, i.accepted_at,
      u.name as invited_by_name, t.name as team_name, o.name as organization_name, m.failed_reason as mail_error,
      case when m.id is null then 'none' when m.sent_at is not null then 'sent' when m.next_attempt_at is null then 'failed' else 'waiting' end as mail
    from invitations i join organizations o on o.id = i.organization_id left join teams t on t.id = i.team_id
    left join users u on u.id = i.created_by
    left join lateral (select * from mails where invitation_id = i.id order by created_at desc, id desc limit 1) m on true
    where ${where} order by i.created_at desc, i.id desc`);
  return rows.map((row) => withInstants(row, "created_at", "expires_at", "accepted_at"));
}

/** Whose roles the organization gives, though the invite names a team: its people are not who sees it. */
const ofOrganization = sql`(i.team_id is null or i.organization_role <> 'organization:member')`;

export const pendingOfTeam = (db: Db, teamId: string) =>
  select(db, sql`i.team_id = ${teamId} and i.accepted_at is null and not ${ofOrganization}`);
export const pendingOfOrganization = (db: Db, organizationId: string) =>
  select(db, sql`i.organization_id = ${organizationId} and i.accepted_at is null and ${ofOrganization}`);

/** One of {@link pendingOfOrganization}. */
export async function findOrganizationInvite(db: Db, organizationId: string, id: string): Promise<InviteRow | undefined> {
  const [row] = await select(
    db,
    sql`i.id = ${id} and i.organization_id = ${organizationId} and i.accepted_at is null and ${ofOrganization}`,
  );
  return row;
}

/** What somebody with this address may accept now. */
export const pendingFor = (db: Db, email: string, now: string) =>
  select(db, sql`i.email = ${email} and i.accepted_at is null and i.expires_at > ${now}`);

export async function findInvite(db: Db, id: string): Promise<InviteRow | undefined> {
  return (await select(db, sql`i.id = ${id}`))[0];
}

/** Locks an invite that nobody has accepted; undefined where it is gone or accepted. */
export async function lockInvite(db: Db, id: string): Promise<InviteRow | undefined> {
  const { rows } = await db.execute(sql`select from invitations where id = ${id} and accepted_at is null for update`);
  return rows.length === 0 ? undefined : findInvite(db, id);
}

export interface NewInvite {
  readonly organizationId: string;
  readonly teamId: string | null;
  readonly email: string;
  readonly teamRole: TeamRole | null;
  readonly organizationRole: OrganizationRole;
  readonly createdBy: string;
  readonly expiresAt: string;
}

/** Undefined where the address has a pending one already. */
export async function insertInvite(db: Db, invite: NewInvite): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into invitations (id, organization_id, team_id, email, team_role, organization_role, created_by, expires_at)
    values (${newId()}, ${invite.organizationId}, ${invite.teamId}, ${invite.email}, ${invite.teamRole}, ${invite.organizationRole},
      ${invite.createdBy}, ${invite.expiresAt}) on conflict do nothing returning id`);
  return rows[0]?.id;
}

export async function prolong(db: Db, id: string, expiresAt: string): Promise<void> {
  await db.execute(sql`update invitations set expires_at = ${expiresAt} where id = ${id}`);
}

export async function setInviteRole(db: Db, id: string, role: TeamRole): Promise<void> {
  await db.execute(sql`update invitations set team_role = ${role} where id = ${id}`);
}

/** Returns whether there was one that nobody had accepted. */
export async function deleteInvite(db: Db, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`delete from invitations where id = ${id} and accepted_at is null returning id`);
  return rows.length > 0;
}

/** Of all who try, one: whoever comes later finds it accepted. Undefined where it is gone, accepted or expired. */
export async function takeInvite(db: Db, id: string, userId: string, now: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update invitations set accepted_at = ${now}, accepted_by = ${userId}
    where id = ${id} and accepted_at is null and expires_at > ${now} returning id`);
  return rows.length > 0;
}

export async function mailInvite(db: Db, { id, email }: Pick<InviteRow, "id" | "email">): Promise<void> {
  await db.execute(sql`insert into mails (id, to_email, invitation_id, next_attempt_at) values (${newId()}, ${email}, ${id}, now())`);
}

/** Whether somebody with this address is a member. */
export async function isMember(
  db: Db,
  place: { readonly organizationId: string; readonly teamId: string | null },
  email: string,
): Promise<boolean> {
  const of =
    place.teamId === null
      ? sql`organization_members m on m.user_id = u.id and m.organization_id = ${place.organizationId}`
      : sql`team_members m on m.user_id = u.id and m.team_id = ${place.teamId}`;
  const { rows } = await db.execute(sql`select from users u join ${of} where u.email = ${email} limit 1`);
  return rows.length > 0;
}

export async function organizationOf(db: Db, teamId: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string | null }>(sql`select organization_id as id from teams where id = ${teamId}`);
  return rows[0]?.id ?? undefined;
}

/** Makes somebody a member. Who is one already keeps their role; says whether they came to the team now. */
export async function addMember(
  db: Db,
  userId: string,
  to: { organizationId: string; organizationRole: OrganizationRole; teamId: string | null; teamRole: TeamRole | null; linkId?: string },
): Promise<boolean> {
  await db.execute(sql`
    insert into organization_members (organization_id, user_id, role) values (${to.organizationId}, ${userId}, ${to.organizationRole})
    on conflict do nothing`);
  if (to.teamId === null) return false;
  const { rows } = await db.execute(sql`
    insert into team_members (team_id, user_id, role, joined_by_link)
    values (${to.teamId}, ${userId}, ${to.teamRole}, ${to.linkId ?? null}) on conflict do nothing returning user_id`);
  // Whoever is in asks no longer, by whichever way they came.
  await db.execute(sql`delete from join_requests where team_id = ${to.teamId} and user_id = ${userId}`);
  return rows.length > 0;
}
