import { listAttachedLogins } from "#server/connections/logins.store.ts";
import type { AccessSource } from "./source.ts";

/** Where runs can sign in, and as whom: with the team's logins, and the caller's own. */
export const logins: AccessSource = async ({ build, config, context: { db, caller } }) =>
  (await listAttachedLogins(db, build.id, caller.userId)).map(({ id, domain, username, user_id }) => {
    if (config && "language" in config.data) return { kind: "login", id, name: domain, detail: "attached; programs have no network" };
    const as = username === null ? "signs in" : `signs in as ${username}`;
    return { kind: "login", id, name: domain, detail: user_id === null ? as : `${as}, in runs that you start` };
  });
