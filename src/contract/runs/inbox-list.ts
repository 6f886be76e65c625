import { list } from "#contract/list.ts";

/** What waits for an answer. */
export const waitingList = list({
  name: "inbox",
  words: ["request", "requests"],
  filters: {
    agent: { kind: "object", of: "agent", as: "agent_id", label: "Agent", any: "Any agent" },
    queue: { kind: "object", of: "queue", as: "queue_id", label: "Queue", any: "Any queue" },
  },
});
