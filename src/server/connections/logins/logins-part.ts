import type { PreflightProblem } from "#contract/agents/preflight.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { hostOfLogin } from "./login-host.ts";
import { listAttachedLogins, type LoginRecord, openSignIn, titleOf } from "./logins.store.ts";
import type { AccessEntry } from "#contract/agents/access.ts";
import { isSuspended } from "#server/connections/agreements/agreements.store.ts";
import { copyAttached, leaveAttached, leftAttached } from "#server/connections/agreements/attachments.store.ts";
import { usableLogins } from "#server/connections/run-secrets.ts";
import { browserTools } from "./browser-tool.ts";
import type { AccessSource, Check, RevisionPart } from "#server/engine/revision-part.ts";

/** Attached logins, as far as the caller sees them, that nothing can sign in with. */
const signsIn: Check = async ({ build, config: { data }, context: { db, caller, envelope, engine } }) => {
  const attached = await listAttachedLogins(db, build.id, caller.userId);
  if (attached.length === 0) return [];
  const problem = (login: LoginRecord): Pick<PreflightProblem, "code" | "message" | "fix"> | undefined => {
    const title = titleOf(login);
    if ("language" in data)
      return { code: "login_unused", message: `Programs have no network, so they cannot sign in with ${title}.`, fix: "choose_logins" };
    if (hostOfLogin(login.domain) === undefined)
      return { code: "login_unused", message: `${title} is for no website. It is stored, but no tool signs in there.`, fix: "open_login" };
    if (!login.has_password && !login.has_totp)
      return { code: "login_empty", message: `${title} has neither a password nor a TOTP secret.`, fix: "open_login" };
    try {
      openSignIn(envelope, login);
      return undefined;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const message = `${title} cannot be opened with this installation's SECRETS_KEY. Signing in with it fails.`;
      return { code: "login_unreadable", message, fix: "open_login" };
    }
  };
  const { browser } = await engine.capabilities();
  const missing: PreflightProblem[] = browser.available || "language" in data ? [] : [noBrowser(browser.reason)];
  return attached.reduce((found, login) => {
    const one = problem(login);
    return one ? [...found, { ...one, severity: "warns", subject: { id: login.id, name: titleOf(login) } }] : found;
  }, missing);
};

function noBrowser(reason: string | null): PreflightProblem {
  return {
    code: "browser_unavailable",
    severity: "warns",
    message: `This installation has no browser, so agents cannot sign in: ${reason ?? "it is not available"}`,
    subject: { id: null, name: "browser" },
    fix: "ask_operator",
  };
}

/** Where runs can sign in, and as whom: with the team's logins, and the caller's own. The first one brings a browser along. */
const reach: AccessSource = async ({ build, config, context: { db, caller } }) => {
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

/** The logins attached to a revision. */
export const loginsPart: RevisionPart = {
  name: "logins",
  copy: (db, from, to) => copyAttached(db, "login", from, to),
  checks: [signsIn],
  reach,
  // Programs have no network.
  tools: async (services, run, by) => (by === "program" ? [] : browserTools(await usableLogins(services, run))),
  leftBehind: (db, { agentIds }) => leftAttached(db, "login", agentIds),
  cutTies: (db, { agentIds }) => leaveAttached(db, "login", agentIds),
};
