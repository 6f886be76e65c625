/** No letters that look like digits. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** A code of 50 bits from ten random bytes, in two groups that are easy to read aloud. */
export function spokenCode(bytes: Buffer): string {
  const letters = Array.from(bytes.subarray(0, 10), (byte) => alphabet[byte & 31]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** However it was typed: with or without the dash, in capitals, with the letters that stand for digits. */
export function readSpokenCode(typed: string): string {
  const letters = typed.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
