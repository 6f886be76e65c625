import { caseFailureNames } from "#contract/queues/case-failures.ts";
import { runList } from "#contract/runs/run-list.ts";
import { caseAges } from "./case-ages.ts";

/**
 * What a dashboard can count, and by what. A query names nothing else: its SQL is made from these keys only, and what a person reads of a figure (the
 * sentence behind it, its unit) is written here once, for the model, the page and its exports.
 */

/**
 * How a figure is written, and what it may be added up with. `share`: from 0 to 1. `number`: a field of a case schema, whose unit is its name.
 */
export type Unit = "count" | "share" | "ms" | "tokens" | "number";

export interface Measure {
  readonly label: string;
  /** What is counted, in one sentence that stands beside the figure. */
  readonly says: string;
  readonly unit: Unit;
  /** Whether figures of groups add up to the one of all: counts do, shares and percentiles do not. */
  readonly adds: boolean;
  /** Whether more of it is better or worse; undefined where it is neither. */
  readonly better?: "more" | "less";
}

export interface Dimension {
  readonly label: string;
  /** Its values are ids of this kind, shown by name. */
  readonly of?: "agent" | "queue" | "person" | "revision" | "schedule" | "connection";
  /** Its values are these words. */
  readonly words?: Readonly<Record<string, string>>;
  /** It has other values too, which are their own names. */
  readonly open?: true;
  /** One thing can have several of its values: groups do not add up to all. */
  readonly several?: true;
  /** What a group without a value is called. */
  readonly none?: string;
}

export interface Source {
  readonly label: string;
  readonly says: string;
  readonly measures: Readonly<Record<string, Measure>>;
  readonly dimensions: Readonly<Record<string, Dimension>>;
  /** What its instants are: `time` groups by it, and the range of a query is about it. Undefined: it is as things stand now. */
  readonly time?: string;
}

const count = (label: string, says: string, better?: "more" | "less"): Measure => ({
  label,
  says,
  unit: "count",
  adds: true,
  ...(better && { better }),
});
const duration = (label: string, says: string): Measure => ({ label, says, unit: "ms", adds: false, better: "less" });

const caseState: Dimension = {
  label: "State",
  words: {
    pending: "Pending",
    in_progress: "In progress",
    needs_input: "Needs input",
    postponed: "Postponed",
    completed: "Completed",
    failed: "Failed",
    canceled: "Canceled",
  },
};
const caseFailure: Dimension = { label: "Cause of failure", words: caseFailureNames, open: true, none: "Not failed" };

const agent: Dimension = { label: "Agent", of: "agent", none: "No agent" };
const queue: Dimension = { label: "Queue", of: "queue", none: "No queue" };

