import { pathTo } from "#api/path-to.ts";
import type { TeamJob } from "#contract/runs/team-jobs.ts";
import { counted } from "#ui/counted.ts";

export function jobTitle({ kind, subject_name, target_team_name }: TeamJob): string {
  if (kind === "revision_activated") return `Release cases of “${subject_name}”`;
  return kind === "agent_moved" ? `Move “${subject_name}” to ${target_team_name ?? "another team"}` : `Delete “${subject_name}”`;
}

export const jobStates = {
  running: { look: "working", word: "Running" },
  done: { look: "done", word: "Done" },
  failed: { look: "failed", word: "Failed" },
} as const satisfies Record<TeamJob["status"], object>;

/** How far it is: "3,200 of 10,000 runs stopped". */
export function progressInWords({ kind, runs, cases }: TeamJob): string[] {
  const of = (done: number, total: number, one: string, many: string) => `${done.toLocaleString("en")} of ${counted(total, one, many)}`;
  const withRuns = kind === "agent_moved" ? "moved" : "stopped";
  const withCases = kind === "queue_deleted" ? "deleted" : kind === "revision_activated" ? "released" : "updated";
  return [
    ...(runs.total > 0 ? [`${of(runs.done, runs.total, "run", "runs")} ${withRuns}`] : []),
    ...(cases.total > 0 ? [`${of(cases.done, cases.total, "case", "cases")} ${withCases}`] : []),
  ];
}

export function leftOf({ runs, cases }: TeamJob): { left: number; total: number } {
  return { left: runs.left + cases.left, total: runs.total + cases.total };
}

/** What the job leaves to do, for whoever wonders where the thing went. */
export function aboutJob({ kind, team_name, target_team_name }: TeamJob): string {
  if (kind === "agent_moved")
    return `The agent is already in ${target_team_name ?? "the other team"}. Its runs follow, the newest first. A run that has not moved yet is still in ${team_name}.`;
  if (kind === "revision_activated")
    return "The revision is already active. Pending cases that were assigned to agents without a live revision are released.";
  if (kind === "queue_deleted") return "The queue is already gone. Its cases no longer start runs.";
  if (kind === "automation_deleted") return "The automation is already gone. It can be restored once its runs are stopped.";
  return "The agent is already gone. No more of its runs start, and runs that have ended stay readable.";
}

/** What became of runs that the job left behind. */
export function leftBehind({ kind }: TeamJob): string {
  return kind === "agent_moved" ? "not moved" : "not stopped";
}

/** Where the thing stands or stood, as the team that looks has it. */
export function placeOf({ kind }: TeamJob, team_id: string): { label: string; link: string } {
  if (kind === "queue_deleted") return { label: "Queues", link: pathTo("/t/$teamId/queues", { teamId: team_id }) };
  if (kind === "automation_deleted" || kind === "revision_activated")
    return { label: "Automations", link: pathTo("/t/$teamId/automations", { teamId: team_id }) };
  return { label: "Agents", link: pathTo("/t/$teamId/agents", { teamId: team_id }) };
}
