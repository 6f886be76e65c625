import type { Owners } from "#server/platform/http/access.ts";

export const agentOwners = {
  agent: { sql: (id) => `select team_id from agents where id = ${id} and deleted_at is null` },
  automation: { sql: (id) => `select team_id from automations where id = ${id} and deleted_at is null` },
  folder: { sql: (id) => `select team_id from agent_folders where id = ${id}` },
  revision: {
    sql: (id) => `select a.team_id from revisions r join agents a on a.id = r.agent_id where r.id = ${id} and a.deleted_at is null`,
  },
  suggestion: {
    sql: (id) => `select a.team_id from suggestions s join agents a on a.id = s.agent_id where s.id = ${id} and a.deleted_at is null`,
  },
} satisfies Owners;
