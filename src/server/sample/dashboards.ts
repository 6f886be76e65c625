import { setTimeout as sleep } from "node:timers/promises";
import { createDashboard } from "#contract/dashboards/messages.ts";
import { terminalStatuses } from "#contract/runs/run.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import type { SampleApi } from "./api.ts";
import type { Loading } from "./loading.ts";

/** What the practice model is told: a page that says how the agents do, one about what they found, and one about what comes in and goes out. */
const sampleDashboards = [
  `title Agents at work
stat count, success rate, duration p95 of runs
columns count of runs by day split by status
bars count of runs by agent top 10
bars failed of runs by agent top 10
table count, completed, failed, duration p50 of runs by agent
say This page shows what the sample's agents did in the last 30 days.`,
  `title Invoice findings
stat count, open, completed of cases in "Invoice findings"
bars "Findings by rule": count of cases by label in "Invoice findings"
bars count of cases by priority in "Invoice findings"
heat "Findings by state and priority": count of cases by state split by priority in "Invoice findings"
note Most findings of a rule: {{count of cases by label top 1 in "Invoice findings"}}
say This page shows the findings of the invoice checker, by the labels and priorities that it gave them.`,
  `title Work in and out
range last 7 days
stat arrived, closed, backlog of flow
columns arrived, closed of flow by day
lines backlog of flow by day
table count, open, completed of cases by queue
say This page shows what came into the queues, what left them, and what is still there.`,
];

/** Between two looks at the runs, in milliseconds, and how often it is looked. */
const rest = 500;
const mostLooks = 240;

/** Makes the dashboards once there is something to show: each is written by a turn of its own. */
export async function makeSampleDashboards({ api, teamId, made }: Loading): Promise<void> {
  for (let i = 0; i < mostLooks && (await isWorking(api, teamId)); i++) await sleep(rest);
  for (const message of sampleDashboards) {
    const [title = ""] = message.split("\n");
    await made("dashboard", title, async () => (await api.call(createDashboard, { body: { message, team_id: teamId } })).artifact_id);
  }
}

async function isWorking(api: SampleApi, teamId: string): Promise<boolean> {
  const settled: readonly string[] = [...terminalStatuses, "waiting"];
  const { data } = await api.call(listTeamRuns, { params: { teamId }, query: {} });
  return data.some(({ status }) => !settled.includes(status));
}
