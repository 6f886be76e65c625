import { maxCaptureBytes } from "#contract/clarity/captures.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { uploadTarget } from "#server/platform/objects/upload-target.ts";
import { type CaptureGrant, keepCaptureFile } from "./captures.store.ts";

/** The bytes of a document or transcript that was announced. */
export const captureUpload = uploadTarget<CaptureGrant>("clarity_capture", (services, grant) => ({
  folder: `teams/${grant.team}/captures`,
  limit: maxCaptureBytes,
  over: new Refusal("payload_too_large", { message: `A capture has at most ${maxCaptureBytes / 1_000_000} MB. Upload a smaller file.` }),
  keep: (key, size) => keepCaptureFile(services, grant, key, size),
}));
