import { randomUUID } from "node:crypto";
import { createConnection } from "#contract/connections/connections.ts";
import { createListView } from "#contract/teams/list-views.ts";
import { maker, type Stage } from "./stage.ts";

/** A further team of the organization, in which the caller is a Manager. */
export async function furtherTeamOf({ service, teamId, as }: Stage): Promise<string> {
  const { rows } = await service.pool.query<{ id: string }>(
    "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Further team' from teams where id = $1 returning id",
    [teamId],
  );
  const id = rows[0]?.id ?? "";
  await service.pool.query("insert into team_members (team_id, user_id, role) values ($1, $2, 'team:manager')", [id, service.ids[as]]);
  return id;
}

/** A further team that uses a connection of the stage's team, in an organization that allows it. */
export async function grantedTeamOf(stage: Stage, connection_id: string): Promise<string> {
  const team_id = await furtherTeamOf(stage);
  await sharingIn(stage);
  await stage.service.pool.query("insert into connection_grants (connection_id, team_id) values ($1, $2)", [connection_id, team_id]);
  return team_id;
}

/** A connection that a further team lets the stage's team use. */
export async function lentConnectionOf(stage: Stage): Promise<string> {
  const { service, teamId, as } = stage;
  await sharingIn(stage);
  const server_url = `https://${randomUUID()}.example.com/mcp`;
  const body = { name: "Ledger", provider: "user", auth_method: "url", server_url, shared: true } as const;
  const { id } = await service.ok(createConnection, { params: { teamId: await furtherTeamOf(stage) }, body }, { as });
  await service.pool.query("insert into connection_grants (connection_id, team_id) values ($1, $2)", [id, teamId]);
  return id;
}

/** The organization of the stage's team lets teams use connections of each other. */
export async function sharingIn({ service, teamId }: Pick<Stage, "service" | "teamId">): Promise<void> {
  await service.pool.query(
    "insert into connection_sharing (organization_id) select organization_id from teams where id = $1 on conflict do nothing",
    [teamId],
  );
}

/** The organization of the stage's team. */
export async function organizationOf({ service, teamId }: Stage): Promise<string> {
  const { rows } = await service.pool.query<{ id: string }>("select organization_id as id from teams where id = $1", [teamId]);
  return rows[0]?.id ?? "";
}

/** A saved view of the caller's own. */
export async function listViewOf(stage: Stage): Promise<{ teamId: string; list: "runs"; view_id: string }> {
  const params = { teamId: stage.teamId, list: "runs" } as const;
  const body = { name: `Late ${randomUUID()}`, scope: "personal", search: "status=failed" } as const;
  const { view } = await stage.service.ok(createListView, { params, body }, maker(stage, "team:member"));
  return { ...params, view_id: view.id };
}
