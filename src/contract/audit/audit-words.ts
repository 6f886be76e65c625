// Free of zod, as the list that uses it.

/** Through what somebody came: a browser, a program with an API key, a run of an agent, or the service itself. */
export const auditDoors = ["console", "api_key", "run", "service"] as const;
export type AuditDoor = (typeof auditDoors)[number];

export const doorNames: Record<AuditDoor, string> = { console: "Console", api_key: "API key", run: "Run", service: "Service" };

/** What an entry can be about, as the filter says it. */
export const auditKinds = {
  agent: "Agent",
  agent_folder: "Agent folder",
  api_key: "API key",
  approval: "Approval",
  automation: "Automation",
  automation_revision: "Automation revision",
  case: "Case",
  case_job: "Case job",
  case_trigger: "Case trigger",
  connection: "Connection",
  event_trigger: "Event trigger",
  file: "File",
  human_request: "Question or approval",
  integration: "Integration",
  invite: "Invite",
  label: "Label",
  login: "Login",
  member: "Member",
  organization: "Organization",
  queue: "Queue",
  revision: "Revision",
  run: "Run",
  schedule: "Schedule",
  secret: "Secret",
  skill: "Skill",
  suggestion: "Suggestion",
  team: "Team",
  user: "Person",
  webhook_source: "Webhook source",
} as const;

/** As many are counted. */
export const mostCounted = 10_000;
