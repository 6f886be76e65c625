import { resources } from "#contract/index.ts";
import { runEvents } from "#contract/runs/events.ts";
import { area } from "#server/engine/area.ts";
import { engineStateHandlers } from "./engine/engine-state.ts";
import { evaluationHandlers } from "./evaluation/evaluations.ts";
import { teamJobHandlers } from "./jobs/team-jobs.ts";
import { inboxHandlers } from "./inbox/inbox.ts";
import { messageHandlers } from "./messages/messages.ts";
import { humanRequestHandlers } from "./requests/human-requests.ts";
import { waitingRequests } from "./requests/waiting-requests.ts";
import { liveHandlers } from "./runs/live.ts";
import { runExportHandlers } from "./runs/run-export.ts";
import { runHandlers } from "./runs/runs.ts";
import { runStepHandlers } from "./runs/run-steps.ts";
import { sandboxHandlers } from "./sandboxes/sandboxes.ts";
import { webhookHandlers } from "./webhooks/webhooks.ts";
import { sandboxUpload } from "./sandboxes/sandbox-upload.ts";
import { judgeCases } from "./evaluation/case-evaluations.ts";
import { judgeRuns } from "./evaluation/evaluation-work.ts";
import { practiceJudge } from "./evaluation/scripted-judge.ts";
import { evaluationDue } from "./evaluation/evaluation.store.ts";
import { practiceRubrics } from "./evaluation/scripted-rubrics.ts";
import { deletionJobs } from "./jobs/deletion-jobs.ts";
import { runSweeps } from "./sweeps.ts";
import { webhooks } from "./webhooks/deliver-webhooks.ts";
import { webhooksOf } from "./webhooks/queue-webhooks.ts";
import { runOwners } from "./owners.ts";

/** Runs as people see them: start, messages, requests, sandboxes, evaluation, webhooks. */
export const runs = area({
  name: "runs",
  contract: resources,
  owns: runOwners,
  events: runEvents,
  handlers: {
    engine: engineStateHandlers,
    evaluations: evaluationHandlers,
    humanRequests: humanRequestHandlers,
    inbox: inboxHandlers,
    live: liveHandlers,
    messages: messageHandlers,
    runExport: runExportHandlers,
    runs: runHandlers,
    runSteps: runStepHandlers,
    sandboxes: sandboxHandlers,
    teamJobs: teamJobHandlers,
    webhooks: webhookHandlers,
  },
  uploads: [sandboxUpload],
  waits: [waitingRequests],
  practice: [practiceJudge, practiceRubrics],
  jobs: Object.values(deletionJobs),
  work: [judgeRuns, judgeCases, webhooks],
  sweeps: runSweeps,
  on: [webhooksOf],
  withEnd: evaluationDue,
});
