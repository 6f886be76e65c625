import { list } from "#contract/list.ts";

export const runList = list({
  name: "runs",
  views: "team",
  words: ["run", "runs"],
  finds: "Search finds titles by the start of each word.",
  filters: {
    status: {
      kind: "choice",
      label: "Status",
      any: "Any status",
      options: {
        needs_attention: "Needs attention",
        running: "Running",
        waiting: "Waiting",
        pending: "Queued",
        starting: "Starting",
        completed: "Completed",
        failed: "Failed",
        stopped: "Stopped",
      },
      also: ["not_started", "interrupted"],
      former: { interrupted: "stopped" },
    },
    /** The code of what runs failed by. */
    failure: { kind: "word", as: "failure_code", says: "failure", label: "Failure", any: "Any failure", max: 100 },
    evaluation: {
      kind: "choice",
      as: "has_issues",
      label: "Evaluation",
      any: "Any evaluation",
      options: { failed: "Failed" },
      sends: { failed: "true" },
      more: true,
    },
    agent: { kind: "object", of: "agent", as: "agent_id", label: "Agent", any: "Any agent" },
    since: { kind: "since", label: "Created", any: "Any time", more: true },
    from: { kind: "instant", as: "since", says: "from", label: "Created from", any: "Any time", more: true },
    to: { kind: "instant", as: "created_before", says: "before", label: "Created before", any: "Any time", more: true },
    queue: { kind: "id", as: "case_queue_id", says: "queue", label: "Queue", any: "Any queue", more: true },
    revision: { kind: "id", says: "revision", label: "Revision", any: "Any revision", more: true },
    person: { kind: "id", as: "user_id", says: "person", label: "Person", any: "Any person", more: true },
    source: {
      kind: "word",
      says: "source",
      label: "Source",
      any: "Any source",
      options: {
        console: "Console",
        api: "API",
        scheduling: "Schedule",
        event_trigger: "Event",
        case_trigger: "Queue",
        handover: "Handover",
        sub_agent: "Another agent",
      },
      max: 100,
      more: true,
    },
    who: { kind: "mine", as: "user_id", label: "Started by", any: "Everyone", more: true },
    search: { kind: "text", label: "Search titles", max: 200 },
  },
  sorts: {
    start: { by: "created", order: "desc" },
    by: { created: { as: "created_at", asc: "oldest first", desc: "newest first" } },
  },
});

declare module "#contract/list.ts" {
  interface ViewedLists {
    runs: "team";
  }
}
