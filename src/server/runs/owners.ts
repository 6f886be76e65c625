import type { Owners } from "#server/platform/http/access.ts";

export const runOwners = {
  run: { sql: (id) => `select team_id from runs where id = ${id}` },
  sandbox: { sql: (id) => `select team_id from sandboxes where id = ${id}` },
} satisfies Owners;
