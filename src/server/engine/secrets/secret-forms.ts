import { minMaskedLength } from "#contract/connections/secrets.ts";
import { base64Forms, disguises, inDigits, otherAlphabets, spelledForms } from "./spelled-forms.ts";

/** Of a value with several lines, lines shorter than this are too common to be told from other text. */
const minLineLength = 8;

/**
 * How much is spelled out in all: files of keys would come to millions of forms, and a run waits for them. It is some hundred short values, or
 * three files.
 */
export class SpellingRoom {
  #left = 20_000;

  takes(text: string): boolean {
    this.#left -= text.length + 100;
    return this.#left >= 0;
  }
}

/**
 * The forms in which a program, a library or a log may write a value: as it is, line by line, inside a quoted text, in an address, in base64
 * and hex, and, while there is room, in the other usual notations and the simplest disguises. What hides a value better (splitting, compressing,
 * encrypting it) is not among them.
 */
export function formsOf(value: string, room: SpellingRoom): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  const texts = [value, value.trim(), ...lines.filter((line) => line.length >= minLineLength)];
  const forms = [...new Set(texts)]
    .filter((text) => text.trim() !== "")
    .flatMap((text) => [
      text,
      ...quoted(text),
      ...asLiteral(text),
      ...inMarkup(text),
      ...inAddress(text),
      ...asBytes(text),
      ...(room.takes(text) ? [...spelledForms(text), ...otherAlphabets(text), ...disguises(text)] : []),
    ]);
  return [...new Set(forms)].filter((form) => form.length >= minMaskedLength);
}

/** With characters beyond ASCII as they are, and as `\u…`; each also inside of a further quoted text, as JSON in JSON is. */
function quoted(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
  return [json, ascii].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

/** What Python's `repr` does not show as it is: control and format characters, unassigned ones, and spaces other than the usual one. */
const unprintable = /(?! )[\p{C}\p{Z}]/gu;

/** As Python shows a text (`repr`, `ascii`) and bytes (`repr`). */
function asLiteral(text: string): string[] {
  const code = (char: string) => char.codePointAt(0) ?? 0;
  const named: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  const ofText = (char: string) => named[char] ?? escape(char);
  const escape = (char: string) =>
    code(char) < 0x100 ? `\\x${hex(code(char), 2)}` : code(char) < 0x1_0000 ? `\\u${hex(code(char), 4)}` : `\\U${hex(code(char), 8)}`;
  const escaped = text.replaceAll("\\", "\\\\");
  const bytes = Buffer.from(escaped).toString("latin1");
  const shown = [
    escaped.replace(unprintable, ofText),
    escaped.replace(/[^\u0020-\u007e]/gu, ofText),
    bytes.replace(/[^\u0020-\u007e]/g, ofText),
  ];
  // Between apostrophes, where the text has both kinds of quotes.
  return shown.flatMap((form) => [form, form.replaceAll("'", "\\'")]);
}

/** In HTML and XML, with the two usual ways to write an apostrophe. */
function inMarkup(text: string): string[] {
  const marked = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const attribute = marked.replaceAll('"', "&quot;");
  return [marked, attribute, attribute.replaceAll("'", "&#x27;"), attribute.replaceAll("'", "&#39;")];
}

const hex = (code: number, width: number) => code.toString(16).padStart(width, "0");

/** As the usual libraries write a part of an address or a form. */
function inAddress(text: string): string[] {
  const loose = encodeURIComponent(text.toWellFormed());
  const strict = loose.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return [loose, strict].flatMap((form) => {
    const variants = [form, form.replaceAll("%20", "+"), form.replaceAll("%2F", "/")];
    return [...variants, ...variants.map((v) => v.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))];
  });
}

function asBytes(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < minMaskedLength) return [];
  // Read one byte a character, as a file that is not text is searched.
  return [bytes.toString("latin1"), ...inDigits(bytes), ...base64Forms(bytes)];
}
