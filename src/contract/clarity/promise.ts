import { endpoint } from "#contract/endpoint.ts";
import { int53, Named, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { EvidenceLocator } from "./step-source.ts";

/** What is promised of an agent when a process is handed over to it. */
export const promiseFigures = ["cases_a_week", "minutes_a_case", "success"] as const;
export type PromiseFigure = (typeof promiseFigures)[number];

/** As many changes of one figure are kept. */
export const maxPromiseChanges = 500;
/** As many of them are shown. */
export const shownPromiseChanges = 100;
/** As many passages are offered as sources of one figure. */
export const maxPromisePassages = 20;

const amount = (max: number) => z.number().min(0.01).max(max);
/** The most that can be promised: a hundred thousand cases, a week without a pause, every case. */
export const promiseValues = {
  cases_a_week: amount(100_000),
  minutes_a_case: amount(10_080),
  /** A share: 0.95 is 95%. */
  success: amount(1),
} as const satisfies Record<PromiseFigure, z.ZodNumber>;

/** A passage of a capture that says how much it is. */
export const PromisePassage = record("ClarityPromisePassage", {
  evidence_id: z.string(),
  capture_id: uuid,
  attribution: z.string(),
  excerpt: z.string(),
  locator: EvidenceLocator,
});
export type PromisePassage = z.output<typeof PromisePassage>;

export const PromisedFigure = record("ClarityPromisedFigure", {
  value: z.number(),
  /** Raised by each change. */
  revision: int53,
  /** No capture says it. */
  assumption: z.boolean(),
  /** Null of an assumption, and where the capture was deleted. */
  source: PromisePassage.nullable(),
  /** The proposal that was live when it was said. */
  proposal_id: uuid.nullable(),
  confirmed_at: timestamp.nullable(),
  /** Who said it last, and confirmed it where it is confirmed. */
  changed_by: Named.nullable(),
  changed_at: timestamp,
});
export type PromisedFigure = z.output<typeof PromisedFigure>;

const figure = z.enum(promiseFigures);
const ofEach = <T extends z.ZodType>(of: T) => ({ cases_a_week: of, minutes_a_case: of, success: of });

export const ClarityPromise = record("ClarityPromise", {
  ...ofEach(PromisedFigure.nullable()),
  /** The latest changes first, at most 100. */
  history: z.array(
    record("ClarityPromiseChange", {
      figure,
      value: z.number(),
      assumption: z.boolean(),
      confirmed: z.boolean(),
      changed_by: Named.nullable(),
      changed_at: timestamp,
    }),
  ),
  /** Passages of its captures that say such a figure, at most 20 of each. */
  passages: z.strictObject(ofEach(z.array(PromisePassage))),
});
export type ClarityPromise = z.output<typeof ClarityPromise>;

const passageId = z.string().refine((id) => /^[0-9a-f-]{36}:\d{1,9}$/.test(id), { error: "Use the id of a passage" });
const given = (value: z.ZodNumber) =>
  z
    .strictObject({
      value,
      /** A passage of a capture of the process; null: it is an assumption. */
      evidence_id: passageId.nullable(),
      confirmed: z.boolean(),
      /** The one that was changed; 0: there was none. */
      revision: int53,
    })
    .optional();
/** What one figure is changed to. */
export const promiseInput = z.strictObject({
  cases_a_week: given(promiseValues.cases_a_week),
  minutes_a_case: given(promiseValues.minutes_a_case),
  success: given(promiseValues.success),
});
export type PromiseInput = z.output<typeof promiseInput>;
export type GivenFigure = NonNullable<PromiseInput[PromiseFigure]>;

const path = "/v2/clarity-v2/processes/{process_id}/promise";
const params = z.strictObject({ process_id: idOf("clarity_process") });
const ours = "The specification measures no promise.";

export const getClarityPromise = endpoint({
  name: "getClarityPromise",
  method: "GET",
  path,
  area: "Clarity",
  summary: "What is promised of a process, with who confirmed it",
  access: { scope: "team", by: "process_id", role: "team:member" },
  reads: ["clarity_process"],
  ours,
  params,
  reply: ClarityPromise,
});

export const updateClarityPromise = endpoint({
  name: "updateClarityPromise",
  method: "PATCH",
  path,
  area: "Clarity",
  summary: "Change or confirm promised figures, each by itself",
  access: { scope: "team", by: "process_id", role: "team:builder" },
  changes: ["clarity_process"],
  records: "clarity_process.promised",
  ours,
  params,
  body: promiseInput,
  reply: ClarityPromise,
  errors: ["promise_overtaken", "too_many"],
});
