import { minMaskedLength } from "#contract/connections/secrets.ts";

/** Of a value with several lines, lines shorter than this are too common to be told from other text. */
const minLineLength = 8;

/**
 * The forms in which a program, a library or a log may write a value: as it is, line by line, inside a quoted text, in an address, in base64
 * and in hex. What a program does to hide a value (reversing, splitting, compressing) is not among them.
 */
export function formsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim());
  const texts = [value, value.trim(), ...lines.filter((line) => line.length >= minLineLength)];
  const forms = texts
    .filter((text) => text.trim() !== "")
    .flatMap((text) => [text, ...quoted(text), ...asLiteral(text), ...inMarkup(text), ...inAddress(text), ...asBytes(text)]);
  return [...new Set(forms)].filter((form) => form.length >= minMaskedLength);
}

/** With characters beyond ASCII as they are, and as `\u…`; each also inside of a further quoted text, as JSON in JSON is. */
function quoted(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
  return [json, ascii].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

/** As Python shows a text (`ascii`) and bytes (`repr`). */
function asLiteral(text: string): string[] {
  const code = (char: string) => char.codePointAt(0) ?? 0;
  const ofText = (char: string) =>
    code(char) < 0x100 ? `\\x${hex(code(char), 2)}` : code(char) < 0x1_0000 ? `\\u${hex(code(char), 4)}` : `\\U${hex(code(char), 8)}`;
  const escaped = text.replaceAll("\\", "\\\\");
  const bytes = Buffer.from(escaped).toString("latin1");
  const shown = [
    escaped.replace(/[^\u0020-\u007e]/gu, ofText),
    bytes.replace(/[^\u0020-\u007e]/g, (byte) => `\\x${hex(byte.charCodeAt(0), 2)}`),
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
  const digits = bytes.toString("hex");
  // Read one byte a character, as a file that is not text is searched.
  return [bytes.toString("latin1"), digits, digits.toUpperCase(), ...base64Forms(bytes)];
}

/**
 * Base64 of something that contains the bytes depends on how many bytes stand before them: one form for each remainder by three, without
 * the characters at both ends that carry bits of the neighbours. In both alphabets.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
