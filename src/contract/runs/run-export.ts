import { endpoint } from "#contract/endpoint.ts";
import { exportForm, exportOurs, fileOf } from "#contract/export.ts";
import type { ListColumns } from "#contract/list.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { RunRow, type RunStatus, terminalStatuses } from "./run.ts";
import { listTeamRuns } from "./runs.ts";

export const ExportedRun = record("ExportedRun", {
  ...RunRow.shape,
  /** Who started it, as people know them. */
  user_name: z.string().nullable(),
});
export type ExportedRun = z.output<typeof ExportedRun>;

const ends: readonly RunStatus[] = terminalStatuses;

function seconds({ status, started_at, completed_at, updated_at }: ExportedRun): string | null {
  const ended = completed_at ?? (ends.includes(status) ? updated_at : null);
  return started_at && ended ? ((Date.parse(ended) - Date.parse(started_at)) / 1000).toFixed(1) : null;
}

export const runColumns = {
  title: { header: "Run", file: { id: (run) => run.id, number: (run) => run.run_number, title: (run) => run.title } },
  status: { header: "Status", width: "136px", from: "sm", file: { status: (run) => run.status } },
  agent: {
    header: "Agent",
    width: "14%",
    from: "sm",
    quiet: true,
    file: { agent: (run) => run.agent_name, agent_id: (run) => run.agent_id, revision_id: (run) => run.build_id },
  },
  source: { header: "Source", width: "92px", from: "lg", quiet: true, file: { source: (run) => run.source } },
  user: { header: "Started by", width: "116px", from: "lg", file: { started_by: (run) => run.user_name ?? run.user_id } },
  duration: {
    header: "Duration",
    width: "96px",
    from: "md",
    align: "end",
    file: { started_at: (run) => run.started_at, completed_at: (run) => run.completed_at, duration_seconds: seconds },
  },
  created: { header: "Created", width: "92px", from: "sm", align: "end", file: { created_at: (run) => run.created_at } },
} as const satisfies ListColumns<ExportedRun>;

const file = fileOf(runColumns, {
  more: {
    queue: (run: ExportedRun) => run.case_queue_name,
    case: (run: ExportedRun) => run.case_title,
    failure: (run: ExportedRun) => run.failure_message,
  },
});

export const exportRuns = endpoint({
  name: "exportRuns",
  method: "POST",
  readOnly: true,
  path: "/v2/teams/{teamId}/exports/runs",
  area: "Runs",
  summary: "The runs of a team as a file; below Manager only one's own",
  access: listTeamRuns.access,
  reads: listTeamRuns.reads,
  ours: exportOurs,
  params: listTeamRuns.params,
  body: listTeamRuns.query.omit({ limit: true, offset: true, after: true }).extend(exportForm(file)),
  exports: file,
  reply: ExportedRun,
  errors: ["too_many"],
});
