import type { Owners } from "#server/platform/http/access.ts";

export const dashboardOwners = {
  artifact: { sql: (id) => `select team_id from artifacts where id = ${id}` },
} satisfies Owners;
