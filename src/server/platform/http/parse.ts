import type { Issue } from "#contract/errors.ts";
import { isTooDeep, maxJsonDepth } from "#contract/json-depth.ts";
import { parseExact } from "#contract/exact-json.ts";
import { parseFor } from "#contract/numbers-for.ts";
import { z, type $ZodType, type Output } from "#contract/zod.ts";
import { Refusal } from "./refusal.ts";

/** Parses one part of a request. Throws the 400 that names every broken field. `part` is `path`, `query` or `body`. */
export function parseInput<S extends $ZodType>(schema: S, value: unknown, part: string): Output<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const broken = result.error.issues.flatMap((issue) => flatten(issue, []));
  // Two rules of one field may say the same of a value.
  const issues = [...new Map(broken.map((issue) => [JSON.stringify(issue), issue])).values()];
  const first = issues[0];
  const where = first && first.path.length > 0 ? first.path.join(".") : part;
  throw new Refusal("invalid_request", { message: `${where}: ${first?.message ?? "This is not valid"}`, issues: issues.slice(0, 50) });
}

/** An issue of a union becomes the issues of the branch that came nearest, one of a record's key says what is wrong with the key. */
function flatten(issue: z.core.$ZodIssue, prefix: PropertyKey[]): Issue[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    // A branch of another type (a text where a list was sent) says nothing about what is wrong inside.
    const looked = issue.errors.some((branch) => branch.some((i) => i.path.length > 0 || i.code === "unrecognized_keys"));
    const alike = issue.errors.filter((branch) => !branch.some((i) => i.path.length === 0 && isOtherType(i.code, looked)));
    const branches = (alike.length > 0 ? alike : issue.errors).map((branch) => branch.flatMap((i) => flatten(i, path)));
    const nearest = branches.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    if (nearest.length > 0) return nearest;
  }
  const message = (issue.code === "invalid_key" && issue.issues[0]?.message) || issue.message;
  return [{ path: path.map((p) => (typeof p === "symbol" ? String(p) : p)), message }];
}

/** Where another branch looked inside of a value, that is an object or a list, and no word of a list of words. */
function isOtherType(code: z.core.$ZodIssue["code"], looked: boolean): boolean {
  return code === "invalid_type" || (looked && code === "invalid_value");
}

/** A branch that fails at its root fits least; deeper and fewer failures fit better. */
function distance(issues: Issue[]): number {
  return issues.reduce(
    (sum, i) => sum + (i.message.startsWith("Unknown") || i.message === "This is required" ? 3 : 1) / Math.max(1, i.path.length),
    0,
  );
}

/** A body as JSON: one that is absent is an empty object. */
export function jsonOf(text: string): string {
  return text.trim() === "" ? "{}" : text;
}

/**
 * Parses a JSON body: where its schema has numbers they are those of JavaScript, and every other stays as it was sent. Throws the 400 for broken JSON
 * and for what is nested too deep.
 */
export function parseJson(text: string, schema?: $ZodType): unknown {
  if (isTooDeep(text)) throw new Refusal("invalid_request", { message: `The body is nested deeper than ${maxJsonDepth} levels.` });
  try {
    return schema ? parseFor(schema, text) : parseExact(text);
  } catch {
    throw new Refusal("invalid_request", { message: "The body is not valid JSON." });
  }
}
