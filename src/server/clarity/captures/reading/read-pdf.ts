import { getDocumentProxy } from "unpdf";
import { CaptureUnreadable } from "./read-capture.ts";
import { maxLetters } from "./text-document.ts";

const maxPages = 500;

/** The text of each page. A PDF has no lines: where one ends is told by its parts. Nothing in it runs, and nothing is fetched. */
export async function readPdf(bytes: Uint8Array): Promise<string[]> {
  const document = await opened(bytes);
  if (document.numPages > maxPages) throw new CaptureUnreadable(`This PDF has more than ${maxPages} pages. Split it into several.`);
  const pages: string[] = [];
  let letters = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const text = await textOfPage(document, number);
    letters += text.length;
    if (letters > maxLetters)
      throw new CaptureUnreadable(`This PDF has more than ${maxLetters.toLocaleString("en")} characters. Split it.`);
    pages.push(text.replace(/\n+$/, ""));
  }
  return pages;
}

async function textOfPage(document: Awaited<ReturnType<typeof opened>>, number: number): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
  } catch {
    throw new CaptureUnreadable(`This PDF is damaged on page ${number}.`);
  }
}

async function opened(bytes: Uint8Array) {
  if (Buffer.from(bytes.subarray(0, 1_024)).indexOf("%PDF-") === -1) throw new CaptureUnreadable("This file is not a PDF.");
  try {
    // Of what is odd in a file it would tell the log of the service, line by line.
    return await getDocumentProxy(new Uint8Array(bytes), { useSystemFonts: false, disableFontFace: true, verbosity: 0 });
  } catch (error) {
    const locked = error instanceof Error && error.name === "PasswordException";
    throw new CaptureUnreadable(locked ? "This PDF has a password. Use one without." : "This PDF is damaged.");
  }
}
