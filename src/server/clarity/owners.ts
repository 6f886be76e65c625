import type { Owners } from "#server/platform/http/access.ts";

export const clarityOwners = {
  clarity_process: { sql: (id) => `select team_id from clarity_processes where id = ${id}` },
  clarity_capture: {
    sql: (id) => `select p.team_id from clarity_captures c join clarity_processes p on p.id = c.process_id where c.id = ${id}`,
  },
  clarity_export: { sql: (id) => `select team_id from clarity_exports where id = ${id}` },
} satisfies Owners;
