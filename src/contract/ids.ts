import { uuid } from "./fields.ts";
import { z } from "./zod.ts";

/** What an id of an address can be of, and what the document calls it. */
export const idWords = {
  agent: "agent",
  agent_rubric: "rubric of the agent",
  api_key: "API key",
  approval: "row of an approval",
  authorization: "request of an AI client",
  automation: "automation",
  automation_revision: "revision of the automation",
  case: "case",
  case_attachment: "attachment",
  case_event: "event in the history of the case",
  case_trigger: "case trigger",
  connection: "connection",
  custom_integration: "custom integration",
  event_trigger: "event trigger",
  folder: "folder",
  human_request: "human request",
  invite: "invite",
  job: "job",
  label: "label",
  list_view: "saved view",
  login: "login",
  member: "member",
  notification: "notification",
  notification_batch: "batch of notifications",
  organization: "organization",
  person: "person who asks",
  queue: "queue",
  queue_rubric: "rubric of the queue",
  revision: "revision",
  run: "run",
  sandbox: "sandbox",
  schedule: "schedule",
  secret: "secret",
  skill: "skill",
  slot: "integration, or of the slot itself",
  suggestion: "suggestion",
  team: "team",
  trigger_event: "event",
  webhook_source: "webhook source",
} as const;
export type IdKind = keyof typeof idWords;

const kinds = z.registry<{ readonly kind: IdKind }>();
const ids = new Map<IdKind, typeof uuid>();

/** An id, and what it is the id of: where access, document and tests know that from. */
export function idOf(kind: IdKind): typeof uuid {
  const id = ids.get(kind) ?? uuid.clone().register(kinds, { kind });
  ids.set(kind, id);
  return id;
}

/** An id that a library made, in its own spelling. */
export function spelledIdOf(kind: IdKind, spelling: z.ZodString): z.ZodString {
  return spelling.clone().register(kinds, { kind });
}

/** What a field is the id of, also where it may be absent or null; undefined for every other field. */
export function kindOf(field: z.core.$ZodType | undefined): IdKind | undefined {
  const { innerType } = (field?._zod.def ?? {}) as { innerType?: z.core.$ZodType };
  return innerType ? kindOf(innerType) : field && kinds.get(field)?.kind;
}

/** The fields of an object's schema. */
export function fieldsOf(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  const { shape } = (schema?._zod.def ?? {}) as { shape?: Record<string, z.core.$ZodType> };
  return shape ?? {};
}
