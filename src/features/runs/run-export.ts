import { useEffect, useRef, useState } from "react";
import type { RunRow } from "#contract/runs/runs.ts";
import { toast } from "#ui/toast.ts";
import { csvCell } from "#ui/csv-cell.ts";
import type { RunScope } from "./queries.ts";
import { hasEnded } from "./run-status.ts";
import { walkRuns } from "./walk-runs.ts";

export type ExportFormat = "csv" | "json";
const exportLimit = 100_000;

/** Reads the whole filter, not what is loaded, and hands it over as a file. */
export function useRunExport(scope: RunScope, nameOf: (userId: string) => string | undefined) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  const start = async (format: ExportFormat) => {
    control.current?.abort();
    const { signal } = (control.current = new AbortController());
    const rows: RunRow[] = [];
    setProgress({ done: 0, total: 0 });
    try {
      for await (const page of walkRuns(scope, exportLimit, signal)) {
        rows.push(...page.rows);
        setProgress({ done: rows.length, total: Math.min(page.total, exportLimit) });
      }
      save(
        `runs-${new Date().toISOString().slice(0, 10)}.${format}`,
        format === "csv" ? csvOf(rows, nameOf) : `${JSON.stringify(rows, null, 2)}\n`,
        format,
      );
      toast(`${rows.length.toLocaleString("en")} runs exported${rows.length === exportLimit ? ", the most one file takes" : ""}.`);
    } catch (error) {
      if (!signal.aborted)
        toast(`The export stopped after ${rows.length.toLocaleString("en")} runs. ${error instanceof Error ? error.message : ""}`, {
          failed: true,
        });
    }
    if (control.current?.signal === signal) setProgress(null);
  };
  return { progress, start: (format: ExportFormat) => void start(format), cancel: () => control.current?.abort() };
}

function save(name: string, text: string, format: ExportFormat): void {
  const address = URL.createObjectURL(new Blob([text], { type: format === "csv" ? "text/csv;charset=utf-8" : "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
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

function csvOf(rows: readonly RunRow[], nameOf: (userId: string) => string | undefined): string {
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
  // With the mark at its start, a spreadsheet reads the file as UTF-8.
  return `\uFEFF${[heads, ...lines].map((line) => line.map(csvCell).join(",")).join("\r\n")}\r\n`;
}
