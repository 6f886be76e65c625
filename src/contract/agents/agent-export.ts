import { endpoint } from "#contract/endpoint.ts";
import { exportForm, exportOurs, fileOf } from "#contract/export.ts";
import type { ListColumns } from "#contract/list.ts";
import { AgentRow, listAgents } from "./agents.ts";

export const agentColumns = {
  name: { header: "Agent", wrap: true, file: { id: (row) => row.id, name: (row) => row.name, kind: (row) => row.type } },
  live: {
    header: "State",
    width: "208px",
    from: "sm",
    file: {
      live_revision_id: (row) => row.live_build_id,
      health: (row) => row.health?.group ?? null,
      exceptions: (row) => row.health?.exceptions.join(", ") ?? null,
    },
  },
  days: { header: "Runs by day", width: "clamp(100px, 11vw, 152px)" },
  runs: { header: "Runs", width: "80px", align: "end", from: "md" },
  success: { header: "Success", width: "clamp(72px, 6vw, 84px)", align: "end" },
  duration: { header: "p95", width: "84px", align: "end", from: "lg" },
  waiting: { header: "Waiting", width: "76px", align: "end", from: "lg", file: { waiting: (row) => row.health?.waiting ?? null } },
  "last-run": { header: "Last run", width: "96px", align: "end", from: "md", file: { last_run_at: (row) => row.last_run_at } },
  pin: { header: "Pin", width: "64px", align: "end", from: "sm", file: { pinned_at: (row) => row.pinned_at } },
} as const satisfies ListColumns<AgentRow>;

const file = fileOf(agentColumns, {
  more: {
    latest_revision: (row: AgentRow) => row.latest_build?.revision_number ?? null,
    latest_revision_name: (row: AgentRow) => row.latest_build?.revision_name ?? row.latest_build?.name ?? null,
    latest_revision_status: (row: AgentRow) => row.latest_build?.status ?? null,
    folder_id: (row: AgentRow) => row.folder_id,
    automation_id: (row: AgentRow) => row.automation_id,
    case_queue: (row: AgentRow) => row.case_queue_name,
    created_by: (row: AgentRow) => row.created_by?.name ?? row.created_by?.email ?? null,
    created_at: (row: AgentRow) => row.created_at,
    updated_at: (row: AgentRow) => row.updated_at,
  },
});

export const exportAgents = endpoint({
  name: "exportAgents",
  method: "POST",
  readOnly: true,
  path: "/v2/teams/{teamId}/exports/agents",
  area: "Agents",
  summary: "Agents as a file, in the order of their list",
  access: listAgents.access,
  reads: listAgents.reads,
  ours: exportOurs,
  params: listAgents.params,
  body: listAgents.query.omit({ limit: true, offset: true, include_schedules: true }).extend(exportForm(file)),
  exports: file,
  reply: AgentRow,
  errors: ["too_many"],
});
