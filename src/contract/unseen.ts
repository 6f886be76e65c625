/**
 * Characters that show nothing themselves: those that a reader ignores by default, and controls other than tab and line breaks. They hide text from
 * a person that a model reads, make two texts look the same, or turn letters around (U+202A to U+202E: “exe.png” is seen where “gnp.exe” is stored).
 * What changes how a letter looks stays beside that letter: joiners, the look of an emoji, variants of Chinese and Mongolian characters, three flags.
 */
const kept = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;
const unseen = [
  String.raw`[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufff9-\ufffb]`,
  String.raw`(?<![\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}\ufe0f])[\u200c\u200d]`,
  String.raw`(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u200c\u200d]`,
  String.raw`(?<!\p{Emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<!\p{sc=Han})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<!\p{sc=Mongolian})[\u180b-\u180d\u180f]`,
  String.raw`(?![\u200c\u200d\ufe0e\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}])\p{DI}`,
].join("|");
const each = new RegExp(`${kept}|(${unseen})`, "gu");

/** Those of a text, as in `U+202E`: each once. */
function unseenIn(value: string): string[] {
  const found = [...value.matchAll(each)].flatMap(([, one]) => one?.codePointAt(0) ?? []);
  return [...new Set(found)].map((code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`);
}

export function hasUnseen(value: string): boolean {
  return unseenIn(value).length > 0;
}

export function withoutUnseen(value: string): string {
  return value.replace(each, (all: string, one: string | undefined) => (one === undefined ? all : ""));
}

/** The same for every text and key of a JSON value. */
export function withoutUnseenIn(value: unknown): unknown {
  if (typeof value === "string") return withoutUnseen(value);
  if (Array.isArray(value)) return value.map(withoutUnseenIn);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [withoutUnseen(key), withoutUnseenIn(inside)]));
}

const mostNamed = 3;

/** Names are refused, for a person gives them and can give another. */
export const unseenRefused = {
  error: ({ input }: { readonly input?: unknown }) => {
    const found = typeof input === "string" ? unseenIn(input) : [];
    const named = `${found.slice(0, mostNamed).join(", ")}${found.length > mostNamed ? "…" : ""}`;
    return `Remove the invisible characters (${named}). They hide or turn around the letters beside them`;
  },
};
