import { int53, timestamp } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/**
 * What a run spent its time on: its model, a tool, its program; or waiting, for an approval, for an answer, for the run of another agent, for a free
 * worker, or for the next try after a passing fault, which lasts until that try has its answer.
 */
export const stretchKinds = ["model", "tool", "program", "approval", "question", "sub_agent", "place", "retry"] as const;
export type StretchKind = (typeof stretchKinds)[number];

/** Of a longer run the last ones are read. */
export const maxTimedMessages = 10_000;
/** Into how many the time of a run is cut: stretches of one kind that lie within a unit are told as one. */
export const timeUnits = 60;
/** Those that are as long as a unit, and of each kind those that are shorter: two in a row take more than one. */
export const maxStretches = timeUnits + 1 + stretchKinds.length * (2 * timeUnits + 1);

const Stretch = record("RunStretch", {
  kind: z.enum(stretchKinds),
  /** The tool, what is asked, or the other agent. */
  name: z.string().nullable(),
  started_at: timestamp,
  /** Null while it lasts: of such a one `ms` is how long it has. */
  ended_at: timestamp.nullable(),
  /** How much of that was of this kind. */
  ms: int53,
  /** Of how many it is made. */
  count: int53,
  message_offset: int53,
});
export type RunStretch = z.output<typeof Stretch>;

/** The time of a run, as far as it is. Stretches lie beside each other; where there is none, it had ended and went on later. */
export const RunTime = z.array(Stretch).max(maxStretches);
