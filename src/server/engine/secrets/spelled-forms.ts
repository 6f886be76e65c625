/** Forms of a value that write each character or byte by itself, or change the alphabet. */
import { minMaskedLength } from "#contract/connections/secrets.ts";

/** A value that somebody could as well have written in other letters is a word, and reversed or in capitals another one. */
const minDisguisedLength = 8;

/** Byte by byte and character by character, in the notations of tools and languages. */
export function spelledForms(text: string): string[] {
  const bytes = [...Buffer.from(text)];
  const characters = [...text];
  const codes = characters.map((char) => char.codePointAt(0) ?? 0);
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, "0"));
  const marked = (mark: string) => digits.map((two) => mark + two);
  const pairs = digits.flatMap((two, i) => (i % 2 === 0 ? [two + (digits[i + 1] ?? "")] : []));
  const lower = [
    ...[" ", ":", "-", ","].map((between) => digits.join(between)),
    pairs.join(" "),
    ...["%", "\\x"].map((mark) => marked(mark).join("")),
    ...[" ", ",", ", "].map((between) => marked("0x").join(between)),
    codes.map((code) => `&#x${code.toString(16)};`).join(""),
    codes.map((code) => `\\u${code.toString(16).padStart(4, "0")}`).join(""),
  ];
  return [
    ...lower,
    // The marks themselves stay small.
    ...lower.map((form) => form.replaceAll(/[0-9a-f]{2,}/g, (run) => run.toUpperCase())),
    codes.map((code) => `&#${code};`).join(""),
    ...[bytes, codes].flatMap((list) => [" ", ",", ", ", "\n"].map((between) => list.join(between))),
    ...[" ", "\n", "-", ",", ", ", "', '", '", "', '","'].map((between) => characters.join(between)),
    ...utf16(text).map((wide) => wide.toString()),
    characters.join("\0"),
  ];
}

/** Backwards, in other letters, and 13 letters on. */
export function disguises(text: string): string[] {
  if (text.length < minDisguisedLength) return [];
  const turned = [...text].toReversed().join("");
  const rotated = text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
  const plain = /^[\p{L}\s]*$/u.test(text);
  return [turned, rotated, ...(plain ? [] : [text.toUpperCase(), text.toLowerCase()])];
}

/** As bytes: in base32, twice in base64 as a header in a file of settings may be, and in two bytes a character as Windows writes texts. */
export function otherAlphabets(text: string): string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < minMaskedLength) return [];
  const twice = base64Forms(bytes).flatMap((form) => base64Forms(Buffer.from(form)));
  return [...base32Forms(bytes), ...twice, ...utf16(text).flatMap((wide) => [...inDigits(wide), ...base64Forms(wide)])];
}

export function inDigits(bytes: Buffer): string[] {
  const digits = bytes.toString("hex");
  return [digits, digits.toUpperCase()];
}

/** The bytes of the two orders. */
function utf16(text: string): Buffer[] {
  const little = Buffer.from(text, "utf16le");
  return [little, Buffer.from(little).swap16()];
}

/**
 * Base64 of something that contains the bytes depends on how many bytes stand before them: one form for each remainder by three, without
 * the characters at both ends that carry bits of the neighbours. In both alphabets.
 */
export function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const own = ownDigits(Buffer.concat([Buffer.alloc(before), bytes]).toString("base64"), before, bytes.length, 6);
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** Base32 in the same way, for each remainder by five, in capitals and small letters. */
function base32Forms(bytes: Buffer): string[] {
  return [0, 1, 2, 3, 4].flatMap((before) => {
    const own = ownDigits(base32(Buffer.concat([Buffer.alloc(before), bytes])), before, bytes.length, 5);
    return [own, own.toLowerCase()];
  });
}

/** Of an encoding with so many bits a character, those characters that come from the bytes alone. */
function ownDigits(text: string, before: number, length: number, bits: number): string {
  return text.slice(Math.ceil((before * 8) / bits), Math.floor(((before + length) * 8) / bits));
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Without padding: whatever has it contains this. */
function base32(bytes: Buffer): string {
  let text = "";
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}
