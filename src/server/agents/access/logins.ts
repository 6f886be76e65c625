import type { AccessEntry } from "#contract/agents/access.ts";
import { isSuspended } from "#server/connections/agreements/agreements.store.ts";
import { hostOfLogin } from "#server/connections/logins/login-host.ts";
import { listAttachedLogins } from "#server/connections/logins/logins.store.ts";
import type { AccessSource } from "./source.ts";

/** Where runs can sign in, and as whom: with the team's logins, and the caller's own. The first one brings a browser along. */
export const logins: AccessSource = async ({ build, config, context: { db, caller } }) => {
  const attached = await listAttachedLogins(db, build.id, caller.userId);
  const own = (await isSuspended(db, build.id, caller.userId)) ? "suspended until you agree" : "in runs that you start";
  const isProgram = Boolean(config && "language" in config.data);
  const entries = attached.map(({ id, domain, username, user_id }): AccessEntry => {
    if (isProgram) return { kind: "login", id, name: domain, detail: "attached; programs have no network" };
    if (hostOfLogin(domain) === undefined) return { kind: "login", id, name: domain, detail: "stored; no tool signs in there" };
    const as = username === null ? "signs in" : `signs in as ${username}`;
    return { kind: "login", id, name: domain, detail: user_id === null ? as : `${as}, ${own}` };
  });
  return attached.some(({ domain }) => hostOfLogin(domain)) && !isProgram ? [browser, ...entries] : entries;
};

const browser: AccessEntry = {
  kind: "tool",
  id: "browser",
  name: "browser",
  detail: "opens public websites, reads them, clicks and fills in",
};
