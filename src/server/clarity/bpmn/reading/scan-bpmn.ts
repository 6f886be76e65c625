import { Parser } from "saxen";
import type { BpmnFindingCode } from "#contract/clarity/bpmn-read.ts";

/** What a file can have: far more than any process that people drew, and little enough to be read in a moment. */
const most = { bytes: 2_000_000, depth: 64, elements: 20_000, attributes: 100_000, references: 20_000 };
const said = (count: number) => count.toLocaleString("en");

export type Scanned = { readonly text: string } | { readonly code: BpmnFindingCode; readonly message: string };

/** Looks through a file once, before anything is made of it: what it says of itself is no reason to spend memory or time on it. */
export function scanBpmn(given: Uint8Array | string): Scanned {
  const bytes = typeof given === "string" ? Buffer.from(given, "utf8") : given;
  if (bytes.length > most.bytes) return { code: "too_large", message: "This file has more than 2 MB" };
  const text = typeof given === "string" ? given.replace(/^\ufeff/, "") : decoded(bytes);
  if (text === undefined || !text.isWellFormed()) return { code: "not_utf8", message: "This file is not encoded in UTF-8" };
  const encoding = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)/.exec(text)?.[1] ?? "utf-8";
  // Letters of ASCII are the same in every encoding that can declare itself so.
  if (!/^utf-?8$/i.test(encoding) && /[^\u0000-\u007f]/.test(text))
    return { code: "not_utf8", message: `This file says that it is encoded in ${encoding.slice(0, 40)}. Save it in UTF-8` };
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) return malformed("It has characters that XML does not allow");
  let references = 0;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1))
    if (++references > most.references) return { code: "too_much", message: `This file has more than ${said(most.references)} “&”` };
  return walked(text) ?? { text: withLetters(text) };
}

const malformed = (what: string): Scanned => ({ code: "not_well_formed", message: `This is not well-formed XML. ${what}` });

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function walked(text: string): Scanned | undefined {
  let [depth, elements, attributes, roots] = [0, 0, 0, 0];
  let found: Scanned | undefined;
  const parser = new Parser();
  const stop = (why: Scanned) => {
    found ??= why;
    parser.stop();
  };
  const tooMuch = (what: string) => stop({ code: "too_much", message: `This file has more than ${what}` });
  const check = (value: string) => {
    const wrong = wrongReference(value);
    if (wrong !== undefined) stop(malformed(`${wrong.slice(0, 40)} stands for nothing`));
  };
  parser
    .on("openTag", (_name, own) => {
      if (depth++ === 0) roots++;
      if (roots > 1) return stop(malformed("It has a second root"));
      if (depth > most.depth) return tooMuch(`${most.depth} levels`);
      if (++elements > most.elements) return tooMuch(`${said(most.elements)} elements`);
      const values = Object.values(own());
      if ((attributes += values.length) > most.attributes) return tooMuch(`${said(most.attributes)} attributes`);
      for (const value of values) if (value.includes("&")) check(value);
    })
    .on("closeTag", () => void depth--)
    .on("text", check)
    .on("attention", () => stop({ code: "declaration", message: "This file has a document type. Remove it" }))
    .on("question", (instruction) => {
      if (!text.startsWith(instruction) || !/^<\?xml\s/.test(instruction))
        stop({ code: "declaration", message: "This file has an instruction for programs. Remove it" });
    })
    .on("warn", ({ message }) => stop(malformed(sentence(message))))
    .on("error", ({ message }) => stop(malformed(sentence(message))))
    .parse(text);
  return found;
}

const sentence = (message: string) => message.charAt(0).toUpperCase() + message.slice(1, 200);

/** The first `&…` that is none of the five names and no number of a letter. */
function wrongReference(text: string): string | undefined {
  if (!text.includes("&")) return undefined;
  for (const [whole, inside] of text.matchAll(/&([^&;\s]{0,40};?)/g)) {
    if (/^(amp|lt|gt|quot|apos);$/.test(inside ?? "")) continue;
    const code = codeOf(whole);
    if (code === undefined || !isLetter(code)) return whole;
  }
  return undefined;
}

function codeOf(reference: string): number | undefined {
  const [, hex, decimal] = /^&#(?:x([\da-f]{1,8})|(\d{1,10}));$/i.exec(reference) ?? [];
  if (hex !== undefined) return Number.parseInt(hex, 16);
  return decimal === undefined ? undefined : Number(decimal);
}

const isLetter = (code: number) =>
  [9, 10, 13].includes(code) || (code >= 0x20 && code < 0xd800) || (code >= 0xe000 && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);

/** Numbers of letters past the first 65,536 as those letters: the parser would read others. */
function withLetters(text: string): string {
  return text.replace(/&#(?:x[\da-f]{5,8}|\d{5,10});/gi, (reference) => {
    const code = codeOf(reference) ?? 0;
    return code > 0xffff && isLetter(code) ? String.fromCodePoint(code) : reference;
  });
}
