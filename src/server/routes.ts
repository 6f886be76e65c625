import { type Resources, resources } from "#contract/index.ts";
import { accessHandlers } from "#server/agents/access/access.ts";
import { agentFolderHandlers } from "#server/agents/folders/agent-folders.ts";
import { agentTieHandlers } from "#server/agents/deletion/agent-ties.ts";
import { agentHandlers } from "#server/agents/agents/agents.ts";
import { automationBindingHandlers } from "#server/agents/automations/automation-bindings.ts";
import { automationFlowHandlers } from "#server/agents/automations/automation-flow.ts";
import { automationRevisionHandlers } from "#server/agents/automations/automation-revisions.ts";
import { automationTriggerHandlers } from "#server/agents/automations/automation-triggers.ts";
import { automationHandlers } from "#server/agents/automations/automations.ts";
import { builderRunHandlers } from "#server/agents/generation/builder-runs.ts";
import { codeBlobHandlers } from "#server/agents/code/code-blobs.ts";
import { evalRubricHandlers } from "#server/agents/rubrics/eval-rubrics.ts";
import { evalScoreHandlers } from "#server/agents/rubrics/eval-scores.ts";
import { memoryHandlers } from "#server/agents/memory/memory.ts";
import { agentMoveHandlers } from "#server/agents/move/move.ts";
import { preflightHandlers } from "#server/agents/preflight/preflight.ts";
import { revisionHandlers } from "#server/agents/revisions/revisions.ts";
import { slotHandlers } from "#server/agents/slots/slots.ts";
import { suggestionHandlers } from "#server/agents/suggestions/suggestions.ts";
import { agreementHandlers } from "#server/connections/agreements/agreements.ts";
import { integrationHandlers } from "#server/connections/integrations/integrations.ts";
import { loginHandlers } from "#server/connections/logins/logins.ts";
import { secretHandlers } from "#server/connections/secrets/secrets.ts";
import { type Handlers, type Route, implement } from "#server/platform/http/context.ts";
import { fileVersionHandlers } from "#server/library/files/file-versions.ts";
import { fileHandlers } from "#server/library/files/files.ts";
import { pluginHandlers } from "#server/library/skills/plugins.ts";
import { skillFileHandlers } from "#server/library/skills/skill-files.ts";
import { skillHandlers } from "#server/library/skills/skills.ts";
import { caseApprovalHandlers } from "#server/queues/approvals/case-approvals.ts";
import { caseAttachmentHandlers } from "#server/queues/attachments/case-attachments.ts";
import { caseBulkHandlers } from "#server/queues/jobs/case-bulk.ts";
import { caseEvaluationHandlers } from "#server/queues/rubrics/case-evaluations.ts";
import { caseImportHandlers } from "#server/queues/imports/case-imports.ts";
import { caseJobHandlers } from "#server/queues/jobs/case-jobs.ts";
import { caseLabelHandlers } from "#server/queues/labels/case-labels.ts";
import { caseRunHandlers } from "#server/queues/cases/case-runs.ts";
import { caseTriggerHandlers } from "#server/queues/triggers/case-triggers.ts";
import { caseUndoHandlers } from "#server/queues/cases/case-undo.ts";
import { caseViewHandlers } from "#server/queues/views/case-views.ts";
import { caseHandlers } from "#server/queues/cases/cases.ts";
import { labelHandlers } from "#server/queues/labels/labels.ts";
import { queueJsonSchemaHandlers } from "#server/queues/schemas/queue-json-schema.ts";
import { queueRubricHandlers } from "#server/queues/rubrics/queue-rubrics.ts";
import { queueTriggerHandlers } from "#server/queues/triggers/queue-triggers.ts";
import { queueHandlers } from "#server/queues/queues/queues.ts";
import { teamCaseHandlers } from "#server/queues/cases/team-cases.ts";
import { engineStateHandlers } from "#server/runs/engine/engine-state.ts";
import { evaluationHandlers } from "#server/runs/evaluation/evaluations.ts";
import { humanRequestHandlers } from "#server/runs/requests/human-requests.ts";
import { liveHandlers } from "#server/runs/runs/live.ts";
import { messageHandlers } from "#server/runs/messages/messages.ts";
import { runHandlers } from "#server/runs/runs/runs.ts";
import { sandboxHandlers } from "#server/runs/sandboxes/sandboxes.ts";
import { teamJobHandlers } from "#server/runs/jobs/team-jobs.ts";
import { webhookHandlers } from "#server/runs/webhooks/webhooks.ts";
import { apiKeyHandlers } from "#server/teams/api-keys/api-keys.ts";
import { capabilityHandlers } from "#server/teams/sign-in/capabilities.ts";
import { profileHandlers } from "#server/teams/profile/profile.ts";
import { listColumnHandlers } from "#server/teams/lists/list-columns.ts";
import { listViewHandlers } from "#server/teams/lists/list-views.ts";
import { retentionHandlers } from "#server/teams/retention/retention.ts";
import { sessionHandlers } from "#server/teams/sign-in/session.ts";

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
  listColumns: listColumnHandlers,
  listViews: listViewHandlers,
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
