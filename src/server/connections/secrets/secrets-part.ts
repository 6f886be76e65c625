import type { PreflightProblem } from "#contract/agents/preflight.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { personalFirst } from "#server/connections/agreements/personal-first.ts";
import { listAttachedSecrets, openValues, type SecretRecord } from "./secrets.store.ts";
import { isSuspended } from "#server/connections/agreements/agreements.store.ts";
import { copyAttached, leaveAttached, leftAttached } from "#server/connections/agreements/attachments.store.ts";
import type { AccessSource, Check, RevisionPart } from "#server/engine/revision-part.ts";

/** Attached secrets, as far as the caller sees them, that no key opens, and keys that several of them export. */
const opens: Check = async ({ build, context: { db, caller, envelope } }) => {
  const attached = await listAttachedSecrets(db, build.id, caller.userId);
  const isOpen = (secret: SecretRecord) => {
    try {
      return Boolean(openValues(envelope, secret));
    } catch (error) {
      if (error instanceof Unreadable) return false;
      throw error;
    }
  };
  const unreadable = attached
    .filter((secret) => !isOpen(secret))
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

/** Variables that attached secrets put into the environment of programs: the team's, and the caller's own. */
const reach: AccessSource = async ({ build, context: { db, caller } }) => {
  const attached = await listAttachedSecrets(db, build.id, caller.userId);
  const own = (await isSuspended(db, build.id, caller.userId)) ? "suspended until you agree" : "in runs that you start";
  return attached.map(({ id, name, env_var_keys: keys, user_id }) => ({
    kind: "secret",
    id,
    name: keys.join(", "),
    detail: user_id === null ? `of “${name}”` : `of “${name}”, ${own}`,
  }));
};

/** The secrets attached to a revision. */
export const secretsPart: RevisionPart = {
  name: "secrets",
  copy: (db, from, to) => copyAttached(db, "secret", from, to),
  checks: [opens],
  reach,
  leftBehind: (db, { agentIds }) => leftAttached(db, "secret", agentIds),
  cutTies: (db, { agentIds }) => leaveAttached(db, "secret", agentIds),
};
