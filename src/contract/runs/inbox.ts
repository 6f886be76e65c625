import { endpoint } from "#contract/endpoint.ts";
import { int53, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** What can wait for a person, the most urgent first: what a run stands still for, what stops others from working, and what can wait. */
export const inboxKinds = ["request", "approval", "connection", "join_request", "review", "dashboard", "capture", "suggestion"] as const;
export type InboxKind = (typeof inboxKinds)[number];

/** What has a page of its own to deal with it. */
export const InboxThing = record("InboxThing", {
  kind: z.enum(inboxKinds).extract(["connection", "join_request", "dashboard", "capture", "suggestion"]),
  id: uuid,
  title: z.string(),
  /** Of a suggestion its agent, of a person the address, of a connection what it leads to, of a question its dashboard, of a capture its process. */
  about: z.string(),
  agent_id: uuid.nullable(),
  since: timestamp,
});
export type InboxThing = z.output<typeof InboxThing>;

const Counts = record("InboxCounts", Object.fromEntries(inboxKinds.map((kind) => [kind, int53])) as Record<InboxKind, typeof int53>);

export const getInbox = endpoint({
  name: "getInbox",
  method: "GET",
  path: "/v2/teams/{teamId}/inbox",
  area: "Runs",
  summary: "How much waits for the caller, and what no other list has",
  access: { scope: "team", by: "teamId", role: "team:clarity-member" },
  reads: ["human_request", "case_approval", "builder_run", "suggestion", "connection", "invite", "artifact_message", "clarity_process"],
  ours: "The count of the inbox would otherwise be the sum of several lists, each of another moment.",
  params: z.strictObject({ teamId: idOf("team") }),
  reply: z.strictObject({
    total: int53,
    counts: Counts,
    /** At most 100 of each kind. */
    things: z.array(InboxThing),
  }),
});
