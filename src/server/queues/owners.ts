import type { Owners } from "#server/platform/http/access.ts";

export const queueOwners = {
  queue: { sql: (id) => `select team_id from queues where id = ${id} and deleted_at is null` },
  case: { sql: (id) => `select q.team_id from cases c join queues q on q.id = c.queue_id where c.id = ${id} and q.deleted_at is null` },
  approval: {
    sql: (id) => `select q.team_id from case_approvals a join case_approval_batches b on b.id = a.batch_id
      join cases c on c.id = b.case_id join queues q on q.id = c.queue_id where a.id = ${id} and q.deleted_at is null`,
  },
} satisfies Owners;
