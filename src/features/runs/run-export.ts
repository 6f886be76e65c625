import type { RunRow } from "#contract/runs/run.ts";
import { csvText } from "#ui/csv-text.ts";
import { useExport } from "#ui/use-export.ts";
import type { RunScope } from "./queries.ts";
import { hasEnded } from "./run-status.ts";
import { walkRuns } from "./walk-runs.ts";

type ExportFormat = "csv" | "json";
const exportLimit = 100_000;

/** Reads the whole filter, not what is loaded. */
export function useRunExport(scope: RunScope, nameOf: (userId: string) => string | undefined) {
  return useExport<RunRow, ExportFormat>({
    walk: (signal) => walkRuns(scope, exportLimit, signal),
    most: exportLimit,
    words: ["run", "runs"],
    fileOf: (rows, format) => ({
      name: `runs-${new Date().toISOString().slice(0, 10)}.${format}`,
      ...(format === "csv"
        ? { type: "text/csv;charset=utf-8", text: csvOf(rows, nameOf) }
        : { type: "application/json", text: [`${JSON.stringify(rows, null, 2)}\n`] }),
    }),
  });
}

const heads = [
  "id",
  "number",
  "title",
  "status",
  "agent",
  "agent_id",
  "revision_id",
  "source",
  "started_by",
  "created_at",
  "started_at",
  "completed_at",
  "duration_seconds",
];

function csvOf(rows: readonly RunRow[], nameOf: (userId: string) => string | undefined): string[] {
  const lines = rows.map((run) => {
    const end = run.completed_at ?? (hasEnded(run.status) ? run.updated_at : null);
    const seconds = run.started_at && end ? ((Date.parse(end) - Date.parse(run.started_at)) / 1000).toFixed(1) : "";
    const by = run.user_id === null ? "" : (nameOf(run.user_id) ?? run.user_id);
    return [
      run.id,
      run.run_number,
      run.title,
      run.status,
      run.agent_name,
      run.agent_id,
      run.build_id,
      run.source,
      by,
      run.created_at,
      run.started_at,
      run.completed_at,
      seconds,
    ];
  });
  return csvText([heads, ...lines]);
}
