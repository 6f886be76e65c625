import type { Stage } from "./stage.ts";

/** A team whose sample workspace is being removed, and stays so: what asks for one or removes it in between meets the same. */
export async function sampleOf({ service, teamId, owner }: Stage): Promise<string> {
  await service.pool.query(
    `insert into sample_workspaces (id, team_id, user_id, goal, status, next_attempt_at)
     values (gen_random_uuid(), $1, $2, 'absent', 'running', now() + interval '1 day') on conflict (team_id) do nothing`,
    [teamId, service.ids[owner]],
  );
  return teamId;
}
