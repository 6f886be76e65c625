import { type Resources, resources } from "#contract/index.ts";
import { accessHandlers } from "#server/agents/access/access.ts";
import { agentFolderHandlers } from "#server/agents/agent-folders.ts";
import { agentTieHandlers } from "#server/agents/agent-ties.ts";
import { agentHandlers } from "#server/agents/agents.ts";
import { automationBindingHandlers } from "#server/agents/automation-bindings.ts";
import { automationFlowHandlers } from "#server/agents/automation-flow.ts";
import { automationRevisionHandlers } from "#server/agents/automation-revisions.ts";
import { automationTriggerHandlers } from "#server/agents/automation-triggers.ts";
import { automationHandlers } from "#server/agents/automations.ts";
import { builderRunHandlers } from "#server/agents/builder-runs.ts";
import { codeBlobHandlers } from "#server/agents/code-blobs.ts";
import { evalRubricHandlers } from "#server/agents/eval-rubrics.ts";
import { evalScoreHandlers } from "#server/agents/eval-scores.ts";
import { memoryHandlers } from "#server/agents/memory.ts";
import { agentMoveHandlers } from "#server/agents/move/move.ts";
import { preflightHandlers } from "#server/agents/preflight/preflight.ts";
import { revisionHandlers } from "#server/agents/revisions.ts";
import { slotHandlers } from "#server/agents/slots.ts";
import { suggestionHandlers } from "#server/agents/suggestions.ts";
import { agreementHandlers } from "#server/connections/agreements.ts";
import { integrationHandlers } from "#server/connections/integrations.ts";
import { loginHandlers } from "#server/connections/logins.ts";
import { secretHandlers } from "#server/connections/secrets.ts";
import { type Handlers, type Route, implement } from "#server/http/context.ts";
import { fileVersionHandlers } from "#server/library/file-versions.ts";
import { fileHandlers } from "#server/library/files.ts";
import { pluginHandlers } from "#server/library/plugins.ts";
import { skillFileHandlers } from "#server/library/skill-files.ts";
import { skillHandlers } from "#server/library/skills.ts";
import { caseApprovalHandlers } from "#server/queues/case-approvals.ts";
import { caseAttachmentHandlers } from "#server/queues/case-attachments.ts";
import { caseBulkHandlers } from "#server/queues/case-bulk.ts";
import { caseEvaluationHandlers } from "#server/queues/case-evaluations.ts";
import { caseImportHandlers } from "#server/queues/case-imports.ts";
import { caseJobHandlers } from "#server/queues/case-jobs.ts";
import { caseLabelHandlers } from "#server/queues/case-labels.ts";
import { caseRunHandlers } from "#server/queues/case-runs.ts";
import { caseTriggerHandlers } from "#server/queues/case-triggers.ts";
import { caseUndoHandlers } from "#server/queues/case-undo.ts";
import { caseViewHandlers } from "#server/queues/case-views.ts";
import { caseHandlers } from "#server/queues/cases.ts";
import { labelHandlers } from "#server/queues/labels.ts";
import { queueJsonSchemaHandlers } from "#server/queues/queue-json-schema.ts";
import { queueRubricHandlers } from "#server/queues/queue-rubrics.ts";
import { queueTriggerHandlers } from "#server/queues/queue-triggers.ts";
import { queueHandlers } from "#server/queues/queues.ts";
import { teamCaseHandlers } from "#server/queues/team-cases.ts";
import { engineStateHandlers } from "#server/runs/engine-state.ts";
import { evaluationHandlers } from "#server/runs/evaluations.ts";
import { humanRequestHandlers } from "#server/runs/human-requests.ts";
import { liveHandlers } from "#server/runs/live.ts";
import { messageHandlers } from "#server/runs/messages.ts";
import { runHandlers } from "#server/runs/runs.ts";
import { sandboxHandlers } from "#server/runs/sandboxes.ts";
import { teamJobHandlers } from "#server/runs/team-jobs.ts";
import { webhookHandlers } from "#server/runs/webhooks.ts";
import { apiKeyHandlers } from "#server/teams/api-keys.ts";
import { capabilityHandlers } from "#server/teams/capabilities.ts";
import { profileHandlers } from "#server/teams/profile.ts";
import { retentionHandlers } from "#server/teams/retention.ts";
import { sessionHandlers } from "#server/teams/session.ts";

/** Handlers for every resource of the contract: a resource without them does not compile. */
const handlers: { [R in keyof Resources]: Handlers<Resources[R]> } = {
  access: accessHandlers,
  agreements: agreementHandlers,
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
  caseUndo: caseUndoHandlers,
  caseViews: caseViewHandlers,
  cases: caseHandlers,
  codeBlobs: codeBlobHandlers,
  fileVersions: fileVersionHandlers,
  evalRubrics: evalRubricHandlers,
  evalScores: evalScoreHandlers,
  engine: engineStateHandlers,
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
  retention: retentionHandlers,
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
  teamJobs: teamJobHandlers,
  webhooks: webhookHandlers,
};

export const routes: readonly Route[] = (Object.keys(handlers) as (keyof Resources)[]).flatMap((name) =>
  implement(resources[name], handlers[name] as never),
);
