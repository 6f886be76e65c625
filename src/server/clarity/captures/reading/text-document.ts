import { withoutUnseen } from "#contract/unseen.ts";
import { decodeText } from "#server/library/files/decode-text.ts";
import { CaptureUnreadable, type ReadCapture, type Unit } from "./read-capture.ts";

/** Of one capture, in characters. */
export const maxLetters = 1_000_000;
export const maxUnits = 20_000;
/** A longer line is cut where a sentence ends. */
const unitLetters = 600;

export const tooLong = `This file has more than ${maxLetters.toLocaleString("en")} characters or ${maxUnits.toLocaleString("en")} lines. Split it into several.`;

/**
 * Text in UTF-8, or in UTF-16 where the file starts with its mark. Other encodings are not guessed: a wrong guess would put other letters into quotes.
 * Throws for them, and for what is no text.
 */
export function textOf(bytes: Uint8Array): string {
  const text = decodeText(bytes) ?? decodeUtf16(bytes);
  if (text === undefined)
    throw new CaptureUnreadable(
      "This file is not text in UTF-8 or UTF-16. Open it in a text editor, save it with the encoding UTF-8, then add it again.",
    );
  return text;
}

function decodeUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : undefined;
  if (encoding === undefined) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Text that a person can read as it is and the store can hold: one kind of line break, no invisible letters, no NUL. */
export function readable(text: string): string {
  if (text.length > maxLetters * 2) throw new CaptureUnreadable(tooLong);
  const plain = withoutUnseen(
    text
      .toWellFormed()
      .replaceAll("\0", "")
      .replace(/\r\n?|[\u2028\u2029\f\v]/g, "\n"),
  );
  if (plain.length > maxLetters) throw new CaptureUnreadable(tooLong);
  return plain;
}

/** A document of pages, cut into its lines. Offsets are those of the stored text, in which a line break ends each line and each page. */
export function textDocument(pages: readonly string[], { paged }: { paged: boolean }): ReadCapture {
  const plain = pages.map(readable);
  const text = plain.join("\n");
  if (text.length > maxLetters) throw new CaptureUnreadable(tooLong);
  const units: Unit[] = [];
  let start = 0;
  const places = plain.map((page, index) => {
    const pageNumber = index + 1;
    const pageStart = start;
    const lines = page.split("\n").map((line, at) => {
      const place = { pageNumber, lineNumber: at + 1, startOffset: start, endOffset: start + line.length };
      for (const [from, to] of cut(line)) {
        const range = { startOffset: start + from, endOffset: start + to, startLine: at + 1, endLine: at + 1 };
        units.push({
          locator: { type: "document_text_range", ...range, ...(paged && { pageNumber }) },
          text: line.slice(from, to),
          person: null,
        });
      }
      start += line.length + 1;
      return place;
    });
    if (units.length > maxUnits) throw new CaptureUnreadable(tooLong);
    return { pageNumber, startOffset: pageStart, endOffset: start - 1, lines };
  });
  if (units.length === 0)
    throw new CaptureUnreadable(paged ? "This PDF has no text: its pages are pictures. Use one with text." : "This file has no text.");
  return { transcript: [{ source: "user", message: text }], videoTranscript: null, places: { pages: places }, units };
}

/** A text line by line, long ones cut where a sentence ends. */
export function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => cut(line).map(([from, to]) => line.slice(from, to)));
}

/** Where the units of a line begin and end, without the space around them. */
function cut(line: string): [number, number][] {
  const units: [number, number][] = [];
  let from = 0;
  while (from < line.length) {
    const to = line.length - from <= unitLetters ? line.length : endOfUnit(line, from);
    const part = line.slice(from, to);
    const text = part.trim();
    if (text !== "") {
      const first = from + part.indexOf(text);
      units.push([first, first + text.length]);
    }
    from = to;
  }
  return units;
}

function endOfUnit(line: string, from: number): number {
  const part = line.slice(from, from + unitLetters);
  const sentence = Math.max(part.lastIndexOf(". "), part.lastIndexOf("? "), part.lastIndexOf("! "));
  const end = sentence > 0 ? sentence + 1 : part.lastIndexOf(" ");
  if (end > 0) return from + end;
  // A letter of two halves stays whole.
  return from + (/[\ud800-\udbff]$/.test(part) ? unitLetters - 1 : unitLetters);
}
