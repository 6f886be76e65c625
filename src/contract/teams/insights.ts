import { endpoint } from "#contract/endpoint.ts";
import { exportForm, exportOurs, fileOf } from "#contract/export.ts";
import { instant, int53, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { queryOf, sortOf } from "#contract/list-query.ts";
import { record } from "#contract/record.ts";
import { zone } from "#contract/zone.ts";
import { z } from "#contract/zod.ts";
import { insightsColumns, insightsList } from "./insights-list.ts";

export const OrganizationHeadline = record("OrganizationHeadline", {
  total_runs: int53,
  completed_runs: int53,
  failed_runs: int53,
  /** Of those that completed or failed; null where none did. */
  success_rate: z.number().min(0).max(1).nullable(),
  /** Agents that were deleted since are among them. */
  active_agents: int53,
  active_users: int53,
  start_date: timestamp,
  end_date: timestamp,
  truncated: z.boolean(),
  aggregated_teams: int53,
  total_teams: int53,
});
export type OrganizationHeadline = z.output<typeof OrganizationHeadline>;

export const TeamMetrics = record("TeamMetrics", {
  team_id: uuid,
  team_name: z.string(),
  is_deleted: z.boolean(),
  member_count: int53,
  assignment_count: int53,
  scheduled_job_count: int53,
  /** Runs that a schedule started. */
  total_jobs: int53,
  completed_jobs: int53,
  failed_jobs: int53,
  /** Runs of every source, and what became of them (ours). */
  total_runs: int53,
  completed_runs: int53,
  failed_runs: int53,
  /** By the periods of the answer, where a granularity was asked for (ours). */
  runs_by_period: z.array(int53).optional(),
  failed_by_period: z.array(int53).optional(),
});
export type TeamMetrics = z.output<typeof TeamMetrics>;

/** An agent whose runs failed (ours). One that was deleted since keeps its runs. */
export const FailingAgent = record("FailingAgent", {
  agent_id: uuid,
  agent_name: z.string(),
  team_id: uuid,
  team_name: z.string(),
  failed_runs: int53,
  total_runs: int53,
});
export type FailingAgent = z.output<typeof FailingAgent>;

export const granularities = ["day", "week", "month"] as const;
export type Granularity = (typeof granularities)[number];

export const UsageBucket = record("UsageBucket", {
  /** The first day, as in 2026-01-31; of a month 2026-01. */
  period: z.string(),
  total_runs: int53,
  scheduled_runs: int53,
  on_demand_runs: int53,
  /** Of all of them (ours): the rest was stopped, or has not ended. */
  completed_runs: int53,
  failed_runs: int53,
});
export type UsageBucket = z.output<typeof UsageBucket>;

/** As far as a window reaches back. */
export const longestWindowDays = 365;
/** Periods of one answer by team (ours). */
export const mostTeamPeriods = 100;

const insights = {
  method: "GET",
  area: "Organizations",
  access: { scope: "organization", by: "orgId", role: "organization:admin" },
  // Every run changes these figures. They are asked anew whenever somebody looks.
  reads: [],
  params: z.strictObject({ orgId: idOf("organization") }),
} as const;
const span = { startDate: instant.optional(), endDate: instant.optional() };

export const getOrgInsightsHeadline = endpoint({
  ...insights,
  name: "getOrgInsightsHeadline",
  path: "/v2/organizations/{orgId}/insights/headline",
  summary: "Runs, success rate, active agents and people of all teams, of 30 days unless a window is given",
  query: z.strictObject(span),
  reply: z.strictObject({ headline: OrganizationHeadline }),
});

export const getOrgInsightsMetrics = endpoint({
  ...insights,
  name: "getOrgInsightsMetrics",
  path: "/v2/organizations/{orgId}/insights/metrics",
  summary: "Runs, agents and schedules of each team, of 7 days unless a window is given",
  /** With a granularity (ours) also by period. */
  query: z.strictObject({ ...span, granularity: z.enum(granularities).optional(), timezone: zone.optional() }),
  reply: z.strictObject({
    teams: z.array(TeamMetrics),
    /** As in the usage chart. */
    periods: z.array(z.string()).optional(),
    /** The six with most failed runs (ours). */
    most_failures: z.array(FailingAgent),
    start_date: timestamp,
    end_date: timestamp,
    truncated: z.boolean(),
    total_teams: int53,
    org_member_count: int53,
  }),
});

export const getOrgInsightsUsageChart = endpoint({
  ...insights,
  name: "getOrgInsightsUsageChart",
  path: "/v2/organizations/{orgId}/insights/usage-chart",
  summary: "How many runs schedules and others started, by day, week or month of a time zone",
  query: z.strictObject({
    startDate: instant,
    endDate: instant,
    granularity: z.enum(granularities),
    timezone: zone.optional(),
  }),
  reply: z.strictObject({
    buckets: z.array(UsageBucket),
    granularity: z.enum(granularities),
    truncated: z.boolean(),
    total_teams: int53,
  }),
});

const file = fileOf(insightsColumns, {});

export const exportOrgInsights = endpoint({
  name: "exportOrgInsights",
  method: "POST",
  readOnly: true,
  path: "/v2/organizations/{orgId}/exports/insights",
  area: insights.area,
  summary: "The figures of each team as a file",
  access: insights.access,
  reads: [],
  ours: exportOurs,
  params: insights.params,
  body: z.strictObject({
    ...span,
    ...queryOf(insightsList),
    sort: sortOf(insightsList.sorts).optional(),
    order: z.enum(["asc", "desc"]).optional(),
    ...exportForm(file),
  }),
  exports: file,
  reply: TeamMetrics,
});
