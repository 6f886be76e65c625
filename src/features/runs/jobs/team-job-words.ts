import { pathTo } from "#api/path-to.ts";
import type { TeamJob, TeamJobKind } from "#contract/runs/team-jobs.ts";
import { counted } from "#ui/counted.ts";

interface KindWords {
  title(job: TeamJob): string;
  /** What is done to runs and cases, as in "3,200 of 10,000 runs stopped". */
  readonly runs: string;
  readonly cases: string;
  /** What the job leaves to do, for whoever wonders where the thing went. */
  about(job: TeamJob): string;
  /** What became of runs that the job left behind. */
  readonly leftBehind: string;
  /** Where the thing stands or stood. */
  readonly place: { readonly label: string; readonly to: "/t/$teamId/agents" | "/t/$teamId/queues" | "/t/$teamId/automations" };
}

const agents = { label: "Agents", to: "/t/$teamId/agents" } as const;
const automations = { label: "Automations", to: "/t/$teamId/automations" } as const;
const otherTeam = ({ target_team_name }: TeamJob, unnamed: string) => target_team_name ?? unnamed;

const deletion = {
  title: ({ subject_name }) => `Delete “${subject_name}”`,
  runs: "stopped",
  cases: "updated",
  about: () => "The agent is already gone. No more of its runs start, and runs that have ended stay readable.",
  leftBehind: "not stopped",
  place: agents,
} satisfies KindWords;

const kinds: Record<TeamJobKind, KindWords> = {
  agent_deleted: deletion,
  queue_deleted: {
    ...deletion,
    cases: "deleted",
    about: () => "The queue is already gone. Its cases no longer start runs.",
    place: { label: "Queues", to: "/t/$teamId/queues" },
  },
  automation_deleted: {
    ...deletion,
    about: () => "The automation is already gone. It can be restored once its runs are stopped.",
    place: automations,
  },
  agent_moved: {
    title: (job) => `Move “${job.subject_name}” to ${otherTeam(job, "another team")}`,
    runs: "moved",
    cases: "updated",
    about: (job) =>
      `The agent is already in ${otherTeam(job, "the other team")}. Its runs follow, the newest first. A run that has not moved yet is still in ${job.team_name}.`,
    leftBehind: "not moved",
    place: agents,
  },
  revision_activated: {
    ...deletion,
    title: ({ subject_name }) => `Release cases of “${subject_name}”`,
    cases: "released",
    about: () => "The revision is already active. Pending cases that were assigned to agents without a live revision are released.",
    place: automations,
  },
};

export const jobTitle = (job: TeamJob): string => kinds[job.kind].title(job);
export const aboutJob = (job: TeamJob): string => kinds[job.kind].about(job);
export const leftBehind = ({ kind }: TeamJob): string => kinds[kind].leftBehind;

export const jobStates = {
  running: { look: "working", word: "Running" },
  done: { look: "done", word: "Done" },
  failed: { look: "failed", word: "Failed" },
} as const satisfies Record<TeamJob["status"], object>;

/** How far it is. */
export function progressInWords({ kind, runs, cases }: TeamJob): string[] {
  const of = (done: number, total: number, one: string, many: string) => `${done.toLocaleString("en")} of ${counted(total, one, many)}`;
  return [
    ...(runs.total > 0 ? [`${of(runs.done, runs.total, "run", "runs")} ${kinds[kind].runs}`] : []),
    ...(cases.total > 0 ? [`${of(cases.done, cases.total, "case", "cases")} ${kinds[kind].cases}`] : []),
  ];
}

export function leftOf({ runs, cases }: TeamJob): { left: number; total: number } {
  return { left: runs.left + cases.left, total: runs.total + cases.total };
}

/** Where the thing stands or stood, as the team that looks has it. */
export function placeOf({ kind }: TeamJob, teamId: string): { label: string; link: string } {
  const { label, to } = kinds[kind].place;
  return { label, link: pathTo(to, { teamId }) };
}
