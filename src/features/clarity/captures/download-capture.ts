import { call } from "#api/client.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { getClarityCaptureDownloadUrl } from "#contract/clarity/captures.ts";
import { problemOf } from "#ui/problem.ts";
import { toast } from "#ui/toast.ts";
import { captureTitle } from "./capture-words.ts";

/** Fetches a signed address and hands it to the browser, which keeps the file. */
export async function downloadCapture(capture: ClarityCapture): Promise<void> {
  const name = captureTitle(capture);
  try {
    const { url } = await call(getClarityCaptureDownloadUrl, { params: { process_id: capture.processId, capture_id: capture.id } });
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
  } catch (error) {
    toast(`${name} could not be downloaded. ${problemOf(error).message}`, { failed: true });
  }
}
