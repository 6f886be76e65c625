import { int53, text, uuid } from "#contract/fields.ts";
import { casePriorities } from "#contract/queues/case.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { type Comparison, Condition, comparisons, holds, lacksNumber, maxConditions, valueAt } from "./payload-conditions.ts";
import { writtenBeginning } from "./written-beginning.ts";
import { type TriggerSlug, type TriggerType, slugOf } from "./trigger-words.ts";

/** What is known of an event. */
export const EventFacts = record("EventFacts", {
  queue_id: uuid.nullable().optional(),
  case_id: uuid.nullable().optional(),
  run_id: uuid.nullable().optional(),
  /** Whose run it was, or whose run did it. */
  agent_id: uuid.nullable().optional(),
  priority: z.string().nullable().optional(),
  title: z.string().nullable().optional(),
  /** Of a file: where it is in the team's files, what kind it is, and its bytes. */
  path: z.string().nullable().optional(),
  media_type: z.string().nullable().optional(),
  size: int53.nullable().optional(),
  /** Of a resource: its address at the server. */
  uri: z.string().nullable().optional(),
  /** Of a mail: where it arrived, what its head says, and how many files are attached. */
  folder: z.string().nullable().optional(),
  from: z.string().nullable().optional(),
  to: z.string().nullable().optional(),
  subject: z.string().nullable().optional(),
  attachments: int53.nullable().optional(),
  has_attachment: z.boolean().nullable().optional(),
  /** Of another service: the `type` that it gave. */
  event_type: z.string().nullable().optional(),
  /** Of another service: its `webhook-id`. */
  delivery_id: z.string().nullable().optional(),
});
export type EventFacts = z.output<typeof EventFacts>;

const fields = {
  queue_id: uuid.optional().meta({ description: "Only its cases" }),
  agent_id: uuid.optional().meta({ description: "Only what its runs did" }),
  priority: z.enum(casePriorities).optional().meta({ description: "Only such cases" }),
  title_contains: text(1, 200).optional().meta({ description: "Ignores case, as all such texts" }),
  path_contains: text(1, 500).optional(),
  media_type_contains: text(1, 200).optional().meta({ description: "Such as pdf or image/" }),
  uri_contains: text(1, 500).optional(),
  larger_than: int53.optional().meta({ description: "In bytes" }),
  smaller_than: int53.optional().meta({ description: "In bytes" }),
  folder: text(1, 200).optional().meta({ description: "Left out: INBOX" }),
  from_contains: text(1, 200).optional(),
  to_contains: text(1, 200).optional().meta({ description: "Of any recipient" }),
  subject_contains: text(1, 200).optional(),
  has_attachment: z.boolean().optional().meta({ description: "Only with, or without, files" }),
  text_contains: text(1, 200).optional(),
  event_type: text(1, 200).optional().meta({ description: "`type` of the content, or of a header" }),
  conditions: z
    .array(Condition)
    .max(maxConditions)
    .optional()
    .meta({ description: "All hold; `contains` looks at 1,000 elements of a list" }),
};
export type FilterField = keyof typeof fields;

/** An event has to match every field that is given. */
export const TriggerFilter = record("TriggerFilter", fields);
export type TriggerFilter = z.output<typeof TriggerFilter>;

/** The fields that filter events of a source. */
export const filterFields: Record<TriggerSlug, readonly FilterField[]> = {
  cases: ["queue_id", "agent_id", "priority", "title_contains"],
  runs: ["agent_id", "title_contains"],
  "team-files": ["path_contains", "media_type_contains", "larger_than", "smaller_than", "agent_id"],
  "mcp-resources": ["uri_contains", "title_contains", "media_type_contains"],
  imap: ["folder", "from_contains", "to_contains", "subject_contains", "has_attachment", "text_contains"],
  webhook: ["event_type", "conditions"],
};

