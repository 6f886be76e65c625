import { randomBytes } from "node:crypto";
import type { Db } from "#server/platform/db/open.ts";
import type { Sessions } from "#server/platform/http/context.ts";
import { sessionCookie } from "#server/platform/http/session-cookie.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";
import type { Ground } from "./ground.ts";
import * as queries from "./identity.store.ts";
import {
  challengeCookie,
  challengeSeconds,
  expiredCookies,
  knownTag,
  sessionSeconds,
  signedCookie,
  signedValue,
} from "./session-cookie.ts";
import type { Entered } from "./signed-in.ts";

/** How a session begins where no password was asked for, who it belongs to, and how it ends. */
export interface OwnSessions extends Sessions {
  /** Lets in somebody who proved otherwise who they are. A second factor of theirs is asked for all the same. */
  enter(db: Db, person: { id: string; email: string; secondFactor: boolean }): Promise<Entered>;
  signOut(db: Db, cookieHeader: string): Promise<string[]>;
  signOutEverywhere(db: Db, userId: string): Promise<string[]>;
}

export function ownSessions({ store, clock, secret, isSecure, deviceOf }: Ground): OwnSessions {
  return {
    async session(cookieHeader) {
      const token = signedValue(cookieHeader, sessionCookie, secret);
      return token === undefined ? undefined : queries.findSession(store, token, clock());
    },

    knownTag: (cookieHeader) => knownTag(cookieHeader, secret),

    async roleNow(caller, teamId) {
      if (caller.teamId !== null && caller.teamId !== teamId) return undefined;
      return (await queries.credentialExists(store.db, caller, clock())) ? findRole(store.db, caller.userId, teamId) : undefined;
    },

    async enter(db, { id, email, secondFactor }) {
      const token = randomBytes(32).toString("base64url");
      const until = (seconds: number) => new Date(clock().getTime() + seconds * 1000);
      if (secondFactor) {
        await queries.insertChallenge(db, id, `2fa-${token}`, until(challengeSeconds));
        const challenge = { name: challengeCookie, value: `2fa-${token}`, seconds: challengeSeconds };
        return { cookies: [signedCookie(challenge, secret, isSecure())], next: "second_factor" };
      }
      await queries.insertSession(db, id, token, until(sessionSeconds));
      await queries.removeExpired(db, email, clock());
      const session = { name: sessionCookie, value: token, seconds: sessionSeconds };
      return { cookies: [signedCookie(session, secret, isSecure()), deviceOf(email)], next: "done" };
    },

    async signOut(db, cookieHeader) {
      const token = signedValue(cookieHeader, sessionCookie, secret);
      if (token !== undefined) await queries.endSession(db, token);
      return expiredCookies(isSecure());
    },

    async signOutEverywhere(db, userId) {
      await queries.endSessions(db, userId);
      return expiredCookies(isSecure());
    },
  };
}
