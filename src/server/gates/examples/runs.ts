import { randomUUID } from "node:crypto";
import { uploadSandboxFile } from "#contract/runs/sandboxes.ts";
import { atLeast } from "#contract/roles.ts";
import { type Stage, roleIn } from "#server/gates/stage/stage.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { runAtStep, sandboxOf, teamJobOf, waitingRun } from "#server/gates/stage/runs.ts";
import { page, type Examples, team, ofRun } from "./example.ts";

export const runFilters = {
  ...page,
  sort_by: "created_at",
  sort_order: "desc",
  status: "waiting",
  agent_id: randomUUID(),
  user_id: randomUUID(),
  case_queue_id: randomUUID(),
  source: "api",
  search: "Example",
  has_issues: "true",
  issue_severity: "critical",
  since: "2026-01-31T09:30:00Z",
  created_before: "2099-01-31T09:30:00Z",
  revision: randomUUID(),
  failure_code: "code_failed",
  digest_id: randomUUID(),
  after: `2026-01-31T09:30:00.000Z_${randomUUID()}`,
} as const;

const startInput = async (stage: Stage) => ({
  agent_id: (await agentOf({ ...stage, as: stage.owner })).id,
  message: "Begin",
  sandbox_id: await sandboxOf(stage),
  webhook_url: "https://hooks.invalid/caseload",
});

async function sandboxFile(stage: Stage): Promise<{ sandbox_id: string; path: string }> {
  const sandbox_id = await sandboxOf(stage);
  const path = "/workspace/reports/march.csv";
  const { ok } = await stage.service.call(
    uploadSandboxFile,
    { params: { sandbox_id }, query: { path }, bytes: "month,total\n" },
    { as: atLeast(roleIn(stage), "team:member") ? stage.as : stage.owner },
  );
  if (!ok) throw new Error("the example's file was not stored");
  return { sandbox_id, path };
}

export const runsExamples: Examples<
  "engine" | "humanRequests" | "inbox" | "live" | "messages" | "runs" | "runSteps" | "sandboxes" | "teamJobs" | "webhooks"
> = {
  engine: { getEngineState: { input: () => ({}) } },
  inbox: { getInbox: { input: team } },
  humanRequests: {
    listHumanRequests: {
      input: (stage) => ({ ...team(stage), query: { ...page, state: "pending", agent_id: randomUUID(), queue_id: randomUUID() } }),
    },
    respondToHumanRequest: {
      input: async (stage) => {
        const { run_id, request_id } = await waitingRun(stage);
        return { params: { run_id, request_id }, body: { approved: true } };
      },
      also: (_stage, { params }) => [
        { params, body: { answers: { "Which month?": "March" } } },
        { params, body: { approved: true, always: true } },
      ],
      owned: "forbidden",
    },
  },
  live: { streamEvents: { input: (stage) => ({ ...team(stage), query: { since_ms: 1000 } }) } },
  messages: {
    listRunMessages: { input: async (stage) => ({ ...(await ofRun(stage)), query: { ...page, search: "Go" } }), owned: "forbidden" },
    postRunMessage: { input: async (stage) => ({ ...(await ofRun(stage)), body: { message: "Go on" } }), owned: "forbidden" },
  },
  runs: {
    listTeamRuns: { input: (stage) => ({ ...team(stage), query: runFilters }) },
    listRuns: { input: (stage) => ({ query: { ...runFilters, team_id: stage.teamId } }) },
    startTeamRun: { input: async (stage) => ({ ...team(stage), body: await startInput(stage) }) },
    startRun: { input: async (stage) => ({ body: await startInput(stage) }) },
    getRun: { input: ofRun, owned: "forbidden" },
    getRunDetails: { input: ofRun, owned: "forbidden" },
    stopRun: { input: ofRun, owned: "forbidden" },
  },
  runSteps: {
    listRunSteps: { input: async (stage) => ({ params: { run_id: (await runAtStep(stage)).run_id } }), owned: "forbidden" },
  },
  sandboxes: {
    createSandbox: { input: (stage) => ({ body: { team_id: stage.teamId } }) },
    createSandboxUploadUrl: {
      input: async (stage) => ({ params: { sandbox_id: await sandboxOf(stage) }, body: { path: "/workspace/data.csv" } }),
      owned: "forbidden",
    },
    listSandboxFiles: {
      input: async (stage) => ({ params: { sandbox_id: await sandboxOf(stage) }, query: { path: "/workspace/reports" } }),
      also: (_stage, { params }) => [{ params, query: { path: "/workspace" } }],
      owned: "forbidden",
    },
    uploadSandboxFile: {
      input: async (stage) => ({ params: { sandbox_id: await sandboxOf(stage) }, query: { path: "/workspace/data.csv" }, bytes: "1" }),
      owned: "forbidden",
    },
    getSandboxDownloadUrl: {
      input: async (stage) => {
        const { sandbox_id, path } = await sandboxFile(stage);
        return { params: { sandbox_id }, query: { path } };
      },
      owned: "forbidden",
    },
  },
  teamJobs: {
    listTeamJobs: { input: (stage) => ({ ...team(stage), query: { ...page, status: "running" as const, subject_id: randomUUID() } }) },
    getTeamJob: { input: async (stage) => ({ params: { teamId: stage.teamId, job_id: await teamJobOf(stage) } }) },
  },
  webhooks: { getWebhookSecret: { input: team } },
};
