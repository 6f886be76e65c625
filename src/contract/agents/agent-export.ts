import { endpoint } from "#contract/endpoint.ts";
import { type ExportColumns, exportForm, exportOurs } from "#contract/export.ts";
import { AgentRow, listAgents } from "./agents.ts";

const agentExport = {
  name: { id: (row) => row.id, name: (row) => row.name },
  kind: { kind: (row) => row.type },
  live: { live_revision_id: (row) => row.live_build_id },
  newest: {
    latest_revision: (row) => row.latest_build?.revision_number ?? null,
    latest_revision_name: (row) => row.latest_build?.revision_name ?? row.latest_build?.name ?? null,
    latest_revision_status: (row) => row.latest_build?.status ?? null,
  },
  "last-run": { last_run_at: (row) => row.last_run_at },
  pin: { pinned_at: (row) => row.pinned_at },
  more: {
    folder_id: (row) => row.folder_id,
    automation_id: (row) => row.automation_id,
    case_queue: (row) => row.case_queue_name,
    created_by: (row) => row.created_by?.name ?? row.created_by?.email ?? null,
    created_at: (row) => row.created_at,
    updated_at: (row) => row.updated_at,
  },
} as const satisfies ExportColumns<AgentRow>;

export const exportAgents = endpoint({
  name: "exportAgents",
  method: "POST",
  readOnly: true,
  path: "/v2/teams/{teamId}/exports/agents",
  area: "Agents",
  summary: "The agents of a team as a file, in the order of their list",
  access: listAgents.access,
  reads: listAgents.reads,
  ours: exportOurs,
  params: listAgents.params,
  body: listAgents.query.omit({ limit: true, offset: true, include_schedules: true }).extend(exportForm(agentExport)),
  exports: agentExport,
  reply: AgentRow,
  errors: ["too_many"],
});
