import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** Queues, their cases and what is done to many of them. */
export const queuePlaces: PlacesOfArea = {
  full: ({ checker, bankImport, bankDraft, queue, openCase, typed, job, automation, worked }) => [
    { name: "revision-queues", path: `agents/${bankImport}/revisions/${bankDraft}?tab=queues`, shows: "Takes work from" },
    { name: "queues", path: "queues", shows: "Invoices to check" },
    { name: "queue", path: `queues/${queue}`, shows: "Invoice R0000323" },
    { name: "queue-import", path: `queues/${queue}/import`, shows: "Drop a CSV here" },
    { name: "queue-import-without-schema", path: `queues/${typed.undeclared}/import`, shows: "This queue has no schema yet" },
    { name: "case", path: `queues/${queue}/cases/${openCase}`, shows: "Charged twice" },
    { name: "case-typed", path: `queues/${typed.queue}/cases/${typed.case}`, shows: "fits version 2 of its schema" },
    { name: "queue-schema", path: `queues/${typed.queue}?tab=settings`, shows: "What for, and how much" },
    { name: "queue-labels", path: `queues/${queue}?tab=labels`, shows: "October" },
    { name: "queue-board", path: `queues/${queue}?layout=board`, shows: "Invoice R0000323" },
    { name: "queue-jobs", path: `queues/${queue}?tab=jobs`, shows: "Give 1 case the priority" },
    { name: "job", path: `queues/${queue}/jobs/${job}`, shows: "Was so already" },
    { name: "job-import", path: `queues/${typed.queue}/jobs/${typed.imported}`, shows: "2 rows were refused" },
    { name: "job-import-refused", path: `queues/${typed.queue}/jobs/${typed.imported}?outcome=failed`, shows: "It has 1 field" },
    { name: "queue-evaluation", path: `queues/${worked.queue}?tab=evaluation`, shows: "From instructions" },
    { name: "queue-triggers", path: `queues/${worked.queue}?tab=triggers`, shows: "Who would take which case" },
    { name: "queue-routed", path: `queues/${automation.queue}?tab=triggers`, shows: "Set by Revision 1 of Month-end reminders" },
    { name: "queue-triggers-none", path: `queues/${queue}?tab=triggers`, shows: "No agent has to do with this queue" },
    { name: "agent-trigger", path: `agents/${checker}?tab=trigger`, shows: "No queue starts this agent" },
    { name: "queue-evaluation-none", path: `queues/${queue}?tab=evaluation`, shows: "No case was judged yet" },
    { name: "case-judged", path: `queues/${worked.queue}/cases/${worked.judged}`, shows: "Judged by" },
    { name: "queue-settings", path: `queues/${queue}?tab=settings`, shows: "Takes the queue's labels" },
    { name: "queue-success", path: `queues/${queue}?status=success`, shows: "Success: none" },
  ],
  empty: [{ name: "queues", path: "queues", shows: "No queues yet" }],
  failing: ({ queue, openCase, job }) => [
    { name: "queues", path: "queues", shows: couldNotLoad },
    { name: "queue", path: `queues/${queue}`, shows: couldNotLoad },
    { name: "queue-evaluation", path: `queues/${queue}?tab=evaluation`, shows: couldNotLoad },
    { name: "case", path: `queues/${queue}/cases/${openCase}`, shows: couldNotLoad },
    { name: "job", path: `queues/${queue}/jobs/${job}`, shows: couldNotLoad },
  ],
};
