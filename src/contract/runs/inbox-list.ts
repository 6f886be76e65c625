import { list } from "#contract/list.ts";

const about = {
  agent: { kind: "object", of: "agent", as: "agent_id", label: "Agent", any: "Any agent" },
  queue: { kind: "object", of: "queue", as: "queue_id", label: "Queue", any: "Any queue" },
} as const;

/** What waits for an answer. */
export const waitingList = list({ name: "inbox", words: ["request", "requests"], filters: about });

/** Everything that waits. */
export const inboxList = list({
  name: "inbox",
  words: ["request", "requests"],
  filters: {
    kind: {
      kind: "choice",
      label: "Kind",
      any: "Any kind",
      options: {
        request: "Questions and approvals",
        approval: "Case approvals",
        connection: "Connections",
        join_request: "Requests to join",
        review: "Reviews",
        dashboard: "Dashboards",
        capture: "Captures",
        suggestion: "Suggestions",
      },
    },
    ...about,
  },
});
