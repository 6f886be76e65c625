import { z } from "#contract/zod.ts";

/** A call that changes nothing: the sentence is its result, and says what to do instead. */
export class WrongCall extends Error {}

type Issue = z.core.$ZodIssue;
interface Place {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What is wrong with the arguments of a call, a line each, at most eight. */
export function issueWords(error: z.ZodError): string {
  return wordsOf(error.issues.flatMap((issue) => placesOf(issue)));
}

export function wordsOf(issues: readonly Place[]): string {
  const lines = issues.map(({ path, message }) => (path.length > 0 ? `${path.map(String).join(".")}: ${message}` : message));
  return [...new Set(lines)].slice(0, 8).join("\n");
}

/** Where a value matches none of several forms, what is wrong with the form that it comes closest to. */
function placesOf(issue: Issue, within: readonly PropertyKey[] = []): Place[] {
  const path = [...within, ...issue.path];
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [{ path, message: issue.message }];
  const forms = issue.errors.map((errors) => errors.flatMap((each) => placesOf(each, path)));
  const isFar = (places: readonly Place[]) => places.some((place) => place.path.length === path.length);
  const near = forms.toSorted((a, b) => Number(isFar(a)) - Number(isFar(b)) || a.length - b.length);
  return near[0] ?? [{ path, message: issue.message }];
}

/** Reads the arguments of a call. Throws {@link WrongCall}. */
export function readArguments<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const read = schema.safeParse(given);
  if (!read.success) throw new WrongCall(issueWords(read.error));
  return read.data;
}
