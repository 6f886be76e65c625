import { list } from "#contract/list.ts";

export const caseList = list({
  name: "cases",
  views: "queue",
  words: ["case", "cases"],
  filters: {
    /** Tabs, in this order: first every case once, then those again that were judged. */
    status: {
      kind: "choice",
      label: "State of the cases",
      any: "All",
      place: true,
      options: {
        open: "Open",
        pending: "Pending",
        claimed: "In progress",
        needs_input: "Needs input",
        postponed: "Postponed",
        completed: "Completed",
        failed: "Failed",
        canceled: "Canceled",
        judged: "Evaluated",
        success: "Passed",
        issues: "Failed evaluation",
      },
    },
    priority: { kind: "choice", label: "Priority", any: "Any priority", options: { high: "High", medium: "Medium", none: "No priority" } },
    label: { kind: "label", label: "Label", any: "Any label" },
    /** The place of a field and a value of it. Each further one is offered once those before it are set. */
    field: { kind: "label", label: "Field", any: "Any field" },
    field2: { kind: "label", label: "Second field", any: "And a field" },
    field3: { kind: "label", label: "Third field", any: "And a field" },
    since: { kind: "since", as: "updated_at_from", label: "Last change", any: "Any time", more: true },
    from: { kind: "instant", as: "created_at_from", says: "from", label: "Created from", any: "Any time", more: true },
    to: { kind: "instant", as: "created_at_before", says: "before", label: "Created before", any: "Any time", more: true },
    /** What links of figures choose: when cases came to their end, and what those failed by that did. */
    closed_from: {
      kind: "instant",
      as: "completed_at_from",
      says: "closed from",
      label: "Closed from",
      any: "Any time",
      more: true,
    },
    closed_to: { kind: "instant", as: "completed_at_before", says: "closed before", label: "Closed before", any: "Any time", more: true },
    failure: { kind: "word", says: "cause", label: "Cause of failure", any: "Any cause", max: 100, more: true },
    search: { kind: "text", label: "Search cases", max: 200 },
  },
  sorts: {
    start: { by: "created", order: "desc" },
    by: { created: { as: "created_at", asc: "oldest first", desc: "newest first" } },
    also: ["updated_at", "postponed_to"],
    fields: true,
  },
});

declare module "#contract/list.ts" {
  interface ViewedLists {
    cases: "queue";
  }
}
