import { endpoint } from "#contract/endpoint.ts";
import { queryInt, wordOf } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { ourTopics } from "#contract/areas.ts";
import type { Topic } from "#contract/topics.ts";
import { z } from "#contract/zod.ts";

/** Says that something changed, never what: readers fetch again. `version` grows within a process. */
export const LiveEvent = record("LiveEvent", {
  topic: wordOf<Topic>(() => ourTopics),
  /** Of the object, or `*`: more of them than could be named. */
  id: z.string(),
  version: z.int(),
});
export type LiveEvent = z.output<typeof LiveEvent>;

export const streamEvents = endpoint({
  name: "streamEvents",
  method: "GET",
  path: "/v2/teams/{teamId}/events",
  area: "Live",
  summary: "Server-sent events about changes in a team; a comment every 15 seconds keeps the line open",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: [],
  ours: "Live screens would otherwise poll against the quota.",
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({
    /** Milliseconds. What changed in them is told first, so that nothing is missed that was read before the line was open. */
    since_ms: queryInt(0, 86_400_000).optional(),
  }),
  reply: LiveEvent,
  errors: ["too_many_streams"],
  stream: true,
});
