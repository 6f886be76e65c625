import type { PreflightProblem } from "#contract/agents/preflight.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { hostOfLogin } from "#server/connections/logins/login-host.ts";
import { listAttachedLogins, type LoginRecord, openSignIn, titleOf } from "#server/connections/logins/logins.store.ts";
import type { Check } from "./check.ts";

/** Attached logins, as far as the caller sees them, that nothing can sign in with. */
export const logins: Check = async ({ build, config: { data }, context: { db, caller, envelope, engine } }) => {
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
