import type { Owners } from "#server/platform/http/access.ts";

export const dashboardOwners = {
  artifact: { sql: (id) => `select team_id from artifacts where id = ${id}` },
  artifact_revision: {
    sql: (id) => `select a.team_id from artifact_revisions r join artifacts a on a.id = r.artifact_id where r.id = ${id}`,
  },
} satisfies Owners;
