// Every resource once: for the server, the OpenAPI document and the tests. Screens import the resource they need instead.
import * as access from "#contract/agents/access.ts";
import * as agentExport from "#contract/agents/agent-export.ts";
import * as agentFolders from "#contract/agents/agent-folders.ts";
import * as agentMove from "#contract/agents/agent-move.ts";
import * as agentTies from "#contract/agents/agent-ties.ts";
import * as agents from "#contract/agents/agents.ts";
import * as assign from "#contract/schedules/assign.ts";
import * as automationBindings from "#contract/agents/automation-bindings.ts";
import * as automationFlow from "#contract/agents/automation-flow.ts";
import * as automationRevisions from "#contract/agents/automation-revisions.ts";
import * as automationTriggers from "#contract/agents/automation-triggers.ts";
import * as automationMembers from "#contract/agents/automation-members.ts";
import * as automations from "#contract/agents/automations.ts";
import * as builderRuns from "#contract/agents/builder-runs.ts";
import * as codeBlobs from "#contract/agents/code-blobs.ts";
import * as evalRubrics from "#contract/agents/eval-rubrics.ts";
import * as evalScores from "#contract/agents/eval-scores.ts";
import * as memory from "#contract/agents/memory.ts";
import * as preflight from "#contract/agents/preflight.ts";
import * as revisions from "#contract/agents/revisions.ts";
import * as slotPins from "#contract/connections/slot-pins.ts";
import * as slotTools from "#contract/connections/slot-tools.ts";
import * as slots from "#contract/agents/slots.ts";
import * as suggestions from "#contract/agents/suggestions.ts";
import * as audit from "#contract/audit/audit.ts";
import * as auditVerification from "#contract/audit/verification.ts";
import * as clarityAchieved from "#contract/clarity/achieved.ts";
import * as clarityArtifactImports from "#contract/clarity/artifact-imports.ts";
import * as clarityAutomation from "#contract/clarity/automation.ts";
import * as clarityCaptures from "#contract/clarity/captures.ts";
import * as clarityDrawings from "#contract/clarity/drawings.ts";
import * as clarityExports from "#contract/clarity/exports.ts";
import * as clarityChat from "#contract/clarity/chat.ts";
import * as clarityExtraCaptures from "#contract/clarity/extra-captures.ts";
import * as clarityGeneration from "#contract/clarity/generation.ts";
import * as clarityGuests from "#contract/clarity/guests.ts";
import * as clarityInterviews from "#contract/clarity/interviews.ts";
import * as clarityInviteLinks from "#contract/clarity/invite-links.ts";
import * as clarityLabels from "#contract/clarity/labels.ts";
import * as clarityLandscape from "#contract/clarity/landscape.ts";
import * as clarityLegacy from "#contract/clarity/legacy.ts";
import * as clarityLinks from "#contract/clarity/links.ts";
import * as clarityNodes from "#contract/clarity/nodes.ts";
import * as clarityOrganizing from "#contract/clarity/organizing.ts";
import * as clarityPeople from "#contract/clarity/people.ts";
import * as clarityProcessLabels from "#contract/clarity/process-labels.ts";
import * as clarityPromise from "#contract/clarity/promise.ts";
import * as clarityProcesses from "#contract/clarity/processes.ts";
import * as claritySnapshots from "#contract/clarity/snapshots.ts";
import * as clarityStepRuns from "#contract/clarity/step-runs.ts";
import * as claritySummaries from "#contract/clarity/summaries.ts";
import * as agreements from "#contract/connections/agreements.ts";
import * as connectionTools from "#contract/connections/connection-tools.ts";
import * as connections from "#contract/connections/connections.ts";
import * as connectionGrants from "#contract/connections/grants.ts";
import * as grantedConnections from "#contract/connections/granted-connections.ts";
import * as integrations from "#contract/connections/integrations.ts";
import * as logins from "#contract/connections/logins.ts";
import * as mcp from "#contract/connections/mcp.ts";
import * as nativeOAuth from "#contract/connections/native.ts";
import * as oauth from "#contract/connections/oauth.ts";
import * as secrets from "#contract/connections/secrets.ts";
import * as dashboards from "#contract/dashboards/dashboards.ts";
import * as dashboardConnections from "#contract/dashboards/connections.ts";
import * as figures from "#contract/dashboards/figures.ts";
import * as dashboardMove from "#contract/dashboards/move.ts";
import * as dashboardOrganization from "#contract/dashboards/organization.ts";
import * as dashboardPages from "#contract/dashboards/pages.ts";
import * as dashboardMessages from "#contract/dashboards/messages.ts";
import * as dashboardRefresh from "#contract/dashboards/refresh.ts";
import * as dashboardVersions from "#contract/dashboards/versions.ts";
import * as dashboardViews from "#contract/dashboards/views.ts";
import * as fileExport from "#contract/library/file-export.ts";
import * as fileVersions from "#contract/library/file-versions.ts";
import * as files from "#contract/library/files.ts";
import * as plugins from "#contract/library/plugins.ts";
import * as skillFiles from "#contract/library/skill-files.ts";
import * as skills from "#contract/library/skills.ts";
import * as caseApprovals from "#contract/queues/case-approvals.ts";
import * as caseAttachments from "#contract/queues/case-attachments.ts";
import * as caseBulk from "#contract/queues/case-bulk.ts";
import * as caseEvaluations from "#contract/queues/case-evaluations.ts";
import * as caseExport from "#contract/queues/case-export.ts";
import * as caseImports from "#contract/queues/case-imports.ts";
import * as caseJobs from "#contract/queues/case-jobs.ts";
import * as caseLabels from "#contract/queues/case-labels.ts";
import * as caseRuns from "#contract/queues/case-runs.ts";
import * as caseTriggers from "#contract/queues/case-triggers.ts";
import * as caseUndo from "#contract/queues/case-undo.ts";
import * as caseViews from "#contract/queues/case-views.ts";
import * as cases from "#contract/queues/cases.ts";
import * as labels from "#contract/queues/labels.ts";
import * as queueExport from "#contract/queues/queue-export.ts";
import * as queueJsonSchema from "#contract/queues/queue-json-schema.ts";
import * as queueRubrics from "#contract/queues/queue-rubrics.ts";
import * as queueTriggers from "#contract/queues/queue-triggers.ts";
import * as queues from "#contract/queues/queues.ts";
import * as teamCases from "#contract/queues/team-cases.ts";
import * as engine from "#contract/runs/engine.ts";
import * as evaluations from "#contract/runs/evaluations.ts";
import * as humanRequests from "#contract/runs/human-requests.ts";
import * as inbox from "#contract/runs/inbox.ts";
import * as live from "#contract/runs/live.ts";
import * as messages from "#contract/runs/messages.ts";
import * as runExport from "#contract/runs/run-export.ts";
import * as runs from "#contract/runs/runs.ts";
import * as runSteps from "#contract/runs/run-steps.ts";
import * as sandboxes from "#contract/runs/sandboxes.ts";
import * as teamJobs from "#contract/runs/team-jobs.ts";
import * as webhooks from "#contract/runs/webhooks.ts";
import * as notificationChats from "#contract/notifications/chats.ts";
import * as notificationPreferences from "#contract/notifications/preferences.ts";
import * as notifications from "#contract/notifications/notifications.ts";
import * as unsubscribing from "#contract/notifications/unsubscribing.ts";
import * as eventTriggers from "#contract/schedules/event-triggers.ts";
import * as scheduleFirings from "#contract/schedules/schedule-firings.ts";
import * as schedules from "#contract/schedules/schedules.ts";
import * as webhookSourceEvents from "#contract/schedules/webhook-source-events.ts";
import * as webhookSources from "#contract/schedules/webhook-sources.ts";
import * as aiClients from "#contract/teams/ai-clients.ts";
import * as apiKeys from "#contract/teams/api-keys.ts";
import * as authorizations from "#contract/teams/authorizations.ts";
import * as capabilities from "#contract/teams/capabilities.ts";
import * as listColumns from "#contract/teams/list-columns.ts";
import * as listViews from "#contract/teams/list-views.ts";
import * as deviceLogins from "#contract/teams/device-logins.ts";
import * as insights from "#contract/teams/insights.ts";
import * as inviteLinks from "#contract/teams/invite-links.ts";
import * as inviteUrls from "#contract/teams/invite-urls.ts";
import * as invites from "#contract/teams/invites.ts";
import * as joining from "#contract/teams/joining.ts";
import * as joinRequests from "#contract/teams/join-requests.ts";
import * as members from "#contract/teams/members.ts";
import * as organizationMembers from "#contract/teams/organization-members.ts";
import * as organizationTeams from "#contract/teams/organization-teams.ts";
import * as passwordResets from "#contract/teams/password-resets.ts";
import * as profile from "#contract/teams/profile.ts";
import * as retention from "#contract/teams/retention.ts";
import * as sample from "#contract/teams/sample.ts";
import * as session from "#contract/teams/session.ts";
import * as singleSignOn from "#contract/teams/single-sign-on.ts";
import * as visits from "#contract/teams/visits.ts";
import { type EndpointSpec, endpointsOf } from "./endpoint.ts";
import "./viewed-lists.ts";