export const sources = {
  runs: {
    label: "Runs",
    says: "Every run of the team that the viewer may see.",
    time: "when it was created",
    measures: {
      count: count("Runs", "Runs that were created."),
      completed: count("Completed runs", "Runs that completed.", "more"),
      failed: count("Failed runs", "Runs that failed.", "less"),
      stopped: count("Stopped runs", "Runs that a person or a rule stopped."),
      success_rate: {
        label: "Success rate",
        says: "Completed runs, of those that completed or failed.",
        unit: "share",
        adds: false,
        better: "more",
      },
      duration_p50: duration("Duration, median", "From its start to its end, without the time in which it waited for people."),
      duration_p95: duration("Duration, p95", "95 of 100 runs took at most this long, without the time in which they waited for people."),
      tokens: { label: "Tokens", says: "Tokens that models read and wrote.", unit: "tokens", adds: true },
      pass_rate: {
        label: "Pass rate",
        says: "Runs that passed, of those that were evaluated.",
        unit: "share",
        adds: false,
        better: "more",
      },
      failed_evaluation: count("Failed evaluation", "Runs that failed a rubric.", "less"),
    },
    dimensions: {
      agent,
      status: {
        label: "Status",
        words: {
          completed: "Completed",
          failed: "Failed",
          interrupted: "Stopped",
          waiting: "Waiting",
          running: "Running",
          starting: "Starting",
          pending: "Queued",
          not_started: "Not started",
        },
      },
      source: {
        label: "Source",
        words: runList.filters.source.options,
        open: true,
      },
      person: { label: "Started by", of: "person", none: "No person" },
      queue,
      revision: { label: "Revision", of: "revision", none: "No revision" },
      failure: { label: "Failure", none: "No failure", open: true },
    },
  },
  cases: {
    label: "Cases",
    says: "Every case in the queues of the team.",
    time: "when it was created",
    measures: {
      count: count("Cases", "Cases that were created."),
      open: count("Open cases", "Cases that are pending, in progress, postponed or wait for a person.", "less"),
      completed: count("Completed cases", "Cases that were completed.", "more"),
      failed: count("Failed cases", "Cases that failed.", "less"),
      age_p50: duration("Age, median", "How long open cases have been there."),
      time_to_close_p50: duration("Time to close, median", "From the creation of a case to its end."),
      time_to_close_p95: duration("Time to close, p95", "95 of 100 closed cases took at most this long."),
      evaluated: count("Evaluated cases", "Cases that were evaluated."),
      pass_rate: {
        label: "Pass rate",
        says: "Cases that passed, of those that were evaluated.",
        unit: "share",
        adds: false,
        better: "more",
      },
    },
    dimensions: {
      queue,
      state: caseState,
      failure: caseFailure,
      age: { label: "Age", words: caseAges, none: "Closed" },
      priority: { label: "Priority", words: { high: "High", medium: "Medium", none: "No priority" } },
      label: { label: "Label", none: "No label", open: true, several: true },
      /** The agent of the run that worked on it last. */
      agent,
    },
  },
  flow: {
    label: "Flow",
    says: "What came into the queues of the team, and what left them.",
    time: "when it came or left",
    measures: {
      arrived: count("Arrived", "Cases that were created."),
      closed: count("Closed", "Cases that were completed, failed or canceled.", "more"),
      time_to_close_p50: duration("Time to close, median", "From the creation of a case to its end, of those that left."),
      time_to_close_p95: duration("Time to close, p95", "95 of 100 cases that left had taken at most this long."),
      backlog: { label: "Backlog", says: "Open cases at the end of each period.", unit: "count", adds: false, better: "less" },
    },
    /** As the case is now. */
    dimensions: { queue, state: caseState, failure: caseFailure },
  },
  schedules: {
    label: "Schedules",
    says: "What was due in the schedules of the team that the viewer may see.",
    time: "when it was due",
    measures: {
      due: count("Due", "Due times."),
      started: count("Started", "Due times that started a run.", "more"),
      missed: count("Missed", "Due times that did not start a run.", "less"),
    },
    dimensions: {
      agent,
      schedule: { label: "Schedule", of: "schedule" },
      person: { label: "Owner", of: "person" },
      outcome: {
        label: "Outcome",
        words: {
          started: "Started",
          by_hand: "Started by hand",
          overlap: "Still running",
          missed: "Missed",
          missing_connection: "Missing connection",
          no_live: "No live revision",
          owner_left: "Owner left",
        },
      },
    },
  },
  connections: {
    label: "Connections",
    says: "Rows that a tool of a connection answered, as they were last read.",
    measures: { count: count("Rows", "Rows that the tool answered.") },
    dimensions: { read: { label: "Read", open: true } },
  },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as [SourceName, ...SourceName[]];

/** The dimension that every source with a time has: its grain is a field of the query. */
export const timeDimension = "time";
export const grains = ["hour", "day", "week", "month"] as const;
export type Grain = (typeof grains)[number];

/** What stands before the path of a field: of the case schema, or of the rows that a tool answered. */
export const fieldPrefix = "field.";

/** The dimension whose values have fields of their own, by source: a query by these fields names one of its values. */
export const fieldOwners: Readonly<Record<string, string>> = { cases: "queue", connections: "read" } satisfies Partial<
  Record<SourceName, string>
>;

/** A source as it is looked up by a name that may be anyone's. */
export function sourceOf(name: string): Source | undefined {
  return Object.hasOwn(sources, name) ? sources[name as SourceName] : undefined;
}
