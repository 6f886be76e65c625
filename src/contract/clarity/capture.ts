import { int53, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { captureStatuses } from "./process.ts";

const line = { pageNumber: int53, startOffset: int53, endOffset: int53 };
const TextPlaces = record("ClarityTextPlaces", {
  pages: z.array(record("ClarityTextPage", { ...line, lines: z.array(record("ClarityTextLine", { ...line, lineNumber: int53 })) })),
});
export type TextPlaces = z.output<typeof TextPlaces>;

export const CaptureMessage = record("ClarityCaptureMessage", {
  source: z.enum(["ai", "user", "interviewer"]),
  speakerName: z.string().optional(),
  message: z.string(),
  timestamp: z.number().optional(),
});
export type CaptureMessage = z.output<typeof CaptureMessage>;

/** What was collected about a process, in the spelling of version 1. */
export const ClarityCapture = record("ClarityCapture", {
  id: uuid,
  processId: uuid,
  userId: uuid,
  userName: z.string().optional(),
  type: z.string(),
  videoUrl: z.string().nullable(),
  videoTranscript: z.string().nullable(),
  documentFileName: z.string().nullable().optional(),
  documentTextMetadata: TextPlaces.nullable().optional(),
  transcript: z.array(CaptureMessage).nullable(),
  hasTranscript: z.boolean().optional(),
  hasVideoTranscript: z.boolean().optional(),
  transcriptQuestionCount: int53.optional(),
  status: z.enum(captureStatuses),
  /** Of one that failed (ours). */
  failureReason: z.string().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type ClarityCapture = z.output<typeof ClarityCapture>;

/** Whether a process can be generated from a capture: it is complete, and has text. Nothing is read from a picture. */
export function hasText({ status, hasTranscript, hasVideoTranscript }: ClarityCapture): boolean {
  return status === "complete" && (hasTranscript === true || hasVideoTranscript === true);
}
