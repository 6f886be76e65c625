import type * as contract from "#contract/teams/session.ts";
import { administers } from "#server/platform/http/access.ts";
import type { SignInContext } from "./identity.ts";
import type { Caller, Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { deleteKeysOf } from "#server/teams/api-keys/api-keys.store.ts";
import { insertOrganization } from "#server/teams/teams/founding.store.ts";
import { askForSample } from "#server/teams/sample/sample.store.ts";
import { fullStep } from "./full-step.ts";
import type { Origin, SignedIn } from "./signed-in.ts";
import { requireConsoleDoor, requirePasswords } from "./passwords-off.ts";
import { recordFailedSignIn, recordSignIn, recordSignOut, userOf } from "./sign-in-events.ts";
import { checkSetupCode, holdSetup, isSetupNeeded, needsSetupCode } from "./setup-code.ts";
import { findPerson, listOrganizations, listReachableTeams } from "#server/teams/teams/teams.store.ts";

const success = { success: true } as const;

export const sessionHandlers: Handlers<typeof contract, SignInContext> = {
  async getSession(_input, context) {
    requireConsoleDoor(context);
    const { db, caller } = context;
    const person = await findPerson(db, caller.userId);
    if (!person) throw refuse("unauthorized");
    const organizations = await listOrganizations(db, caller);
    return {
      session: {
        kind: caller.kind,
        user: { id: person.id, name: person.name, email: person.email, second_factor: person.secondFactor },
        teams: await listReachableTeams(db, caller),
        // A key of one team acts for nobody in the organization around it, whoever it belongs to.
        organizations: organizations.map(({ id, name, role }) => ({
          id,
          name,
          role: caller.teamId === null ? role : "organization:member",
        })),
        administrator: await administers(db, caller),
      },
    };
  },

  async signIn({ body }, context) {
    requirePasswords(context);
    const { db } = context;
    const began = performance.now();
    const userId = await userOf(db, body.email);
    const { cookies, next } = await context.identity
      .signIn(db, { ...body, known: userId !== undefined }, originOf(context))
      .catch((failure: unknown) => recordFailedSignIn(context, userId, failure).finally(() => fullStep(began)));
    if (userId && next === "done") await recordSignIn(context, userId, { second_factor: false });
    setCookies(context, cookies);
    return { next };
  },

  async verifySecondFactor({ body }, context) {
    const { db, identity } = context;
    const userId = await identity.challenged(db, cookieHeader(context));
    const cookies = await db
      .transaction((tx) => identity.verifySecondFactor(tx, body.code, originOf(context)))
      .catch((failure: unknown) => (userId ? recordFailedSignIn(context, userId, failure) : Promise.reject(failure)));
    if (userId) await recordSignIn(context, userId, { second_factor: true });
    setCookies(context, cookies);
    return { next: "done" };
  },

  async signOut(_input, context) {
    setCookies(context, await context.identity.signOut(context.db, cookieHeader(context)));
    // Nobody has to be known to sign out.
    const caller: Caller | undefined = context.caller;
    if (caller) {
      context.changed("access", "*", caller.userId);
      await recordSignOut(context, caller.userId);
    }
    return success;
  },

  async signOutEverywhere({ query }, context) {
    const revoked = await revokeKeys(context, query.revoke_api_keys === "true");
    setCookies(context, await context.identity.signOutEverywhere(context.db, context.caller.userId));
    context.changed("access", "*", context.caller.userId);
    return { ...success, revoked_api_keys: revoked };
  },

  async changePassword({ body }, context) {
    requirePasswords(context);
    setCookies(context, await context.identity.changePassword(signedIn(context), body.current_password, body.new_password));
    context.changed("access", "*", context.caller.userId);
    return { ...success, revoked_api_keys: await revokeKeys(context, body.revoke_api_keys === true) };
  },

  async startSecondFactor({ body }, context) {
    return context.identity.startSecondFactor(signedIn(context), body.password);
  },

  async confirmSecondFactor({ body }, context) {
    setCookies(context, await context.identity.confirmSecondFactor(signedIn(context), body.code));
    return success;
  },

  async removeSecondFactor({ body }, context) {
    setCookies(context, await context.identity.removeSecondFactor(signedIn(context), body.password));
    return success;
  },

  async getSetup(_input, context) {
    const needed = await isSetupNeeded(context);
    const { smtpUrl, oidc, passwordSignIn: passwords } = context.config;
    return { needed, code_needed: needed && needsSetupCode(context), mail: smtpUrl !== undefined, provider: oidc?.name ?? null, passwords };
  },

  async completeSetup({ body }, context) {
    const { identity } = context;
    requirePasswords(context);
    if (await isSetupNeeded(context)) await checkSetupCode(context, body.code);
    const { teamId, userId } = await context.db.transaction(async (tx) => {
      await holdSetup(context, tx);
      const owner = await identity.createUser(tx, { email: body.email, name: body.owner_name, password: body.password });
      const team = await insertOrganization(tx, { organization: body.organization_name, team: body.team_name }, owner);
      if (body.sample_workspace) await askForSample(tx, { teamId: team, userId: owner }, "loaded");
      return { userId: owner, teamId: team };
    });
    setCookies(context, await identity.signInCreated(context.db, body));
    await recordSignIn(context, userId, { second_factor: false });
    return { team_id: teamId };
  },
};

async function revokeKeys({ db, caller }: SignInContext, wanted: boolean): Promise<number> {
  return wanted ? deleteKeysOf(db, caller.userId) : 0;
}

export function setCookies(context: Pick<SignInContext, "setCookie">, cookies: readonly string[]): void {
  for (const cookie of cookies) context.setCookie(cookie);
}

export function cookieHeader({ headers }: Pick<SignInContext, "headers">): string {
  return String(headers.cookie ?? "");
}

function originOf(context: SignInContext): Origin {
  return { address: context.address, cookies: cookieHeader(context) };
}

export function signedIn(context: SignInContext): SignedIn {
  const { userId, credentialId } = context.caller;
  return { db: context.db, userId, sessionId: credentialId, cookies: cookieHeader(context), address: context.address };
}
