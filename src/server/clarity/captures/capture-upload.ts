import { maxCaptureBytes } from "#contract/clarity/captures.ts";
import { maxListenedBytes } from "#contract/clarity/media.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { uploadTarget } from "#server/platform/objects/upload-target.ts";
import { type CaptureGrant, keepCaptureFile } from "./captures.store.ts";

/** The bytes of a document, transcript or recording that was announced. */
export const captureUpload = uploadTarget<CaptureGrant>("clarity_capture", (services, grant) => {
  const { team, most: limit = maxCaptureBytes } = grant;
  const what = limit === maxCaptureBytes ? "A capture" : limit === maxListenedBytes ? "A recording without a transcript" : "A recording";
  return {
    folder: `teams/${team}/captures`,
    limit,
    over: new Refusal("payload_too_large", { message: `${what} has at most ${limit / 1_000_000} MB. Upload a smaller file.` }),
    keep: (key, size) => keepCaptureFile(services, grant, key, size),
  };
});
