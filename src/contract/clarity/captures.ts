import { endpoint } from "#contract/endpoint.ts";
import { int53, page, Success, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { baseName } from "#contract/library/files.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { ClarityCapture } from "./capture.ts";
import { Evidence } from "./evidence.ts";
import { maxTranscriptLetters, mediaOf } from "./media.ts";
import { snapshotKinds } from "./process.ts";
import { deletesCapture } from "./rights.ts";

const area = "Clarity";
const access = { scope: "team", by: "process_id", role: "team:member" } as const;
const contributing = { ...access, role: "team:clarity-member" } as const;
const ofProcess = z.strictObject({ process_id: idOf("clarity_process") });
const one = ofProcess.extend({ capture_id: idOf("clarity_capture") });
const legacyOne = z.strictObject({ id: idOf("clarity_process"), captureId: idOf("clarity_capture") });

/** Of one file, in bytes (ours). */
export const maxCaptureBytes = 20_000_000;
/** Of one process (ours). */
export const maxCaptures = 200;
/** What the end of a file's name says of it (ours). */
export const captureFormats = { txt: "document", md: "document", pdf: "document", docx: "document", vtt: "video", srt: "video" } as const;
export type CaptureFormat = keyof typeof captureFormats;

export function formatOf(fileName: string): CaptureFormat | undefined {
  const end = /\.([a-z]{2,4})$/.exec(fileName.toLowerCase())?.[1];
  return end !== undefined && Object.hasOwn(captureFormats, end) ? (end as CaptureFormat) : undefined;
}

const fileName = baseName.refine(
  (name) => formatOf(name) !== undefined || mediaOf(name) !== undefined,
  "Use a file that ends with .txt, .md, .pdf, .docx, .vtt, .srt, .mp4, .webm, .mov, .m4a, .mp3 or .wav",
);

export const createClarityCaptureUploadUrl = endpoint({
  name: "createClarityCaptureUploadUrl",
  method: "POST",
  path: "/v2/clarity-v2/processes/{process_id}/captures/create-upload-url",
  area,
  summary: "A signed address to PUT a document, transcript or recording to",
  access: contributing,
  changes: ["clarity_process"],
  ours: "The specification names the completion of these uploads, and no address for them.",
  params: ofProcess,
  body: z.strictObject({
    file_name: fileName,
    /** Of a recording: what is said in it, as WebVTT or SubRip. */
    transcript: text(1, maxTranscriptLetters).optional(),
    extra_capture_request_id: uuid.optional(),
  }),
  reply: z.strictObject({ signed_url: z.url(), capture_id: uuid, expires_at: timestamp }),
  errors: ["too_many", "transcript_needed", "capture_unreadable"],
});

export const completeClarityCapture = endpoint({
  name: "completeClarityCapture",
  method: "POST",
  path: "/v2/clarity-v2/processes/{process_id}/captures/{capture_id}/complete",
  area,
  summary: "Read what was uploaded and cut it into evidence",
  access: contributing,
  changes: ["clarity_process"],
  ours: "The specification names these completions without an address.",
  params: one,
  reply: z.strictObject({ capture: ClarityCapture }),
  errors: ["not_uploaded", "capture_unreadable", "transcript_needed"],
});

export const getClarityCapture = endpoint({
  name: "getClarityCapture",
  method: "GET",
  path: "/v2/clarity-v2/processes/{process_id}/captures/{capture_id}",
  area,
  summary: "A capture, with its whole transcript",
  access,
  reads: ["clarity_process"],
  params: one,
  reply: z.strictObject({ capture: ClarityCapture }),
});

export const getClarityCaptureDownloadUrl = endpoint({
  name: "getClarityCaptureDownloadUrl",
  method: "GET",
  path: "/v2/clarity-v2/processes/{process_id}/captures/{capture_id}/download-url",
  area,
  summary: "A signed address to get the file of a capture from; copies of a process have no files",
  access,
  reads: ["clarity_process"],
  ours: "The specification gives the address of a video only.",
  params: one,
  passing: true,
  reply: z.strictObject({ url: z.url(), expires_at: timestamp }),
  errors: ["capture_without_file"],
});

export const listClarityEvidence = endpoint({
  name: "listClarityEvidence",
  method: "GET",
  path: "/v2/clarity-v2/processes/{process_id}/captures/{capture_id}/evidence",
  area,
  summary: "The units that a capture is cut into, in their order",
  access: contributing,
  reads: ["clarity_process"],
  ours: "Steps cite these units; the specification leaves them to the generation.",
  params: one,
  query: z.strictObject({
    ...page(100, 500),
    /** Only those whose text or speaker contains this, case ignored. */
    search: text(0, 200).optional(),
  }),
  reply: z.strictObject({ evidence: z.array(Evidence), total: int53, limit: int53, offset: int53 }),
});

export const previewClarityCaptureDeletion = endpoint({
  name: "previewClarityCaptureDeletion",
  method: "GET",
  path: "/v2/clarity/processes/{id}/captures/{captureId}/deletion",
  area,
  summary: "Which steps a capture supports, of the live versions",
  access: { scope: "team", by: "id", role: "team:member" },
  reads: ["clarity_process"],
  ours: "What a person is told before the deletion.",
  params: legacyOne,
  reply: z.strictObject({
    steps: z.array(
      record("ClaritySupportedStep", {
        kind: z.enum(snapshotKinds),
        step_id: z.string(),
        title: z.string(),
        /** Other captures that support it. */
        others: int53,
      }),
    ),
  }),
});

export const deleteClarityCapture = endpoint({
  name: "deleteClarityCapture",
  method: "DELETE",
  path: "/v2/clarity/processes/{id}/captures/{captureId}",
  area,
  summary: "Delete a capture; steps that it supports stay, without its support",
  access: { scope: "team", by: "id", role: "team:member" },
  may: deletesCapture,
  changes: ["clarity_process"],
  params: legacyOne,
  reply: Success,
  errors: ["process_generating"],
});
