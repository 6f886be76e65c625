import type { CallInput } from "#contract/endpoint.ts";
import { createSecret, type Secret, type updateSecret } from "#contract/connections/secrets.ts";
import { envVarKey, envVarValue, maxSecretKeys } from "#contract/connections/secret-values.ts";
import { z } from "#contract/zod.ts";

/** A variable as the form holds it. `from` is the key it is stored under; null: not stored yet. An empty value keeps the stored one. */
const Variable = z.strictObject({ from: z.string().nullable(), key: envVarKey, value: z.string() });
export type Variable = z.output<typeof Variable>;
export const newVariable: Variable = { from: null, key: "", value: "" };

interface SecretValues {
  readonly name: string;
  readonly shared: boolean;
  readonly variables: readonly Variable[];
}

/** What can be typed for a secret that holds these keys; none: a further secret. */
export function secretSchema(stored: readonly string[]) {
  return z
    .strictObject({ name: createSecret.body.shape.name, shared: z.boolean(), variables: z.array(Variable).min(1).max(maxSecretKeys) })
    .superRefine(({ variables }, context) => {
      const say = (row: number, field: "key" | "value", message: string) =>
        context.addIssue({ code: "custom", path: ["variables", row, field], message });
      variables.forEach(({ from, key, value }, row) => {
        if (variables.findIndex((other) => other.key === key) < row) say(row, "key", "Another variable has this name");
        if (from !== null && key !== from && stored.includes(key) && !variables.some((other) => other.from === key))
          say(row, "key", `Save without ${key} first, then rename this one`);
        const wrong = from !== null && value === "" ? undefined : envVarValue.safeParse(value).error?.issues[0]?.message;
        if (wrong) say(row, "value", wrong);
      });
    });
}

export function valuesOf(variables: readonly Variable[]): Record<string, string> {
  return Object.fromEntries(variables.filter(({ value }) => value !== "").map(({ key, value }) => [key, value]));
}

/** The least request that makes of the secret, as it was opened, what the form holds. What somebody else did to it meanwhile stays. */
export function changesOf(opened: Secret, { name, shared, variables }: SecretValues): CallInput<typeof updateSecret>["body"] {
  const renamed = variables.filter(({ from, key }) => from !== null && from !== key).map(({ from, key }) => [from, key] as const);
  const removed = opened.env_var_keys.filter((key) => !variables.some(({ from }) => from === key));
  const added = valuesOf(variables);
  return {
    ...(name !== opened.name && { name }),
    ...(shared !== (opened.user_id === null) && { shared }),
    ...(renamed.length > 0 && { rename_keys: Object.fromEntries(renamed) }),
    ...(removed.length > 0 && { remove_keys: removed }),
    ...(Object.keys(added).length > 0 && { add_values: added }),
  };
}
