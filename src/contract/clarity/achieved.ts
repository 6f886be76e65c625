import { endpoint } from "#contract/endpoint.ts";
import { int53, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { zone } from "#contract/zone.ts";
import { z } from "#contract/zod.ts";

export const verdicts = ["kept", "missed", "cannot_tell", "too_few", "not_promised"] as const;
export type Verdict = (typeof verdicts)[number];
const verdict = z.enum(verdicts).meta({ id: "ClarityVerdict" });

/** As many of the latest runs are measured. */
export const maxMeasuredRuns = 10_000;
/** As many of the latest failures are shown. */
export const maxShownFailures = 50;
/** As many of the latest weeks are shown and measured. */
export const maxWeeks = 53;

/** What is said of any measured figure. */
const judged = {
  /** As it was confirmed; null: no figure is. */
  promise: z.number().nullable(),
  /** 95%. Null where there are too few for one. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  verdict,
};
/** About how many cases in all would tell; null where that is known already, and where none would. */
const tellsWith = int53.nullable();

const AchievedSuccess = record("ClarityAchievedSuccess", {
  ...judged,
  succeeded: int53,
  /** Cases of which it is known. */
  decided: int53,
  share: z.number().nullable(),
  tells_with: tellsWith,
});

const Bin = record("ClarityBin", { succeeded: int53, failed: int53 });
const AchievedMinutes = record("ClarityAchievedMinutes", {
  ...judged,
  measured: int53,
  median: z.number().nullable(),
  /** The half of the cases in the middle. */
  quarter: z.number().nullable(),
  three_quarters: z.number().nullable(),
  /** The median of what people took of the same cases. */
  waited: z.number().nullable(),
  /** Failed cases that took longer than was promised. */
  failed_over: int53,
  tells_with: tellsWith,
  /** Columns from 0 to `top`, and what is past it. */
  bins: z.array(Bin),
  beyond: Bin,
  top: z.number(),
  step: z.number(),
});
export type AchievedMinutes = z.output<typeof AchievedMinutes>;

const AchievedWeeks = record("ClarityAchievedWeeks", {
  ...judged,
  median: z.number().nullable(),
  whole: int53,
  /** The earliest first, at most 53. */
  weeks: z.array(record("ClarityAchievedWeek", { week: z.string(), cases: int53, whole: z.boolean() })),
});

/** A case that the agent did not bring to a good end. */
export const FailedCase = record("ClarityFailedCase", {
  run_id: uuid,
  title: z.string(),
  run_number: int53,
  ended_at: timestamp,
  /** What the run, the judge or the case says of it; null: nothing does. */
  cause: z.string().nullable(),
  /** The step that the run was at, where it said so. */
  step_id: z.string().nullable(),
});
export type FailedCase = z.output<typeof FailedCase>;

const AchievedStep = record("ClarityAchievedStep", {
  step_id: z.string(),
  /** Its number in the proposal, and what it is called there. */
  number: int53,
  title: z.string(),
  mode: z.enum(["agent", "person", "outside"]).nullable(),
  role: z.string().nullable(),
  runs: int53,
  /** Median minutes, of at least 20 runs. */
  minutes: z.number().nullable(),
  waits: int53,
  /** Median minutes of waiting for people, of at least 20 runs that did. */
  waited: z.number().nullable(),
  failed: int53,
  /** When the newest capture that supports it was added. */
  evidence_at: timestamp.nullable(),
  failed_since: int53,
});
export type AchievedStep = z.output<typeof AchievedStep>;

export const ClarityAchieved = record("ClarityAchieved", {
  /** `handed_over`: no revision that was built from a proposal has been live. */
  state: z.enum(["not_handed_over", "handed_over", "live"]),
  agent: record("ClarityAgent", { id: uuid, name: z.string() }).nullable(),
  /** The live revision of the agent. */
  revision: record("ClarityLiveRevision", { build_id: uuid, number: int53, live_at: timestamp }).nullable(),
  /** From when on runs are measured. */
  since: timestamp.nullable(),
  measured_at: timestamp,
  runs: int53,
  /** Cases, and runs without one. */
  cases: int53,
  /** Whether any run has a case. */
  of_cases: z.boolean(),
  /** Under way, or stopped by a person: nothing is said of them. */
  undecided: int53,
  /** There are more than 10,000 runs: the latest are measured. */
  truncated: z.boolean(),
  success: AchievedSuccess,
  minutes: AchievedMinutes,
  weeks: AchievedWeeks,
  failed: int53,
  /** The latest first, at most 50. */
  failures: z.array(FailedCase),
  /** What runs said of where they were; empty where none did. */
  steps: z.array(AchievedStep),
  /** When the newest capture of the process was added, and how many cases failed after it. */
  evidence_at: timestamp.nullable(),
  failed_since: int53,
});
export type ClarityAchieved = z.output<typeof ClarityAchieved>;

export const getClarityAchieved = endpoint({
  name: "getClarityAchieved",
  method: "GET",
  path: "/v2/clarity-v2/processes/{process_id}/achieved",
  area: "Clarity",
  summary: "What became of the promise of a process, by the runs of its agent",
  access: { scope: "team", by: "process_id", role: "team:member" },
  // Every run changes it. It is asked anew whenever somebody looks.
  reads: [],
  ours: "The specification measures no promise.",
  params: z.strictObject({ process_id: idOf("clarity_process") }),
  query: z.strictObject({
    /** `live`: of the live revision only. */
    revision: z.enum(["all", "live"]).default("all"),
    /** Whose weeks are counted. */
    timezone: zone.optional(),
  }),
  reply: ClarityAchieved,
});
