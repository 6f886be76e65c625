import { CaptureUnreadable, type Outcome, type ReadCapture, type SentBytes } from "./read-capture.ts";
import { readDocx } from "./read-docx.ts";
import { readPdf } from "./read-pdf.ts";
import { readTranscript } from "./read-transcript.ts";
import { textDocument, textOf } from "./text-document.ts";

/** For a process of its own. */
export async function answer(sent: SentBytes): Promise<Outcome> {
  try {
    return { read: await read(sent) };
  } catch (error) {
    if (error instanceof CaptureUnreadable) return { unreadable: error.message };
    throw error;
  }
}

async function read({ format, bytes }: SentBytes): Promise<ReadCapture> {
  if (format === "pdf") return textDocument(await readPdf(bytes), { paged: true });
  if (format === "docx") return textDocument([await readDocx(bytes)], { paged: false });
  const text = textOf(bytes);
  return format === "vtt" || format === "srt" ? readTranscript(text) : textDocument([text], { paged: false });
}
