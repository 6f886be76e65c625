import type { Owners } from "#server/platform/http/access.ts";

export const teamOwners = {
  team: { sql: (id) => `select id as team_id from teams where id = ${id}` },
  /** A key for all teams has no team: it is its owner's alone. */
  api_key: { sql: (id) => `select team_id, user_id as owner_id from api_keys where id = ${id}` },
  /** One for the organization alone has no team. */
  invite: { sql: (id) => `select team_id from invitations where id = ${id}` },
} satisfies Owners;
