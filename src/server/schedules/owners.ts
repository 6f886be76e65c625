import type { Owners } from "#server/platform/http/access.ts";

export const scheduleOwners = {
  schedule: {
    sql: (id) => `select a.team_id from schedules s join agents a on a.id = s.agent_id where s.id = ${id} and a.deleted_at is null`,
  },
  event_trigger: {
    sql: (id) => `select a.team_id from event_triggers t join agents a on a.id = t.agent_id where t.id = ${id} and a.deleted_at is null`,
  },
  webhook_source: { sql: (id) => `select team_id from webhook_sources where id = ${id} and deleted_at is null` },
} satisfies Owners;
