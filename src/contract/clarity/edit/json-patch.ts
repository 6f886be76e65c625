import { isSame } from "#contract/clarity/flow/step-changes.ts";
import { allStorable, text, unstorable } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

const path = text(0, 1_000);
/** An operation of RFC 6902. */
export const PatchOperation = choice("ClarityPatchOperation", "op", [
  record("ClarityPatchValue", { op: z.enum(["add", "replace", "test"]), path, value: z.unknown().refine(allStorable, unstorable) }),
  record("ClarityPatchRemoval", { op: z.literal("remove"), path }),
  record("ClarityPatchMove", { op: z.enum(["move", "copy"]), from: path, path }),
]);
export type PatchOperation = z.output<typeof PatchOperation>;

export type Patched = { readonly value: unknown } | { readonly failed: { readonly index: number; readonly message: string } };

/** Applies a patch by RFC 6902, all of it or nothing. The value is not changed: what stays the same is shared with the result. */
export function applyPatch(whole: unknown, patch: readonly PatchOperation[]): Patched {
  let now = whole;
  for (const [index, operation] of patch.entries()) {
    try {
      now = patched(now, operation);
    } catch (error) {
      if (error instanceof PatchFailed) return { failed: { index, message: error.message } };
      throw error;
    }
  }
  return { value: now };
}

class PatchFailed extends Error {}

function patched(root: unknown, operation: PatchOperation): unknown {
  const at = tokensOf(operation.path);
  switch (operation.op) {
    case "add":
      return placed(root, at, operation.value);
    case "replace":
      return placed(at.length === 0 ? root : removed(root, at), at, operation.value);
    case "remove":
      return removed(root, at);
    case "test":
      if (!isSame(valueAt(root, at), operation.value)) throw new PatchFailed(`${operation.path} has another value`);
      return root;
    default: {
      const from = tokensOf(operation.from);
      if (operation.op === "copy") return placed(root, at, valueAt(root, from));
      if (at.length > from.length && from.every((token, i) => token === at[i]))
        throw new PatchFailed(`${operation.from} cannot move into itself`);
      return placed(from.length === 0 ? root : removed(root, from), at, valueAt(root, from));
    }
  }
}

/** The parts of a JSON pointer (RFC 6901). */
function tokensOf(pointer: string): string[] {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) throw new PatchFailed(`${pointer} is no JSON pointer`);
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function valueAt(root: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce((at, token) => (Array.isArray(at) ? (at[indexIn(at, token)] as unknown) : fieldsOf(at, token).get(token)), root);
}

function placed(root: unknown, [token, ...rest]: readonly string[], value: unknown): unknown {
  if (token === undefined) return value;
  const isLast = rest.length === 0;
  if (Array.isArray(root)) {
    if (isLast) return root.toSpliced(token === "-" ? root.length : indexIn(root, token, 1), 0, value);
    const at = indexIn(root, token);
    return root.with(at, placed(root[at], rest, value));
  }
  const fields = fieldsOf(root, isLast ? undefined : token);
  return Object.fromEntries(fields.set(token, placed(fields.get(token), rest, value)));
}

function removed(root: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined) throw new PatchFailed("The whole cannot be removed");
  if (Array.isArray(root)) {
    const at = indexIn(root, token);
    return rest.length === 0 ? root.toSpliced(at, 1) : root.with(at, removed(root[at], rest));
  }
  const fields = fieldsOf(root, token);
  if (rest.length === 0) fields.delete(token);
  else fields.set(token, removed(fields.get(token), rest));
  return Object.fromEntries(fields);
}

function indexIn(list: readonly unknown[], token: string, past = 0): number {
  if (!/^(0|[1-9]\d{0,8})$/.test(token) || Number(token) >= list.length + past) throw new PatchFailed(`There is no item ${token}`);
  return Number(token);
}

function fieldsOf(value: unknown, needed: string | undefined): Map<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new PatchFailed(`There is no field ${needed ?? ""}`.trimEnd());
  const fields = new Map<string, unknown>(Object.entries(value));
  if (needed !== undefined && !fields.has(needed)) throw new PatchFailed(`There is no field ${needed}`);
  return fields;
}
