import { int53 } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** Where in a capture something was said. */
export const EvidenceLocator = choice("ClarityLocator", "type", [
  record("ClarityMessageLocator", { type: z.literal("transcript_message"), messageIndex: int53, timestampMs: int53.optional() }),
  record("ClarityTextLocator", {
    type: z.literal("document_text_range"),
    startOffset: int53,
    endOffset: int53,
    pageNumber: int53.optional(),
    startLine: int53.optional(),
    endLine: int53.optional(),
  }),
  record("ClarityElementLocator", {
    type: z.literal("bpmn_element"),
    elementId: z.string(),
    elementType: z.string().optional(),
    name: z.string().optional(),
  }),
]);
export type EvidenceLocator = z.output<typeof EvidenceLocator>;

/** A unit of a capture, as steps cite it: a message, a line, an element. It never changes. */
export const Evidence = record("ClarityEvidence", {
  id: z.string(),
  ordinal: int53,
  locator: EvidenceLocator,
  text: z.string(),
  /** Who said it, where the capture says so. */
  person: z.string().nullable(),
});
export type Evidence = z.output<typeof Evidence>;
