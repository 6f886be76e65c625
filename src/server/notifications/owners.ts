import type { Owners } from "#server/platform/http/access.ts";

export const notificationOwners = {
  notification: { sql: (id) => `select n.team_id from notifications n where n.id = ${id} and n.deleted_at is null` },
  notification_batch: { sql: (id) => `select b.team_id from notification_batches b where b.id = ${id}` },
} satisfies Owners;
