import { randomUUID } from "node:crypto";
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