/** A field of a filter that an event does not match. */
export const UnmatchedField = record("UnmatchedField", {
  /** A field of the filter, or the path of a condition. */
  field: z.string(),
  is: z.enum(comparisons),
  wanted: z.string(),
  /** Null: there was nothing. Cut after 200 characters. */
  found: z.string().nullable(),
});
export type UnmatchedField = z.output<typeof UnmatchedField>;
/** The fields of a filter and its conditions. */
export const mostUnmatched = maxConditions + Object.keys(fields).length;

type FactField = Exclude<FilterField, "conditions" | "text_contains">;
const facts: { readonly [F in FactField]: { readonly fact: keyof EventFacts; readonly is: Comparison } } = {
  queue_id: { fact: "queue_id", is: "is" },
  agent_id: { fact: "agent_id", is: "is" },
  priority: { fact: "priority", is: "is" },
  title_contains: { fact: "title", is: "contains" },
  path_contains: { fact: "path", is: "contains" },
  media_type_contains: { fact: "media_type", is: "contains" },
  uri_contains: { fact: "uri", is: "contains" },
  larger_than: { fact: "size", is: "more_than" },
  smaller_than: { fact: "size", is: "less_than" },
  folder: { fact: "folder", is: "is" },
  from_contains: { fact: "from", is: "contains" },
  to_contains: { fact: "to", is: "contains" },
  subject_contains: { fact: "subject", is: "contains" },
  has_attachment: { fact: "has_attachment", is: "is" },
  event_type: { fact: "event_type", is: "is" },
};
/** Where a trigger to a mailbox listens that names no folder. */
export const usualFolder = "INBOX";

/** What an event of `payload` does not match of a filter, in the order of its fields; empty where it matches them all. */
export function unmatched(filter: TriggerFilter, known: EventFacts, payload?: unknown): UnmatchedField[] {
  const words: UnmatchedField[] = (Object.keys(facts) as FactField[]).flatMap((field) => {
    const { fact, is } = facts[field];
    const wanted = writtenBeginning(filter[field] ?? (field === "folder" && known.folder ? usualFolder : undefined));
    return wanted === undefined || holds(known, { path: fact, is, value: wanted })
      ? []
      : [{ field, is, wanted, found: writtenBeginning(known[fact] ?? undefined) ?? null }];
  });
  const written = { path: "text", is: "contains", value: filter.text_contains ?? "" } as const;
  const silent = filter.text_contains !== undefined && !holds(payload, written);
  if (silent) words.push({ field: "text_contains", is: written.is, wanted: written.value, found: null });
  const conditions = (filter.conditions ?? []).filter((condition) => !holds(payload, condition));
  const said = conditions.map(({ path, is, value }) => ({
    field: path,
    is,
    wanted: value,
    found: writtenBeginning(valueAt(payload, path)) ?? null,
  }));
  return [...words, ...said].map((one) => ({ ...one, found: one.found === null ? null : cut(one.found) }));
}

/** As the store takes it. */
function cut(found: string): string {
  const plain = found.replaceAll("\u0000", "");
  return (plain.length > 200 ? `${plain.slice(0, 199)}…` : plain).toWellFormed();
}

/** What is wrong with an integration, a type and a filter that are given together. */
export function brokenTrigger({
  integration_slug,
  trigger_type,
  filter_config = {},
}: Given): { path: string[]; message: string } | undefined {
  if (slugOf(trigger_type) !== integration_slug)
    return { path: ["trigger_type"], message: `This type belongs to the integration “${slugOf(trigger_type)}”` };
  const wordless = (filter_config.conditions ?? []).findIndex(lacksNumber);
  if (wordless >= 0) return { path: ["filter_config", "conditions", String(wordless), "value"], message: "Enter a number, such as 100" };
  const foreign = (Object.keys(filter_config) as FilterField[]).find((field) => !filterFields[integration_slug].includes(field));
  return foreign && { path: ["filter_config", foreign], message: "Events of this integration have no such field" };
}
interface Given {
  readonly integration_slug: TriggerSlug;
  readonly trigger_type: TriggerType;
  readonly filter_config?: TriggerFilter | undefined;
}
