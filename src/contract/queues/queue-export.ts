import { endpoint } from "#contract/endpoint.ts";
import { exportForm, exportOurs, fileOf } from "#contract/export.ts";
import type { ListColumns } from "#contract/list.ts";
import { casesIn } from "./case.ts";
import { listQueues, Queue } from "./queues.ts";

/** Every state from a wide screen on: a row adds up to its cases. */
export const queueColumns = {
  name: { header: "Name", width: "clamp(180px, 16vw, 360px)", wrap: true, file: { id: (row) => row.id, name: (row) => row.name } },
  description: { header: "Description", from: "lg", file: { description: (row) => row.description } },
  all: { header: "Cases", width: "72px", align: "end", from: "sm", file: { cases: (row) => casesIn(row.case_counts) } },
  pending: { header: "Pending", width: "80px", align: "end", from: "sm", file: { pending: (row) => row.case_counts.pending } },
  in_progress: {
    header: "In progress",
    width: "92px",
    align: "end",
    from: "lg",
    file: { in_progress: (row) => row.case_counts.in_progress },
  },
  needs_input: {
    header: "Needs input",
    width: "96px",
    align: "end",
    from: "sm",
    file: { needs_input: (row) => row.case_counts.needs_input },
  },
  postponed: { header: "Postponed", width: "92px", align: "end", from: "lg", file: { postponed: (row) => row.case_counts.postponed } },
  completed: { header: "Completed", width: "92px", align: "end", from: "lg", file: { completed: (row) => row.case_counts.completed } },
  failed: { header: "Failed", width: "68px", align: "end", from: "sm", file: { failed: (row) => row.case_counts.failed } },
  canceled: { header: "Canceled", width: "84px", align: "end", from: "lg", file: { canceled: (row) => row.case_counts.canceled } },
  created: { header: "Created", width: "88px", align: "end", from: "sm", file: { created_at: (row) => row.created_at } },
} as const satisfies ListColumns<Queue>;

const file = fileOf(queueColumns, {
  more: { automation_id: (row: Queue) => row.automation_id, folder_id: (row: Queue) => row.folder_id },
});

export const exportQueues = endpoint({
  name: "exportQueues",
  method: "POST",
  readOnly: true,
  path: "/v2/teams/{teamId}/exports/queues",
  area: "Queues",
  summary: "The queues of a team as a file, by name",
  access: listQueues.access,
  reads: listQueues.reads,
  ours: exportOurs,
  params: listQueues.params,
  body: listQueues.query.omit({ limit: true, offset: true }).extend(exportForm(file)),
  exports: file,
  reply: Queue,
  errors: ["too_many"],
});
