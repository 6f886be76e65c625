import type { Owners } from "#server/platform/http/access.ts";

export const clarityOwners = {
  clarity_process: { sql: (id) => `select team_id from clarity_processes where id = ${id}` },
} satisfies Owners;
