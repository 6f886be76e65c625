import type { Workspace } from "./practice-query.ts";

/** What the practice model says of itself. */
export const practiceWords =
  "I am the practice model (scripted) and do not understand free text. I follow lines such as “title Our week”, “stat count of runs last 30 days” or “columns count of cases by month split by state”.";

/** The lines of a page of what a workspace has, for a message in plain words. */
export function defaultLines(workspace: Workspace): string {
  const has = (source: string) => (workspace.sources[source] ?? 0) > 0;
  const nothing = !Object.keys(workspace.sources).some(has);
  const lines = [
    "title Workspace overview",
    ...(has("runs") || nothing ? ["stat count, success rate of runs"] : []),
    ...(has("cases") ? ["stat count, open of cases"] : []),
    ...(has("runs") || nothing ? ["columns count of runs by day split by status"] : []),
    ...(has("runs") ? ["bars count of runs by agent top 10"] : []),
    ...(has("cases") ? ["bars count of cases by queue top 10", "columns count of cases by week split by state"] : []),
    ...(has("flow") ? ["lines arrived, closed of flow by week"] : []),
    ...(has("schedules") ? ["table due, started, missed of schedules by schedule"] : []),
    `say ${practiceWords} So this page shows what your workspace has.`,
  ];
  return lines.join("\n");
}
