import { pathTo } from "#api/path-to.ts";
import type { AuditChange, AuditEntry } from "#contract/audit/audit-entry.ts";
import { auditKinds } from "#contract/audit/audit-words.ts";
import { organizationRoleNames, roleNames } from "#contract/roles.ts";
import { capitalized } from "#ui/capitalized.ts";
import { exactTime } from "#ui/time.tsx";

/** Where a type does not read as a sentence by itself. */
const words: Readonly<Record<string, string>> = {
  "approval.decided": "Approval of a case decided",
  "automation_revision.activated": "Automation revision made live",
  "case.human_request_answered": "Question or approval of a case answered",
  "case.human_request_created": "Question or approval of a case asked",
  "event_trigger.auto_disabled": "Event trigger paused by the service",
  "event_trigger.saved": "Event trigger saved",
  "human_request.answered": "Question or approval of a run answered",
  "organization.unknown_sign_in": "Sign-in with an unknown name",
  "revision.agreed": "Agreement to a revision given",
  "revision.promoted": "Revision made live",
  "run.interrupted": "Run stopped",
  "run.messaged": "Message to a run sent",
  "schedule.auto_disabled": "Schedule paused by the service",
  "user.refused": "Refused",
  "user.sign_in_failed": "Sign-in failed",
};

/** What happened, in a few words. */
export function eventWords(type: string): string {
  const plain = words[type] ?? type.replace(/^user\./, "").replaceAll(/[._]/g, " ");
  return capitalized(plain).replace(/^Api /, "API ");
}

/** Where the type says nothing of why. */
const reasons: Readonly<Record<string, string>> = {
  agent_deleted: "its agent was deleted",
  agent_moved: "its agent moved to another team",
  forbidden: "role too low",
  connection_gone: "its connection is gone",
  email_unverified: "the provider has not verified the address",
  email_unusable: "email address that cannot be used",
  not_invited: "not invited",
  provider_not_linked: "the provider is not connected",
  session_required: "an API key is not enough",
  source_deleted: "its webhook source was deleted",
  wrong_code: "wrong code",
  wrong_credentials: "wrong password",
};

export function reasonOf({ facts }: AuditEntry): string | undefined {
  return typeof facts.reason === "string" ? (reasons[facts.reason] ?? facts.reason) : undefined;
}

export function actorWords({ actor: { kind, id, name } }: AuditEntry): string {
  if (name) return kind === "run" ? `Run of ${name}` : name;
  if (kind === "service") return "Service";
  return kind === "run" ? "Run" : `Person …${id?.slice(-8) ?? ""}`;
}

/** What an entry is about, by its name or the end of its id. */
export function objectWords({ object: { id, name } }: AuditEntry): string {
  return name ?? `…${id.slice(-8)}`;
}

/** `secret_header_names` is “Secret header names”, `folder_id` a folder. The name of a tool stays as it is. */
export function fieldWords(field: string): string {
  if (field.startsWith(ofTool)) return `Policy of ${field.slice(ofTool.length)}`;
  if (field === "always") return "Always allow this tool";
  return capitalized(field.replace(/_ids?$/, "").replaceAll("_", " "))
    .replace(/\burl\b/i, "URL")
    .replace(/^Oauth /, "OAuth ");
}

const ofTool = "tool_policy ";

/** A change as people read it: what it is of, before and after. */
export function changeWords({ field, from, to }: AuditChange): readonly [field: string, from: string, to: string] {
  return [fieldWords(field), valueWords(field, from), valueWords(field, to)];
}

/** A fact as people read it. */
export function factWords(name: string, value: AuditEntry["facts"][string]): string {
  return valueWords(name, value === null ? null : String(value));
}

/** Fields that hold what somebody typed, or what stands for itself. */
const asTyped = new Set(
  "account_label cron day domain email key name path revision_description revision_name description server_url time timezone title username value".split(
    " ",
  ),
);
/** Values of the service that do not read as words. */
const values = new Map<string, string>(
  Object.entries({
    ...roleNames,
    ...organizationRoleNames,
    ask: "Ask first",
    custom_mcp: "MCP server",
    false: "No",
    oauth: "OAuth",
    rejected: "Declined",
    true: "Yes",
  }),
);

/** A value as people read it: of a long text its length, of what is kept out of the log that it was there. */
function valueWords(field: string, value: AuditChange["from"]): string {
  if (value === null) return "–";
  if (typeof value !== "string")
    return value.length === null
      ? "Not shown"
      : `Text of ${value.length.toLocaleString("en")} characters, SHA-256 ${value.sha256?.slice(0, 12) ?? ""}…`;
  if (value === "") return "empty";
  if (asTyped.has(field)) return value;
  const word = values.get(value);
  if (word) return word;
  if (/^\[.*\]$/.test(value)) return value.slice(1, -1).replaceAll('"', "") || "none";
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)) return `…${value.slice(-8)}`;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return exactTime(value);
  return /^[a-z]+(_[a-z]+)*$/.test(value) ? capitalized(value.replaceAll("_", " ")) : value;
}

/** Kinds without a page of their own: where they are shown is still there when they are not. */
const onOtherPages = ["case_trigger", "event_trigger", "revision", "schedule", "webhook_source"];

/** The page of the console that shows an object; undefined where none does. It may be gone. */
export function pageOf({ type, object: { kind, id }, team_id: teamId, facts }: AuditEntry): string | undefined {
  if (type === `${kind}.deleted` && !onOtherPages.includes(kind)) return undefined;
  if (kind === "organization") return pathTo("/organizations/$orgId", { orgId: id });
  if (teamId === null) return undefined;
  const fact = (name: string) => (typeof facts[name] === "string" ? facts[name] : "");
  const agent = (agentId: string) => (agentId === "" ? undefined : pathTo("/t/$teamId/agents/$agentId", { teamId, agentId }));
  switch (kind) {
    case "agent":
      return agent(id);
    case "automation":
      return pathTo("/t/$teamId/automations/$automationId", { teamId, automationId: id });
    case "case": {
      const queueId = fact("queue_id");
      return queueId === "" ? undefined : pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId, caseId: id });
    }
    case "connection":
      return pathTo("/t/$teamId/connections/$connectionId", { teamId, connectionId: id });
    case "event_trigger":
    case "revision":
    case "schedule":
    case "case_trigger":
      return agent(fact("agent_id"));
    case "invite":
      return pathTo("/t/$teamId/invites", { teamId });
    case "member":
      return pathTo("/t/$teamId/members", { teamId });
    case "queue":
      return pathTo("/t/$teamId/queues/$queueId", { teamId, queueId: id });
    case "run":
      return pathTo("/t/$teamId/runs/$runId", { teamId, runId: id });
    case "human_request":
      return fact("run_id") === "" ? undefined : pathTo("/t/$teamId/runs/$runId", { teamId, runId: fact("run_id") });
    case "skill":
      return pathTo("/t/$teamId/skills/$skillId", { teamId, skillId: id });
    case "team":
      return pathTo("/t/$teamId", { teamId: id });
    case "webhook_source":
      return pathTo("/t/$teamId/webhook-sources", { teamId });
    default:
      return undefined;
  }
}

/** What kind of thing an entry is about. */
export function kindWords(kind: string): string {
  return kind in auditKinds ? auditKinds[kind as keyof typeof auditKinds] : fieldWords(kind);
}
