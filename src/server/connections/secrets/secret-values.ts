import { valuesFault } from "#contract/connections/secret-values.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import type { SecretValues } from "./secrets.store.ts";

export interface ValueChanges {
  readonly rename_keys?: Readonly<Record<string, string>> | undefined;
  readonly remove_keys?: readonly string[] | undefined;
  readonly add_values?: SecretValues | undefined;
}

export function changesValues(changes: ValueChanges): boolean {
  return Boolean(changes.rename_keys ?? changes.remove_keys ?? changes.add_values);
}

/**
 * Renames, removes, then adds or replaces. Keys that are renamed or removed have to be there, a new name must not be taken, and something
 * has to be left. Throws the 400 of the first field that breaks this.
 */
export function changeValues(current: SecretValues, { rename_keys = {}, remove_keys = [], add_values = {} }: ValueChanges): SecretValues {
  const values = new Map(Object.entries(current));
  const require = (key: string, path: (string | number)[]) => {
    if (!values.has(key)) throw invalid(path, `This secret has no key ${key}`);
  };
  for (const [i, key] of remove_keys.entries()) {
    require(key, ["remove_keys", i]);
    if (key in rename_keys) throw invalid(["remove_keys", i], `${key} cannot be renamed and removed at once`);
  }
  for (const old of Object.keys(rename_keys)) require(old, ["rename_keys", old]);
  for (const key of [...remove_keys, ...Object.keys(rename_keys)]) values.delete(key);
  for (const [old, key] of Object.entries(rename_keys)) {
    if (values.has(key)) throw invalid(["rename_keys", old], `This secret has a key ${key} already`);
    values.set(key, current[old] ?? "");
  }
  for (const [key, value] of Object.entries(add_values)) values.set(key, value);
  if (values.size === 0) throw invalid(["remove_keys"], "A secret keeps at least one value. Delete it instead");
  const changed = Object.fromEntries(values);
  const fault = valuesFault(changed);
  if (fault) throw invalid(["add_values"], fault);
  return changed;
}
