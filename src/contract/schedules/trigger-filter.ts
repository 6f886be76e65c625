import { text, uuid } from "#contract/fields.ts";
import { casePriorities } from "#contract/queues/case.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import type { TriggerSlug, TriggerType } from "./trigger-words.ts";

/** What is known of an event. */
export const EventFacts = record("EventFacts", {
  queue_id: uuid.nullable().optional(),
  case_id: uuid.nullable().optional(),
  run_id: uuid.nullable().optional(),
  /** Whose run it was, or whose run did it. */
  agent_id: uuid.nullable().optional(),
  priority: z.string().nullable().optional(),
  title: z.string().nullable().optional(),
});
export type EventFacts = z.output<typeof EventFacts>;

const fields = {
  queue_id: uuid.optional().meta({ description: "Only cases of this queue" }),
  agent_id: uuid.optional().meta({ description: "Only what a run of this agent did" }),
  priority: z.enum(casePriorities).optional().meta({ description: "Only cases of this priority" }),
  title_contains: text(1, 200).optional().meta({ description: "Only where the title contains this text, case ignored" }),
};
export type FilterField = keyof typeof fields;

/** An event has to match every field that is given. */
export const TriggerFilter = z.strictObject(fields);
export type TriggerFilter = z.output<typeof TriggerFilter>;

/** The fields that filter events of a source. */
export const filterFields: Record<TriggerSlug, readonly FilterField[]> = {
  cases: ["queue_id", "agent_id", "priority", "title_contains"],
  runs: ["agent_id", "title_contains"],
};

const matches: { readonly [F in FilterField]: (wanted: string, facts: EventFacts) => boolean } = {
  queue_id: (wanted, { queue_id }) => queue_id === wanted,
  agent_id: (wanted, { agent_id }) => agent_id === wanted,
  priority: (wanted, { priority }) => priority === wanted,
  title_contains: (wanted, { title }) => (title ?? "").toLowerCase().includes(wanted.toLowerCase()),
};

/** The first field of a filter that an event does not match; null where it matches them all. */
export function failingField(filter: TriggerFilter, facts: EventFacts): FilterField | null {
  const given = (Object.keys(matches) as FilterField[]).filter((field) => filter[field] !== undefined);
  return given.find((field) => !matches[field](filter[field] ?? "", facts)) ?? null;
}

/** What is wrong with a source, a type and a filter that are given together. */
export function brokenTrigger({
  integration_slug,
  trigger_type,
  filter_config = {},
}: Given): { path: string[]; message: string } | undefined {
  if (slugOf(trigger_type) !== integration_slug)
    return { path: ["trigger_type"], message: `This type belongs to the integration “${slugOf(trigger_type)}”` };
  const foreign = (Object.keys(filter_config) as FilterField[]).find((field) => !filterFields[integration_slug].includes(field));
  return foreign && { path: ["filter_config", foreign], message: "Events of this integration have no such field" };
}
interface Given {
  readonly integration_slug: TriggerSlug;
  readonly trigger_type: TriggerType;
  readonly filter_config?: TriggerFilter | undefined;
}

export function slugOf(type: TriggerType): TriggerSlug {
  return type.startsWith("case_") ? "cases" : "runs";
}
