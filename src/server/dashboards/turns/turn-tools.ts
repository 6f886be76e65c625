import { Block, Page, Parameter, Query, Range, key, mostBlocks } from "#contract/dashboards/page.ts";
import { text, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { parametersOf } from "#server/engine/models/parameters-of.ts";
import type { ToolSpec } from "#server/engine/models/port.ts";
import { AskedQuestion } from "#server/engine/tools/ask-person.ts";

// What a turn can do. It reads what its author may see, writes one page, and asks: there is no tool that publishes, sends, or changes anything else.

const before = key.nullable().optional();

export const turnCalls = {
  list_sources: z.strictObject({ queue_id: uuid.optional() }),
  read_connection: z.strictObject({ connection_id: uuid, tool: text(1, 256), arguments: z.record(z.string(), z.unknown()).optional() }),
  try_query: z.strictObject({ query: Query }),
  set_page: z.strictObject({
    title: Page.shape.title.optional(),
    range: Range.optional(),
    zone: Page.shape.zone.optional(),
    parameters: z.array(Parameter).max(3).optional(),
  }),
  put_block: z.strictObject({ block: Block, queries: z.array(Query).max(6).optional(), before }),
  move_block: z.strictObject({ id: key, before }),
  remove_block: z.strictObject({ id: key }),
  look_at_page: z.strictObject({}),
  ask_person: z.strictObject({ questions: z.array(AskedQuestion).min(1).max(5) }),
} as const;

export type TurnCall =
  | "list_sources"
  | "read_connection"
  | "try_query"
  | "set_page"
  | "put_block"
  | "move_block"
  | "remove_block"
  | "look_at_page";

/** The call that a person confirms before it is made for the first time. */
export const readingTool = "read_connection" satisfies TurnCall;

const says: Readonly<Record<string, string>> = {
  list_sources:
    "What this workspace has: agents, queues and people with their ids, how many rows each source has, and with queue_id the fields of that queue's cases. Also the connections that this page can read with, their tools, and what was read so far.",
  read_connection:
    "Calls a tool of a connection that only reads, and keeps its rows for the page: queries of the source connections count them by the name that it returns. The person confirms each tool once. The page is refreshed with the same arguments.",
  try_query: "Runs a query and gives its first rows. Nothing is shown to anyone.",
  set_page: "Sets the title, the range that a viewer starts with, the time zone, or what a viewer can choose. What is left out stays.",
  put_block: `Adds one block with the queries that it uses, or replaces the block of the same id. \`before\` is the id of the block that follows it; without it a new block is the last one. A page has at most ${mostBlocks} blocks.`,
  move_block: "Moves a block in front of another one; `before` null or left out: to the end.",
  remove_block: "Removes a block, and the queries that no other block uses.",
  look_at_page: "Looks at the page as its readers see it now: what each block shows, and what is wrong with it.",
  ask_person:
    "Asks the person what you cannot find out. It ends your work until they answer; what you made so far stays. Ask only what changes the page.",
};

export const turnTools: ToolSpec[] = Object.entries(turnCalls).map(([name, schema]) => ({
  name,
  description: says[name] ?? "",
  parameters: parametersOf(schema),
}));
