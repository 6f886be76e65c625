// Every resource once: for the server, the OpenAPI document and the tests. Screens import the resource they need instead.
import * as access from "./agents/access.ts";
import * as agentFolders from "./agents/agent-folders.ts";
import * as agentMove from "./agents/agent-move.ts";
import * as agentTies from "./agents/agent-ties.ts";
import * as agents from "./agents/agents.ts";
import * as builderRuns from "./agents/builder-runs.ts";
import * as automationBindings from "./agents/automation-bindings.ts";
import * as automationFlow from "./agents/automation-flow.ts";
import * as automationRevisions from "./agents/automation-revisions.ts";
import * as automationTriggers from "./agents/automation-triggers.ts";
import * as automations from "./agents/automations.ts";
import * as codeBlobs from "./agents/code-blobs.ts";
import * as preflight from "./agents/preflight.ts";
import * as evalRubrics from "./agents/eval-rubrics.ts";
import * as evalScores from "./agents/eval-scores.ts";
import * as memory from "./agents/memory.ts";
import * as revisions from "./agents/revisions.ts";
import * as slots from "./agents/slots.ts";
import * as suggestions from "./agents/suggestions.ts";
import * as integrations from "./connections/integrations.ts";
import * as logins from "./connections/logins.ts";
import * as secrets from "./connections/secrets.ts";
import type { EndpointSpec } from "./endpoint.ts";
import * as fileVersions from "./library/file-versions.ts";
import * as files from "./library/files.ts";
import * as plugins from "./library/plugins.ts";
import * as skillFiles from "./library/skill-files.ts";
import * as skills from "./library/skills.ts";
import * as caseApprovals from "./queues/case-approvals.ts";
import * as caseAttachments from "./queues/case-attachments.ts";
import * as caseBulk from "./queues/case-bulk.ts";
import * as caseImports from "./queues/case-imports.ts";
import * as caseJobs from "./queues/case-jobs.ts";
import * as caseEvaluations from "./queues/case-evaluations.ts";
import * as caseLabels from "./queues/case-labels.ts";
import * as caseRuns from "./queues/case-runs.ts";
import * as caseTriggers from "./queues/case-triggers.ts";
import * as caseViews from "./queues/case-views.ts";
import * as cases from "./queues/cases.ts";
import * as labels from "./queues/labels.ts";
import * as queueJsonSchema from "./queues/queue-json-schema.ts";
import * as queueRubrics from "./queues/queue-rubrics.ts";
import * as queueTriggers from "./queues/queue-triggers.ts";
import * as queues from "./queues/queues.ts";
import * as teamCases from "./queues/team-cases.ts";
import * as evaluations from "./runs/evaluations.ts";
import * as humanRequests from "./runs/human-requests.ts";
import * as live from "./runs/live.ts";
import * as messages from "./runs/messages.ts";
import * as runs from "./runs/runs.ts";
import * as sandboxes from "./runs/sandboxes.ts";
import * as webhooks from "./runs/webhooks.ts";
import * as apiKeys from "./teams/api-keys.ts";
import * as capabilities from "./teams/capabilities.ts";
import * as profile from "./teams/profile.ts";
import * as session from "./teams/session.ts";

export const resources = {
  access,
  agentFolders,
  agentMove,
  agentTies,
  agents,
  apiKeys,
  builderRuns,
  automationBindings,
  automationFlow,
  automationRevisions,
  automationTriggers,
  automations,
  capabilities,
  caseApprovals,
  caseAttachments,
  caseBulk,
  caseImports,
  caseJobs,
  caseEvaluations,
  caseLabels,
  caseRuns,
  caseTriggers,
  caseViews,
  cases,
  codeBlobs,
  fileVersions,
  evalRubrics,
  evalScores,
  evaluations,
  files,
  humanRequests,
  integrations,
  labels,
  live,
  logins,
  memory,
  messages,
  plugins,
  preflight,
  profile,
  queueJsonSchema,
  queueRubrics,
  queueTriggers,
  queues,
  revisions,
  runs,
  sandboxes,
  secrets,
  session,
  skillFiles,
  skills,
  slots,
  suggestions,
  teamCases,
  webhooks,
};
export type Resources = typeof resources;

/** The exports of a resource module that are endpoints. */
export type EndpointsOf<M> = { [K in keyof M as M[K] extends EndpointSpec ? K : never]: M[K] };

export function endpointsOf(module: object): [string, EndpointSpec][] {
  return Object.entries(module).filter((entry): entry is [string, EndpointSpec] => isEndpoint(entry[1]));
}
function isEndpoint(value: unknown): value is EndpointSpec {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;
}

export const allEndpoints: readonly EndpointSpec[] = Object.values(resources).flatMap((m) => endpointsOf(m).map(([, e]) => e));
