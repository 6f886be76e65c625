import type * as contract from "#contract/teams/single-sign-on.ts";
import type { ProviderLink } from "#contract/teams/single-sign-on.ts";
import { askedFirst, type Bringing, type Context, type Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { tell } from "#server/teams/invites/offer.ts";
import type { SignInContext } from "#server/teams/sign-in/identity.ts";
import { findPassword } from "#server/teams/sign-in/identity.store.ts";
import { cookieHeader, setCookies, signedIn } from "#server/teams/sign-in/session.ts";
import { askForSample } from "#server/teams/sample/sample.store.ts";
import { recordFailedSignIn, recordSignIn, userOf } from "#server/teams/sign-in/sign-in-events.ts";
import { findPerson } from "#server/teams/teams/teams.store.ts";
import { requirePasswords } from "#server/teams/sign-in/passwords-off.ts";
import { checkSetupCode, isSetupNeeded } from "#server/teams/sign-in/setup-code.ts";
import { admit, found } from "./admission.ts";
import type { Brought, Claims, Provider } from "./provider.ts";
import { findLink, linkAccount, unlinkAccount } from "./provider-accounts.store.ts";
import { ended, type Purpose, start, takeUp } from "./started.ts";

/** What handlers need that let people in by the company's provider. */
export interface SingleSignOnContext extends SignInContext {
  readonly provider: Provider;
}

export const singleSignOnHandlers: Handlers<typeof contract, SingleSignOnContext> = {
  async startProviderSignIn({ body }, context) {
    const founding = await isSetupNeeded(context);
    if (founding) await checkSetupCode(context, body.setup_code);
    return { continue_url: await send(context, founding ? "set-up" : "sign-in") };
  },

  async finishProviderSignIn({ body: { invite, setup, ...brought } }, context) {
    const { db, provider, identity } = context;
    const claims = await provider.claims(takeUp(context, cookieHeader(context), setup ? "set-up" : "sign-in", brought.state), brought);
    const { entered, userId, joined, founded } = await db
      .transaction(async (tx) => {
        const admitted = await (setup ? found(context, tx, claims, setup) : admit(context, tx, claims, invite));
        const person = await findPerson(tx, admitted.userId);
        if (!person) throw refuse("provider_failed");
        if (admitted.founded !== undefined && setup?.sample_workspace)
          await askForSample(tx, { teamId: admitted.founded, userId: admitted.userId }, "loaded");
        return { ...admitted, entered: await identity.enter(tx, person) };
      })
      .catch(async (failure: unknown) => recordFailedSignIn(context, await userOf(db, claims.email ?? ""), failure));
    if (entered.next === "done") await recordSignIn(context, userId, { second_factor: false, provider: true });
    setCookies(context, [...entered.cookies, ended(context)]);
    for (const offer of joined) tell(context, offer, userId);
    const team_id = founded ?? joined.find(({ teamId }) => teamId !== null)?.teamId ?? null;
    return { next: entered.next, joined: founded !== undefined || joined.length > 0 ? { team_id } : null };
  },

  async getProviderLink(_input, context) {
    return { provider: await linkOf(context) };
  },

  async startProviderLink({ body }, context) {
    await context.identity.confirmPassword(signedIn(context), body.password);
    return { continue_url: await send(context, `link:${context.caller.credentialId}`) };
  },

  finishProviderLink: askedFirst(whoCameBack, async (_input, context: SingleSignOnContext, claims) => {
    if (!(await linkAccount(context.db, context.caller.userId, claims))) throw refuse("provider_taken");
    context.setCookie(ended(context));
    return { provider: await linkOf(context) };
  }),

  async removeProviderLink({ body }, context) {
    requirePasswords(context);
    await context.identity.confirmPassword(signedIn(context), body.password);
    await unlinkAccount(context.db, context.caller.userId);
    return { success: true };
  },
};

/** Where the browser goes, once it has the cookie that its way back needs. */
async function send(context: SingleSignOnContext, purpose: Purpose): Promise<string> {
  const { started, cookie } = start(context, purpose);
  const address = await context.provider.address(started);
  context.setCookie(cookie);
  return address;
}

async function whoCameBack({ body }: { body: Brought }, context: Bringing): Promise<Claims> {
  const { provider, caller } = context as Bringing & Pick<SingleSignOnContext, "provider">;
  return provider.claims(takeUp(context, cookieHeader(context), `link:${caller.credentialId}`, body.state), body);
}

async function linkOf({ db, caller, provider: { settings } }: Context & Pick<SingleSignOnContext, "provider">): Promise<ProviderLink> {
  const link = settings && (await findLink(db, caller.userId, settings.issuer));
  return {
    name: settings?.name ?? null,
    linked_at: link?.created_at ?? null,
    email: link?.email ?? null,
    password: (await findPassword(db, caller.userId)) !== undefined,
  };
}
