import { randomUUID } from "node:crypto";
import { createTeamInviteLink } from "#contract/teams/invite-links.ts";
import { createTeamInvite } from "#contract/teams/invites.ts";
import { memberOf } from "./members.ts";
import { type Stage, maker } from "./stage.ts";
import { furtherTeamOf, organizationOf } from "./teams.ts";

export const address = () => `${randomUUID()}@example.com`;

/** A pending invite to the team. */
export async function inviteOf(stage: Stage): Promise<{ params: { id: string } }> {
  const body = { email: address(), role: "team:member" } as const;
  const { invite } = await stage.service.ok(createTeamInvite, { params: { teamId: stage.teamId }, body }, maker(stage, "team:manager"));
  return { params: { id: invite.id } };
}

/** A pending invite to the organization alone. */
export async function organizationInviteOf(stage: Stage): Promise<{ params: { orgId: string; id: string } }> {
  const orgId = await organizationOf(stage);
  const { rows } = await stage.service.pool.query<{ id: string }>(
    `insert into invitations (id, organization_id, email, expires_at) values (gen_random_uuid(), $1, $2, now() + interval '1 day') returning id`,
    [orgId, address()],
  );
  return { params: { orgId, id: rows[0]?.id ?? "" } };
}

/** The team has a join link. */
export async function withLink({ service, teamId }: Stage): Promise<void> {
  await service.pool.query("insert into invite_links (team_id, id) values ($1, gen_random_uuid()) on conflict do nothing", [teamId]);
}

/** The token of the join link of a further team: nobody else's example ends it. */
export async function tokenOf(stage: Stage): Promise<string> {
  const teamId = await furtherTeamOf(stage);
  const { url } = await stage.service.ok(createTeamInviteLink, { params: { teamId }, body: {} }, { as: stage.as });
  return url.split("#")[1] ?? "";
}

/** A team of the organization that nobody is in. */
export async function openTeamOf({ service, teamId }: Stage): Promise<string> {
  const { rows } = await service.pool.query<{ id: string }>(
    "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Open team' from teams where id = $1 returning id",
    [teamId],
  );
  return rows[0]?.id ?? "";
}

/** Somebody of the organization who asks to join the team. */
export async function askerOf({ service, teamId }: Stage): Promise<{ params: { teamId: string; memberId: string } }> {
  const { id } = await memberOf({ service, teamId }, null);
  await service.pool.query("insert into join_requests (team_id, user_id) values ($1, $2)", [teamId, id]);
  return { params: { teamId, memberId: id } };
}
