/** The text that bytes hold, or undefined when they are not UTF-8 or contain a NUL, which no text does. Keeps a byte-order mark. */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
