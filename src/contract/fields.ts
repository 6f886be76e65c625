import { record } from "./record.ts";
import { hasUnseen, unseenRefused, withoutUnseen } from "./unseen.ts";
import { emptyWords, z } from "./zod.ts";

/** Any version and variant. In small letters, as the store answers it: ids are compared as texts everywhere. */
export const uuid = z.guid().toLowerCase();
/** Of another object as much as a reader has to know. */
export const Named = record("NamedObject", { id: uuid, name: z.string() });
export type Named = z.output<typeof Named>;

/** What an operation that has nothing else to tell answers. What it could not do is an error, never a success that is false. */
export const Success = record("Success", { success: z.literal(true) });
/** ISO 8601 in UTC with milliseconds, as every record carries it. */
export const timestamp = z.iso.datetime();
/** An instant that a caller gives: any date-time of RFC 3339, in UTC from here on. The calendar that the store keeps has no year 0. */
export const instant = z.iso
  .datetime({ offset: true })
  .overwrite(inUtc)
  .refine((value) => !/^(0000|[+-])/.test(value), { error: "Use a year from 0001 to 9999" });
/** The instant from which on something counts: a plain date means its first moment in UTC. */
export const instantOrDate = z.union(
  [
    instant,
    z.iso
      .date()
      .refine((value) => !value.startsWith("0000"), { error: "Use a year from 0001 to 9999" })
      .overwrite((value) => (value.length === 10 ? `${value}T00:00:00.000Z` : value)),
  ],
  { error: "Use a date such as 2026-01-31, or a date and time such as 2026-01-31T09:30:00Z" },
);
function inUtc(given: string): string {
  const { data } = z.coerce.date().safeParse(given);
  return data?.toISOString() ?? given;
}
/** Whether a text is an instant as records carry it: `Date` alone takes the 30th of February for the 2nd of March. */
export function isTimestamp(value: string): boolean {
  return z.coerce.date().safeParse(value).data?.toISOString() === value && !value.startsWith("0000");
}
/** A whole number that a JavaScript number holds exactly. */
export const int53 = z.int().min(0).max(9007199254740991);

/** Query parameters arrive as text. A number is written in digits alone: `1e1` and `0x10` are mistakes. */
export const queryInt = (min: number, max: number) => z.unknown().transform(numberInDigits).pipe(wholeNumber.min(min).max(max));
const wholeNumber = z.int({ error: ({ code }) => (code === "invalid_type" ? "Use one whole number" : undefined) });
function numberInDigits(given: unknown): unknown {
  if (typeof given !== "string") return given;
  return /^-?\d{1,16}$/.test(given) ? Number(given) : Number.NaN;
}
export const queryFlag = z.enum(["true", "false"]);

/** `limit` and `offset` of a list. The bounds differ by list and come from the specification. */
export function page(defaultLimit: number, maxLimit: number) {
  return {
    limit: queryInt(1, maxLimit).default(defaultLimit),
    offset: queryInt(0, 9007199254740991).default(0),
  };
}

/**
 * Text that a person reads: no NUL (the store refuses it) and no lone surrogates (they would change silently).
 * The maximum is ours wherever the specification gives none.
 */
export function text(min: number, max: number) {
  return z.string().min(min).max(max).refine(storable, unstorable);
}
export const unstorable = { error: "This contains characters that cannot be stored" };
export function storable(value: string): boolean {
  return !value.includes("\u0000") && value.isWellFormed();
}
/** The same for every text and key of a JSON value, whose depth is bounded where it is read. */
export function allStorable(value: unknown): boolean {
  if (typeof value === "string") return storable(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inside]) => storable(key) && allStorable(inside));
}

/**
 * A word of a set that areas add to: asked at each use, where `z.enum` is closed when it is made. `documented`: those that the document names,
 * where they are fewer.
 */
export function wordOf<W extends string>(words: () => readonly string[], documented = words): z.ZodType<W, W> {
  const one = z.string().refine((given) => words().includes(given), { error: () => `Use one of: ${words().join(", ")}` });
  const told = {
    get enum() {
      return [...documented()];
    },
  };
  return one.meta(told) as unknown as z.ZodType<W, W>;
}

/** What people know a thing by. Spaces around it are dropped, for two that differ in nothing else look the same, and something of it can be seen. */
const known = (base: z.ZodString, length: number) =>
  base
    .trim()
    .min(1)
    .max(length)
    .refine(storable, unstorable)
    .refine(isVisible, { error: (issue) => emptyWords(issue.path) });
export function isVisible(value: string): boolean {
  return /[^\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(value);
}

/**
 * A title that also comes from files, programs and other services. What nobody sees in it is dropped and not refused: one such row would fail
 * all that are sent with it.
 */
export const titleUpTo = (length: number) => known(z.string().overwrite(withoutUnseen), length);

/** A title of one line. */
export const nameUpTo = (length: number) =>
  known(z.string(), length)
    .refine(isOneLine, { error: "Use a single line" })
    .refine((value) => !hasUnseen(value), unseenRefused);
export function isOneLine(value: string): boolean {
  return !/[\n\v\f\r\u0085\u2028\u2029]/.test(value);
}
/** The limit of 200 is ours. */
export const name = nameUpTo(200);

/**
 * A path below a team's or a sandbox's root: segments joined by `/`, none of them empty, `.` or `..`; no backslash or control character.
 * At most 1,024 bytes of UTF-8 and 255 a segment (ours: what the common file systems take).
 */
export const filePath = text(1, 1024).refine(isFilePath, { error: ({ input }) => faultOfPath(String(input)) });
export function isFilePath(value: string): boolean {
  return faultOfPath(value) === undefined;
}
export function faultOfPath(value: string): string | undefined {
  const parts = value.split("/");
  if (/[\\\u0000-\u001f\u007f]/.test(value)) return "Leave out \\, line breaks and other control characters";
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "Use a relative path such as reports/2026.csv, without empty parts, “.” or “..”";
  if (utf8Length(value) > 1024 || parts.some((part) => utf8Length(part) > 255))
    return "Use at most 1,024 bytes, and 255 for each part between two /";
  return undefined;
}

/** A path that is given to something new. One that was stored before stays readable, and can be renamed and deleted. */
export const newFilePath = filePath.refine((path) => !hasUnseen(path), unseenRefused);

/** Bytes of a text in UTF-8. */
function utf8Length(value: string): number {
  let bytes = 0;
  for (const char of value) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** For a cursor that no list has given: it belongs to no order either, so no rule about orders is asked after it. */
export const otherCursor = { error: "Use the `next` of an earlier answer", abort: true } as const;
