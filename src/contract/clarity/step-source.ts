import { int53, text, uuid } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const levels = ["low", "medium", "high"] as const;

const positive = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

/** Where a quote is in its capture. */
const SourceLocator = choice("ClaritySourceLocator", "type", [
  record("ClarityMessageLocator", { type: z.literal("transcript_message"), messageIndex: int53, timestampMs: int53.optional() }),
  record("ClarityTextLocator", {
    type: z.literal("document_text_range"),
    startOffset: int53,
    endOffset: positive,
    pageNumber: positive.optional(),
    startLine: positive.optional(),
    endLine: positive.optional(),
  }).refine(({ startOffset, endOffset }) => endOffset > startOffset, { path: ["endOffset"], error: "Use an end after the start" }),
  record("ClarityElementLocator", {
    type: z.literal("bpmn_element"),
    elementId: text(1, 500),
    elementType: text(1, 200).optional(),
    name: text(1, 2_000).optional(),
  }),
  record("ClarityFrameLocator", { type: z.literal("screenshare_frame"), timestampMs: int53 }),
  record("ClarityManualLocator", { type: z.literal("manual") }),
  record("ClarityUnresolvedLocator", { type: z.literal("unresolved"), reason: text(1, 2_000).optional() }),
]);

/** What a step rests on: the words, who said them, and where. The maximums are ours. */
export const StepSource = record("ClarityStepSource", {
  attribution: text(1, 500),
  excerpt: text(1, 10_000),
  captureId: uuid.optional(),
  evidenceId: text(1, 200).optional(),
  locator: SourceLocator.optional(),
  sourceConfidence: z.enum(levels).optional(),
  resolutionStatus: z.enum(["resolved", "unresolved", "legacy", "manual"]).optional(),
});
export type StepSource = z.output<typeof StepSource>;
