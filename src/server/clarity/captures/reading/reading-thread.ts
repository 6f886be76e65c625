import { parentPort, workerData } from "node:worker_threads";
import type { CaptureFormat } from "#contract/clarity/captures.ts";
import { describe } from "#server/platform/work/describe.ts";
import { CaptureUnreadable, type Outcome, type ReadCapture } from "./read-capture.ts";
import { readDocx } from "./read-docx.ts";
import { readPdf } from "./read-pdf.ts";
import { readTranscript } from "./read-transcript.ts";
import { textDocument, textOf } from "./text-document.ts";

// A thread that reads one file that somebody sent, and ends with it.
const { format, bytes } = workerData as { format: CaptureFormat; bytes: Uint8Array };

async function read(): Promise<ReadCapture> {
  if (format === "pdf") return textDocument(await readPdf(bytes), { paged: true });
  if (format === "docx") return textDocument([await readDocx(bytes)], { paged: false });
  const text = textOf(bytes);
  return format === "vtt" || format === "srt" ? readTranscript(text) : textDocument([text], { paged: false });
}

const answer = (outcome: Outcome) => parentPort?.postMessage(outcome);
await read().then(
  (found) => answer({ read: found }),
  (error: unknown) => answer(error instanceof CaptureUnreadable ? { unreadable: error.message } : { failed: describe(error) }),
);
