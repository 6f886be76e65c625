import { randomBytes, randomUUID } from "node:crypto";
import type { TeamRole } from "#contract/roles.ts";
import { keyHash } from "#server/platform/http/caller.ts";
import type { Stage } from "./stage.ts";

export interface StagedMember {
  readonly id: string;
  readonly email: string;
  /** For all teams of this person. */
  readonly key: string;
}

/** A further person in the organization and, with a role, in the team. */
export async function memberOf({ service, teamId }: Pick<Stage, "service" | "teamId">, role: TeamRole | null = "team:member") {
  const person: StagedMember = {
    id: randomUUID(),
    email: `${randomUUID()}@example.com`,
    key: `ck_${randomBytes(32).toString("base64url")}`,
  };
  const { id, email, key } = person;
  await service.pool.query("insert into users (id, name, email) values ($1, 'Further member', $2)", [id, email]);
  await service.pool.query(
    "insert into organization_members (organization_id, user_id, role) select organization_id, $2, 'organization:member' from teams where id = $1",
    [teamId, id],
  );
  if (role) await service.pool.query("insert into team_members (team_id, user_id, role) values ($1, $2, $3)", [teamId, id, role]);
  await service.pool.query("insert into api_keys (id, user_id, name, hint, hash) values (gen_random_uuid(), $1, 'test', 'test', $2)", [
    id,
    keyHash(key),
  ]);
  return person;
}
