import type { Owners } from "#server/platform/http/access.ts";

export const connectionOwners = {
  secret: { sql: (id) => `select team_id from secrets where id = ${id} and deleted_at is null` },
  connection: { sql: (id) => `select team_id from connections where id = ${id}` },
  custom_integration: { sql: (id) => `select team_id from custom_integrations where id = ${id}` },
} satisfies Owners;
