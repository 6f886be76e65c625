import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { CaptureUnreadable } from "./read-capture.ts";
import { scanXml } from "./scan-xml.ts";
import { textOf } from "./text-document.ts";

/** Of the unpacked text with its marks, in bytes. */
const maxXmlBytes = 30_000_000;
const maxEntries = 10_000;

/** The paragraphs of a Word document, a line each. */
export async function readDocx(bytes: Uint8Array): Promise<string> {
  let text = "";
  scanXml(
    textOf(await documentIn(bytes)),
    { elements: 1_000_000, what: "This document" },
    collect((more) => (text += more)),
  );
  return text;
}

function collect(add: (text: string) => void) {
  // Text is in runs; what stands between them is the layout of the file.
  let inText = false;
  // What is drawn in two forms, as a text box is, has the same text in both.
  let again = 0;
  return {
    open(name: string) {
      if (name === "mc:Fallback") again++;
      if (again > 0) return;
      if (name === "w:t") inText = true;
      else if (name === "w:tab") add("\t");
      else if (name === "w:br" || name === "w:cr") add("\n");
    },
    close(name: string) {
      if (name === "mc:Fallback") again--;
      if (again > 0) return;
      if (name === "w:t") inText = false;
      else if (name === "w:p") add("\n");
    },
    text(text: string) {
      if (inText) add(text);
    },
  };
}

async function documentIn(bytes: Uint8Array): Promise<Buffer> {
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes), { decodeStrings: false });
    let entries = 0;
    for await (const entry of zip.eachEntry()) {
      if (++entries > maxEntries) throw new CaptureUnreadable("This document has too many parts.");
      if (String(entry.fileName) === "word/document.xml") return await contentOf(zip, entry);
    }
  } catch (error) {
    throw error instanceof CaptureUnreadable ? error : new CaptureUnreadable("This file is damaged or is not a Word document.");
  }
  throw new CaptureUnreadable("This file is not a Word document.");
}

/** Counted on what really comes out: what an archive says of itself is no bound. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length;
    if (size > maxXmlBytes) throw new CaptureUnreadable("This document unpacks to more than 30 MB. Split it.");
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
