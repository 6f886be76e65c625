import { text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";

/** Ours: all values of a secret together, in bytes of UTF-8, and how many there are. A program's environment has room for three of them. */
const maxSecretBytes = 262_144;
export const maxSecretKeys = 100;

const reserved = /^(PATH|HOME|LANG|PYTHON(PATH|UNBUFFERED|DONTWRITEBYTECODE|HOME|STARTUP)|RUN_(ID|MESSAGE)|CASELOAD_.*|LD_.*)$/;

/** The name of a variable. Those that the service sets itself are refused. */
export const envVarKey = text(1, 128)
  .regex(/^[A-Z_][A-Z0-9_]*$/, { error: "Use capital letters, digits and _, with no digit first, as in API_KEY" })
  .refine((key) => !reserved.test(key), { error: "The service sets this variable itself. Use another name" });

/** The kernel takes 128 KiB a variable, less some room for its name. */
export const envVarValue = text(1, 65_536).refine((value) => utf8Bytes(value) <= 100_000, { error: "Use at most 100,000 bytes" });
export const values = z.record(envVarKey, envVarValue).check((ctx) => {
  const message = valuesFault(ctx.value);
  if (message) ctx.issues.push({ code: "custom", path: [], message, input: ctx.value });
});

/** Why one secret cannot have these values; undefined for those that it can. */
export function valuesFault(all: Readonly<Record<string, string>>): string | undefined {
  const each = Object.values(all);
  if (each.length > maxSecretKeys) return `Give at most ${maxSecretKeys} values`;
  return each.reduce((sum, value) => sum + utf8Bytes(value), 0) > maxSecretBytes ? "Use at most 256 KB for all values together" : undefined;
}

/** One that a secret has: those stored before had small letters too. */
export const storedKey = text(1, 128);
export const someValues = values.refine((all) => Object.keys(all).length > 0, { error: "Give at least one value" });

function utf8Bytes(value: string): number {
  return [...value].reduce((sum, char) => {
    const code = char.codePointAt(0) ?? 0;
    return sum + (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
  }, 0);
}
