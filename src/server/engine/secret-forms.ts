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
  const forms = texts.filter((text) => text.trim() !== "").flatMap((text) => [text, ...quoted(text), ...inAddress(text), ...asBytes(text)]);
  return [...new Set(forms)].filter((form) => form.length >= minMaskedLength);
}

/** With characters beyond ASCII as they are, and as `\u…`. */
function quoted(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  return [json, json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)];
}

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
  const hex = bytes.toString("hex");
  // Read one byte a character, as a file that is not text is searched.
  return [bytes.toString("latin1"), hex, hex.toUpperCase(), ...base64Forms(bytes)];
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
