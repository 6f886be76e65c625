import { int53 } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { EvidenceLocator } from "./step-source.ts";

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
