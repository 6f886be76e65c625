import type * as contract from "#contract/clarity/captures.ts";
import { type CaptureFormat, captureFormats, formatOf } from "#contract/clarity/captures.ts";
import { deletesCapture } from "#contract/clarity/rights.ts";
import { mediaFormats, mediaOf } from "#contract/clarity/media.ts";
import { artifactTypeOf } from "#contract/clarity/artifact-imports.ts";
import { isCaptured } from "#server/clarity/processes/contents.store.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { recordProcess } from "#server/clarity/processes/record-process.ts";
import { lockedProcess, requireIdle } from "#server/clarity/processes/require-process.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import { whoOf } from "#server/platform/http/access.ts";
import { askedFirst, type Handlers } from "#server/platform/http/context.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { signedAddress } from "#server/platform/objects/signed-addresses.ts";
import { announceFile, endUpload, expiry, orRefused, readUpload } from "./adding.ts";
import { captureOf, listEvidence, lockCapture, removeCapture } from "./captures.store.ts";
import { mediaHeadBytes, requireMedia } from "./reading/media-head.ts";
import { readCapture } from "./reading/read-capture.ts";
import { requireCapture } from "./require-capture.ts";
import { startListening } from "./start-listening.ts";
import { stepsSupportedBy, unresolveSources } from "./supported-steps.ts";

const mediaTypes: Readonly<Record<CaptureFormat, string>> = {
  txt: "text/plain; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  vtt: "text/vtt; charset=utf-8",
  srt: "application/x-subrip",
};

/** What a browser is told that a file is. */
function mediaTypeOf(fileName: string): string | undefined {
  const format = formatOf(fileName);
  if (format !== undefined) return mediaTypes[format];
  const media = mediaOf(fileName);
  return media === undefined ? artifactTypeOf(fileName) : mediaFormats[media];
}

const reads = (fileName: string) => formatOf(fileName) !== undefined || mediaOf(fileName) !== undefined;

export const clarityCaptureHandlers: Handlers<typeof contract, EngineContext> = {
  // What is said in a recording is read before the recording comes: it is large, and nothing of it is sent in vain.
  createClarityCaptureUploadUrl: askedFirst(
    async ({ body: { file_name: fileName, transcript } }, { team, config }) => {
      if (mediaOf(fileName) === undefined) {
        if (transcript !== undefined) throw invalid(["transcript"], "A transcript goes with a video or an audio file.");
        return undefined;
      }
      if (transcript === undefined) {
        if (config.model.transcription === undefined) throw refuse("transcript_needed");
        return undefined;
      }
      return orRefused(() => readCapture({ format: "vtt", team: team.id, bytes: async () => Buffer.from(transcript) }));
    },
    ({ params, body: { file_name: fileName, extra_capture_request_id: requestId } }, context, said) => {
      const format = formatOf(fileName);
      const type = format ? captureFormats[format] : "video";
      return announceFile(context, { processId: params.process_id, type, fileName, said, requestId });
    },
  ),

  completeClarityCapture: askedFirst(
    ({ params }, context) =>
      readUpload(context, {
        params,
        reads,
        read: async (name, bytes, first) => {
          const media = mediaOf(name);
          if (media === undefined) return readCapture({ format: formatOf(name) ?? "txt", team: context.team.id, bytes });
          requireMedia(media, await first(mediaHeadBytes));
          return undefined;
        },
      }),
    ({ params }, context, brought) =>
      endUpload(context, { params, reads, brought, listen: (processId, captureId) => startListening(context, processId, captureId) }),
  ),

  async getClarityCapture({ params }, context) {
    const { id } = await requireCapture(context, params.process_id, params.capture_id);
    return { capture: await captureOf(context.db, id) };
  },

  async getClarityCaptureDownloadUrl({ params }, context) {
    const { object_key: key, document_file_name: name } = await requireCapture(context, params.process_id, params.capture_id);
    const type = mediaTypeOf(name ?? "");
    if (key === null || name === null || type === undefined) throw refuse("capture_without_file");
    const { exp, expires_at } = expiry(context);
    return { url: signedAddress(context, { op: "get", key, name, type, exp }), expires_at };
  },

  async listClarityEvidence({ params, query: { limit, offset, search } }, context) {
    const capture = await requireCapture(context, params.process_id, params.capture_id);
    return { ...(await listEvidence(context.db, capture.id, { limit, offset, search })), limit, offset };
  },

  async previewClarityCaptureDeletion({ params }, context) {
    const capture = await requireCapture(context, params.id, params.captureId);
    return { steps: await stepsSupportedBy(context.db, params.id, capture.id) };
  },

  async deleteClarityCapture({ params }, context) {
    const { db } = context;
    const process = await lockedProcess(context, params.id);
    const capture = await lockCapture(db, process.id, params.captureId);
    if (!capture) throw refuse("not_found");
    if (!deletesCapture({ userId: capture.user_id }, whoOf(context))) throw refuse("forbidden");
    requireIdle(process);
    await unresolveSources(db, process.id, capture.id);
    await removeCapture(db, capture.id);
    const emptied = process.status === "collecting" && !(await isCaptured(db, process.id));
    await patchProcess(db, process.id, emptied ? { status: "draft" } : {});
    await recordProcess(context, process, "clarity_process.capture_deleted");
    context.changed("clarity_process", process.id);
    return { success: true as const };
  },
};
