import { type Resources, resources } from "#contract/index.ts";
import { accessHandlers } from "./agents/access/access.ts";
import { agentFolderHandlers } from "./agents/agent-folders.ts";
import { agentMoveHandlers } from "./agents/move/move.ts";
import { agentTieHandlers } from "./agents/agent-ties.ts";
import { agentHandlers } from "./agents/agents.ts";
import { builderRunHandlers } from "./agents/builder-runs.ts";
import { automationBindingHandlers } from "./agents/automation-bindings.ts";
import { automationFlowHandlers } from "./agents/automation-flow.ts";
import { automationRevisionHandlers } from "./agents/automation-revisions.ts";
import { automationTriggerHandlers } from "./agents/automation-triggers.ts";
import { automationHandlers } from "./agents/automations.ts";
import { codeBlobHandlers } from "./agents/code-blobs.ts";
import { preflightHandlers } from "./agents/preflight/preflight.ts";
import { evalRubricHandlers } from "./agents/eval-rubrics.ts";
import { evalScoreHandlers } from "./agents/eval-scores.ts";
import { memoryHandlers } from "./agents/memory.ts";
import { revisionHandlers } from "./agents/revisions.ts";
import { slotHandlers } from "./agents/slots.ts";
import { suggestionHandlers } from "./agents/suggestions.ts";
import { integrationHandlers } from "./connections/integrations.ts";
import { loginHandlers } from "./connections/logins.ts";
import { secretHandlers } from "./connections/secrets.ts";
import { type Handlers, type Route, implement } from "./http/context.ts";
import { fileVersionHandlers } from "./library/file-versions.ts";
import { fileHandlers } from "./library/files.ts";
import { pluginHandlers } from "./library/plugins.ts";
import { skillFileHandlers } from "./library/skill-files.ts";
import { skillHandlers } from "./library/skills.ts";
import { caseApprovalHandlers } from "./queues/case-approvals.ts";
import { caseAttachmentHandlers } from "./queues/case-attachments.ts";
import { caseBulkHandlers } from "./queues/case-bulk.ts";
import { caseImportHandlers } from "./queues/case-imports.ts";
import { caseJobHandlers } from "./queues/case-jobs.ts";
import { caseEvaluationHandlers } from "./queues/case-evaluations.ts";
import { caseLabelHandlers } from "./queues/case-labels.ts";
import { caseRunHandlers } from "./queues/case-runs.ts";
import { caseTriggerHandlers } from "./queues/case-triggers.ts";
import { caseViewHandlers } from "./queues/case-views.ts";
import { caseHandlers } from "./queues/cases.ts";
import { labelHandlers } from "./queues/labels.ts";
import { queueJsonSchemaHandlers } from "./queues/queue-json-schema.ts";
import { queueRubricHandlers } from "./queues/queue-rubrics.ts";
import { queueTriggerHandlers } from "./queues/queue-triggers.ts";
import { queueHandlers } from "./queues/queues.ts";
import { teamCaseHandlers } from "./queues/team-cases.ts";
import { evaluationHandlers } from "./runs/evaluations.ts";
import { humanRequestHandlers } from "./runs/human-requests.ts";
import { liveHandlers } from "./runs/live.ts";
import { messageHandlers } from "./runs/messages.ts";
import { runHandlers } from "./runs/runs.ts";
import { sandboxHandlers } from "./runs/sandboxes.ts";
import { webhookHandlers } from "./runs/webhooks.ts";
import { apiKeyHandlers } from "./teams/api-keys.ts";
import { capabilityHandlers } from "./teams/capabilities.ts";
import { profileHandlers } from "./teams/profile.ts";
import { sessionHandlers } from "./teams/session.ts";

/** Handlers for every resource of the contract: a resource without them does not compile. */
const handlers: { [R in keyof Resources]: Handlers<Resources[R]> } = {
  access: accessHandlers,
  agentFolders: agentFolderHandlers,
  agentMove: agentMoveHandlers,
  agentTies: agentTieHandlers,
  agents: agentHandlers,
  apiKeys: apiKeyHandlers,
  builderRuns: builderRunHandlers,
  automationBindings: automationBindingHandlers,
  automationFlow: automationFlowHandlers,
  automationRevisions: automationRevisionHandlers,
  automationTriggers: automationTriggerHandlers,
  automations: automationHandlers,
  capabilities: capabilityHandlers,
  caseApprovals: caseApprovalHandlers,
  caseAttachments: caseAttachmentHandlers,
  caseBulk: caseBulkHandlers,
  caseImports: caseImportHandlers,
  caseJobs: caseJobHandlers,
  caseEvaluations: caseEvaluationHandlers,
  caseLabels: caseLabelHandlers,
  caseRuns: caseRunHandlers,
  caseTriggers: caseTriggerHandlers,
  caseViews: caseViewHandlers,
  cases: caseHandlers,
  codeBlobs: codeBlobHandlers,
  fileVersions: fileVersionHandlers,
  evalRubrics: evalRubricHandlers,
  evalScores: evalScoreHandlers,
  evaluations: evaluationHandlers,
  files: fileHandlers,
  humanRequests: humanRequestHandlers,
  integrations: integrationHandlers,
  labels: labelHandlers,
  live: liveHandlers,
  logins: loginHandlers,
  memory: memoryHandlers,
  messages: messageHandlers,
  plugins: pluginHandlers,
  preflight: preflightHandlers,
  profile: profileHandlers,
  queueJsonSchema: queueJsonSchemaHandlers,
  queueRubrics: queueRubricHandlers,
  queueTriggers: queueTriggerHandlers,
  queues: queueHandlers,
  revisions: revisionHandlers,
  runs: runHandlers,
  sandboxes: sandboxHandlers,
  secrets: secretHandlers,
  session: sessionHandlers,
  skillFiles: skillFileHandlers,
  skills: skillHandlers,
  slots: slotHandlers,
  suggestions: suggestionHandlers,
  teamCases: teamCaseHandlers,
  webhooks: webhookHandlers,
};

export const routes: readonly Route[] = (Object.keys(handlers) as (keyof Resources)[]).flatMap((name) =>
  implement(resources[name], handlers[name] as never),
);
