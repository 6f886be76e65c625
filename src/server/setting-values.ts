import { SettingError } from "#server/platform/config.ts";

// What settings may be. Each throws a sentence that names the variable.

export function list(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

export function hostNames(setting: string, value: string | undefined): string[] {
  return list(value).map((name) => {
    const lower = name.toLowerCase();
    if (!URL.canParse(`http://${lower}`) || new URL(`http://${lower}`).hostname !== lower)
      throw new SettingError(`${setting} lists host names, without scheme and port, as in console.internal. “${name}” is none.`);
    return lower;
  });
}

export function visible(name: string, value: string | undefined): string | undefined {
  if (value && !/^[\x21-\x7e]{24,200}$/.test(value)) throw new SettingError(`${name} needs 24 to 200 visible ASCII characters.`);
  return value;
}

export function key32(name: string, value: string | undefined): string | undefined {
  if (value && !/^([0-9a-f]{64}|[A-Za-z0-9+/]{43}=)$/i.test(value))
    throw new SettingError(`${name} must be 32 bytes as 64 hex digits or as base64. \`openssl rand -hex 32\` makes one.`);
  return value;
}

export function integer(name: string, value: string | undefined, fallback: number, min: number, max: number): number {
  if (value === undefined) return fallback;
  const n = Number(value);
  if (!/^\d+$/.test(value) || n < min || n > max)
    throw new SettingError(`${name} must be a whole number from ${min} to ${max}, not “${value}”.`);
  return n;
}

export function flag(name: string, value: string | undefined, fallback: boolean): boolean {
  return optionalFlag(name, value) ?? fallback;
}

export function optionalFlag(name: string, value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (["1", "true", "yes"].includes(value)) return true;
  if (["0", "false", "no"].includes(value)) return false;
  throw new SettingError(`${name} must be true or false, not “${value}”.`);
}

export function oneOf<W extends string>(name: string, value: string | undefined, words: readonly W[], fallback: W): W {
  if (value === undefined) return fallback;
  const known = words.find((word) => word === value);
  if (!known) throw new SettingError(`${name} must be one of ${words.join(", ")}, not “${value}”.`);
  return known;
}

export function url(name: string, value: string | undefined, protocols: string[]): string | undefined {
  if (value === undefined) return undefined;
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new SettingError(`${name} must be an address that starts with ${protocols.map((p) => `${p}//`).join(" or ")}.`);
  return value.replace(/\/+$/, "");
}

export function commit(name: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^[0-9a-f]{7,64}$/.test(value))
    throw new SettingError(`${name} must be the id of a commit, as \`git rev-parse HEAD\` prints it.`);
  return value;
}
