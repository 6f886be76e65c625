import { soughtBy } from "#contract/sought.ts";
import { list, type ListColumns } from "#contract/list.ts";
import type { TeamMetrics } from "./insights.ts";

/** What each team of an organization comes to. */
export const insightsList = list({
  name: "insights",
  words: ["team", "teams"],
  filters: { search: { kind: "text", label: "Search teams", max: 200 } },
  sorts: {
    start: { by: "runs", order: "desc" },
    by: {
      runs: { as: "total_runs", asc: "fewest runs first", desc: "most runs first" },
      team: { as: "team_name", asc: "by name", desc: "by name, backwards" },
      jobs: { as: "total_jobs", asc: "fewest scheduled runs first", desc: "most scheduled runs first" },
      failed: { as: "failed_runs", asc: "fewest failed first", desc: "most failed first" },
      agents: { as: "assignment_count", asc: "fewest agents first", desc: "most agents first" },
      schedules: { as: "scheduled_job_count", asc: "fewest schedules first", desc: "most schedules first" },
      members: { as: "member_count", asc: "fewest members first", desc: "most members first" },
    },
  },
});

export const insightsColumns = {
  team: { header: "Team", file: { id: (row) => row.team_id, team: (row) => row.team_name } },
  usage: { header: "Over time", width: "128px", from: "lg" },
  runs: { header: "Runs", width: "80px", align: "end", file: { runs: (row) => row.total_runs } },
  change: { header: "Change", width: "84px", align: "end", from: "md", quiet: true },
  success: {
    header: "Success",
    width: "84px",
    align: "end",
    from: "sm",
    file: { completed_runs: (row) => row.completed_runs, success_rate: (row) => successOf(row) },
  },
  failed: { header: "Failed", width: "80px", align: "end", from: "sm", file: { failed_runs: (row) => row.failed_runs } },
  jobs: {
    header: "Scheduled",
    width: "100px",
    align: "end",
    from: "lg",
    quiet: true,
    file: {
      scheduled_runs: (row) => row.total_jobs,
      scheduled_completed: (row) => row.completed_jobs,
      scheduled_failed: (row) => row.failed_jobs,
    },
  },
  agents: { header: "Agents", width: "80px", align: "end", from: "sm", quiet: true, file: { agents: (row) => row.assignment_count } },
  schedules: {
    header: "Schedules",
    width: "100px",
    align: "end",
    from: "lg",
    quiet: true,
    file: { schedules: (row) => row.scheduled_job_count },
  },
  members: { header: "Members", width: "96px", align: "end", from: "lg", quiet: true, file: { members: (row) => row.member_count } },
} as const satisfies ListColumns<TeamMetrics>;

/** From 0 to 1, of the runs that completed or failed; null where none did. */
export function successOf({ completed_runs, failed_runs }: Pick<TeamMetrics, "completed_runs" | "failed_runs">): number | null {
  const ended = completed_runs + failed_runs;
  return ended === 0 ? null : completed_runs / ended;
}

type Sort = (typeof insightsList.sorts.by)[keyof typeof insightsList.sorts.by]["as"];

interface Asked {
  readonly search?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly order?: "asc" | "desc" | undefined;
}

const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The teams as a screen and a file have them. The service sends all of them at once. */
export function arranged(teams: readonly TeamMetrics[], { search = "", sort = "total_runs", order = "desc" }: Asked): TeamMetrics[] {
  const isSought = soughtBy(search);
  const named = teams.filter(({ team_name }) => isSought(team_name));
  const way = order === "asc" ? 1 : -1;
  return named.toSorted((one, other) => {
    const names = byName.compare(one.team_name, other.team_name);
    return (sort === "team_name" ? way * names : way * (one[sort] - other[sort]) || names) || (one.team_id < other.team_id ? -1 : 1);
  });
}