export const resources = {
  access,
  agreements,
  agentExport,
  agentFolders,
  agentMove,
  agentTies,
  agents,
  aiClients,
  apiKeys,
  authorizations,
  assign,
  audit,
  auditVerification,
  builderRuns,
  automationBindings,
  automationFlow,
  automationRevisions,
  automationTriggers,
  automations,
  automationMembers,
  capabilities,
  caseApprovals,
  caseAttachments,
  caseBulk,
  caseExport,
  caseImports,
  caseJobs,
  caseEvaluations,
  caseLabels,
  caseRuns,
  caseTriggers,
  caseUndo,
  caseViews,
  cases,
  clarityAchieved,
  clarityArtifactImports,
  clarityAutomation,
  clarityCaptures,
  clarityDrawings,
  clarityExports,
  clarityChat,
  clarityExtraCaptures,
  clarityGeneration,
  clarityGuests,
  clarityInterviews,
  clarityInviteLinks,
  clarityLabels,
  clarityLandscape,
  clarityLegacy,
  clarityLinks,
  clarityNodes,
  clarityOrganizing,
  clarityPeople,
  clarityProcessLabels,
  clarityPromise,
  clarityProcesses,
  claritySnapshots,
  clarityStepRuns,
  claritySummaries,
  codeBlobs,
  connectionGrants,
  grantedConnections,
  connectionTools,
  dashboards,
  dashboardConnections,
  dashboardMove,
  dashboardOrganization,
  dashboardPages,
  dashboardMessages,
  dashboardRefresh,
  dashboardVersions,
  dashboardViews,
  figures,
  deviceLogins,
  connections,
  fileExport,
  fileVersions,
  engine,
  evalRubrics,
  evalScores,
  eventTriggers,
  evaluations,
  files,
  humanRequests,
  integrations,
  inbox,
  insights,
  inviteLinks,
  inviteUrls,
  invites,
  joinRequests,
  joining,
  labels,
  live,
  listColumns,
  listViews,
  logins,
  mcp,
  members,
  memory,
  messages,
  notificationChats,
  notifications,
  notificationPreferences,
  nativeOAuth,
  unsubscribing,
  oauth,
  organizationMembers,
  organizationTeams,
  passwordResets,
  plugins,
  preflight,
  profile,
  queueExport,
  queueJsonSchema,
  queueRubrics,
  queueTriggers,
  queues,
  retention,
  revisions,
  runExport,
  runs,
  runSteps,
  sandboxes,
  scheduleFirings,
  schedules,
  secrets,
  sample,
  session,
  singleSignOn,
  skillFiles,
  skills,
  slotPins,
  slotTools,
  slots,
  suggestions,
  teamCases,
  teamJobs,
  visits,
  webhookSourceEvents,
  webhookSources,
  webhooks,
};
export type Resources = typeof resources;

export const allEndpoints: readonly EndpointSpec[] = Object.values(resources).flatMap((m) => endpointsOf(m).map(([, e]) => e));
