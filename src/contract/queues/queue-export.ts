import { endpoint } from "#contract/endpoint.ts";
import { type ExportColumns, exportForm, exportOurs } from "#contract/export.ts";
import { casesIn, displayStatuses } from "./case.ts";
import { listQueues, Queue } from "./queues.ts";

const countColumns = Object.fromEntries(
  displayStatuses.map((status) => [status, { [status]: (row: Queue) => row.case_counts[status] }]),
) as Record<(typeof displayStatuses)[number], Record<string, (row: Queue) => number>>;

const columns = {
  name: { id: (row) => row.id, name: (row) => row.name },
  description: { description: (row) => row.description },
  all: { cases: (row) => casesIn(row.case_counts) },
  ...countColumns,
  created: { created_at: (row) => row.created_at },
  more: { automation_id: (row) => row.automation_id, folder_id: (row) => row.folder_id },
} as const satisfies ExportColumns<Queue>;

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
  body: listQueues.query.omit({ limit: true, offset: true }).extend(exportForm(columns)),
  exports: columns,
  reply: Queue,
  errors: ["too_many"],
});
