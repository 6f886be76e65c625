import type { PreflightProblem } from "#contract/agents/preflight.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { personalFirst } from "#server/connections/agreements/personal-first.ts";
import { listAttachedSecrets, openValues, type SecretRecord } from "#server/connections/secrets/secrets.store.ts";
import type { Check } from "./check.ts";

/** Attached secrets, as far as the caller sees them, that no key opens, and keys that several of them export. */
export const secrets: Check = async ({ build, context: { db, caller, envelope } }) => {
  const attached = await listAttachedSecrets(db, build.id, caller.userId);
  const opens = (secret: SecretRecord) => {
    try {
      return Boolean(openValues(envelope, secret));
    } catch (error) {
      if (error instanceof Unreadable) return false;
      throw error;
    }
  };
  const unreadable = attached
    .filter((secret) => !opens(secret))
    .map(({ id, name }): PreflightProblem => ({
      code: "secret_unreadable",
      severity: "blocks",
      message: `The secret “${name}” cannot be opened with this installation's SECRETS_KEY. Runs that get it fail.`,
      subject: { id, name },
      fix: "open_secret",
    }));
  return [...unreadable, ...clashes(personalFirst(attached))];
};

/** One problem for each key, however many export it. */
function clashes(inOrder: readonly SecretRecord[]): PreflightProblem[] {
  const byKey = new Map<string, SecretRecord[]>();
  for (const secret of inOrder) for (const key of secret.env_var_keys) byKey.set(key, [...(byKey.get(key) ?? []), secret]);
  return [...byKey].flatMap(([key, [winner, ...others]]) => {
    if (!winner || others.length === 0) return [];
    const names = [winner, ...others].map(({ name }) => `“${name}”`);
    const who = winner.user_id === null ? "Programs get" : "Programs of runs that you start get";
    const message = `${names.slice(0, -1).join(", ")} and ${names.at(-1)} export the same variable ${key}. ${who} the one of ${names[0]}.`;
    return [{ code: "secret_keys_clash", severity: "warns", message, subject: { id: null, name: key }, fix: "choose_secrets" }];
  });
}
