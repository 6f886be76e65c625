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
      completed: { as: "completed_jobs", asc: "fewest completed first", desc: "most completed first" },
      failed: { as: "failed_jobs", asc: "fewest failed first", desc: "most failed first" },
      agents: { as: "assignment_count", asc: "fewest agents first", desc: "most agents first" },
      schedules: { as: "scheduled_job_count", asc: "fewest schedules first", desc: "most schedules first" },
      members: { as: "member_count", asc: "fewest members first", desc: "most members first" },
    },
  },
});

export const insightsColumns = {
  team: { header: "Team", file: { id: (row) => row.team_id, team: (row) => row.team_name } },
  runs: { header: "Runs", width: "88px", align: "end", file: { runs: (row) => row.total_runs } },
  jobs: { header: "Scheduled", width: "104px", align: "end", from: "sm", file: { scheduled_runs: (row) => row.total_jobs } },
  completed: {
    header: "Scheduled completed",
    width: "168px",
    align: "end",
    from: "lg",
    file: { scheduled_completed: (row) => row.completed_jobs },
  },
  failed: { header: "Scheduled failed", width: "136px", align: "end", from: "sm", file: { scheduled_failed: (row) => row.failed_jobs } },
  agents: { header: "Agents", width: "88px", align: "end", from: "sm", quiet: true, file: { agents: (row) => row.assignment_count } },
  schedules: {
    header: "Schedules",
    width: "104px",
    align: "end",
    from: "md",
    quiet: true,
    file: { schedules: (row) => row.scheduled_job_count },
  },
  members: { header: "Members", width: "100px", align: "end", from: "md", quiet: true, file: { members: (row) => row.member_count } },
} as const satisfies ListColumns<TeamMetrics>;

type Sort = (typeof insightsList.sorts.by)[keyof typeof insightsList.sorts.by]["as"];

interface Asked {
  readonly search?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly order?: "asc" | "desc" | undefined;
}

const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** The teams as a screen and a file have them. The service sends all of them at once. */
export function arranged(teams: readonly TeamMetrics[], { search = "", sort = "total_runs", order = "desc" }: Asked): TeamMetrics[] {
  const named = teams.filter(({ team_name }) => team_name.toLowerCase().includes(search.toLowerCase()));
  const way = order === "asc" ? 1 : -1;
  return named.toSorted((one, other) => {
    const names = byName.compare(one.team_name, other.team_name);
    return (sort === "team_name" ? way * names : way * (one[sort] - other[sort]) || names) || (one.team_id < other.team_id ? -1 : 1);
  });
}
