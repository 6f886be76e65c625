import type { EventType } from "#contract/event.ts";
import type { HouseSlug, HouseType, TriggerSlug, TriggerType } from "#contract/schedules/trigger-words.ts";

/** Sources that come with the service. Their ids never change: stored triggers carry them. */
export const houseSources: Record<HouseSlug, string> = {
  cases: "0b0f6a52-3f0d-4c53-9b57-6c1a3a1d7d01",
  runs: "0b0f6a52-3f0d-4c53-9b57-6c1a3a1d7d02",
  "team-files": "0b0f6a52-3f0d-4c53-9b57-6c1a3a1d7d03",
};
export const sourceNames: Record<TriggerSlug, string> = {
  cases: "Cases of this team",
  runs: "Runs of this team",
  "team-files": "Files of this team",
  "mcp-resources": "Resources of MCP servers",
  imap: "Mailboxes",
  webhook: "Webhook sources of this team",
};

interface Kind {
  readonly label: string;
  readonly description: string;
}
interface HouseKind extends Kind {
  /** Which events of the service it is made from. */
  readonly on: EventType;
}

export const houseKinds = {
  case_created: { on: "case.created", label: "Case created", description: "A case was added to a queue." },
  case_completed: { on: "case.completed", label: "Case completed", description: "An agent completed a case." },
  case_failed: { on: "case.failed", label: "Case failed", description: "An agent failed a case, or its run ended without closing it." },
  case_status_changed: { on: "case.status_changed", label: "Case status changed", description: "A person changed the status of a case." },
  run_completed: { on: "run.completed", label: "Run completed", description: "A run ended well." },
  run_failed: { on: "run.failed", label: "Run failed", description: "A run failed." },
  run_interrupted: { on: "run.interrupted", label: "Run interrupted", description: "A run was stopped." },
  run_waiting: { on: "run.waiting", label: "Run waiting", description: "A run asks a person." },
  file_added: { on: "file.added", label: "File added", description: "A file was added to the files of the team." },
  file_changed: { on: "file.changed", label: "File changed", description: "The content of a file of the team was replaced." },
  file_removed: { on: "file.removed", label: "File removed", description: "A file of the team was deleted." },
} as const satisfies Record<HouseType, HouseKind>;

export const kinds: Record<TriggerType, Kind> = {
  ...houseKinds,
  resource_added: { label: "Resource added", description: "An MCP server offers a further resource." },
  resource_changed: { label: "Resource changed", description: "The content of a resource of an MCP server is another one." },
  resource_removed: { label: "Resource removed", description: "An MCP server no longer offers a resource." },
  mail_received: { label: "Mail received", description: "A mail arrived in a folder of a mailbox." },
  webhook_received: { label: "Event received", description: "Another service sent an event to a webhook source." },
};

export type HouseEvent = (typeof houseKinds)[HouseType]["on"];
const byEvent = new Map(Object.entries(houseKinds).map(([type, { on }]) => [on, type as HouseType]));

export const houseEvents: readonly HouseEvent[] = [...byEvent.keys()];

export function typeOf(event: HouseEvent): HouseType {
  const type = byEvent.get(event);
  if (!type) throw new Error(`No type of trigger is made from ${event}.`);
  return type;
}
