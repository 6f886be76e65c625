import { maxCaptureBytes } from "#contract/clarity/captures.ts";
import { maxMediaBytes } from "#contract/clarity/media.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { uploadTarget } from "#server/platform/objects/upload-target.ts";
import { type CaptureGrant, keepCaptureFile } from "./captures.store.ts";

/** The bytes of a document, transcript or recording that was announced. */
export const captureUpload = uploadTarget<CaptureGrant>("clarity_capture", (services, grant) => ({
  folder: `teams/${grant.team}/captures`,
  limit: limitOf(grant),
  over: new Refusal("payload_too_large", {
    message: `${grant.media ? "A recording" : "A capture"} has at most ${limitOf(grant) / 1_000_000} MB. Upload a smaller file.`,
  }),
  keep: (key, size) => keepCaptureFile(services, grant, key, size),
}));

const limitOf = ({ media }: CaptureGrant) => (media ? maxMediaBytes : maxCaptureBytes);
