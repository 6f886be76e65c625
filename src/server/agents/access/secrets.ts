import { isSuspended } from "#server/connections/agreements/agreements.store.ts";
import { listAttachedSecrets } from "#server/connections/secrets/secrets.store.ts";
import type { AccessSource } from "./source.ts";

/** Variables that attached secrets put into the environment of programs: the team's, and the caller's own. */
export const secrets: AccessSource = async ({ build, context: { db, caller } }) => {
  const attached = await listAttachedSecrets(db, build.id, caller.userId);
  const own = (await isSuspended(db, build.id, caller.userId)) ? "suspended until you agree" : "in runs that you start";
  return attached.map(({ id, name, env_var_keys: keys, user_id }) => ({
    kind: "secret",
    id,
    name: keys.join(", "),
    detail: user_id === null ? `of “${name}”` : `of “${name}”, ${own}`,
  }));
};
