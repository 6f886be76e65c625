/**
 * Whether a text has every word of a search, in any order and any case of letters. For lists that are whole in memory, on both sides: a file has the
 * rows of its screen. Of a search without words every text.
 */
export function soughtBy(search: string): (text: string) => boolean {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return (text) => {
    const whole = folded(text);
    return words.every((word) => whole.includes(word));
  };
}

/** Accents that a system writes as letters of their own, as names of files from a Mac have them, are part of their letter. */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
