import { int53, text, uuid } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const levels = ["low", "medium", "high"] as const;

const positive = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

const MessageLocator = record("ClarityMessageLocator", {
  type: z.literal("transcript_message"),
  messageIndex: int53,
  timestampMs: int53.optional(),
});
const TextLocator = record("ClarityTextLocator", {
  type: z.literal("document_text_range"),
  startOffset: int53,
  endOffset: positive,
  pageNumber: positive.optional(),
  startLine: positive.optional(),
  endLine: positive.optional(),
}).refine(({ startOffset, endOffset }) => endOffset > startOffset, { path: ["endOffset"], error: "Use an end after the start" });
const ElementLocator = record("ClarityElementLocator", {
  type: z.literal("bpmn_element"),
  elementId: text(1, 500),
  elementType: text(1, 200).optional(),
  name: text(1, 2_000).optional(),
});

/** Where in its capture a unit is. */
export const EvidenceLocator = choice("ClarityLocator", "type", [MessageLocator, TextLocator, ElementLocator]);
export type EvidenceLocator = z.output<typeof EvidenceLocator>;

/** Where a quote is, or why it is nowhere. */
const SourceLocator = choice("ClaritySourceLocator", "type", [
  MessageLocator,
  TextLocator,
  ElementLocator,
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
