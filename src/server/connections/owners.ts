import type { Owners } from "#server/platform/http/access.ts";

export const connectionOwners = {
  secret: { sql: (id) => `select team_id from secrets where id = ${id} and deleted_at is null` },
} satisfies Owners;
