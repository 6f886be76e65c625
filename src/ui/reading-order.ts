/**
 * A text from elsewhere, with the signs that turn what follows around written out, as in `⟨U+202E⟩`: unseen, they make one thing look like another.
 * What is copied keeps them.
 */
export function inReadingOrder(text: string): string {
  return text.replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (sign) => `⟨U+${codeOf(sign)}⟩`);
}

function codeOf(sign: string): string {
  return sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
