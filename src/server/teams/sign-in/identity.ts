import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { following } from "#server/platform/db/following.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Context, Services, Sessions } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { type Attempt, type Attempts, createAttempts } from "./attempts.ts";
import * as queries from "./identity.store.ts";
import type { Passwords } from "./passwords.ts";
import { sessionCookie } from "#server/platform/http/session-cookie.ts";
import {
  challengeCookie,
  challengeSeconds,
  deviceCookie,
  deviceTag,
  expiredCookies,
  knownDevice,
  knownTag,
  onlyCookie,
  sessionSeconds,
  signedCookie,
  signedValue,
} from "./session-cookie.ts";
import type { SignInLibrary } from "./sign-in-library.ts";
import { inOurWords } from "./sign-in-failures.ts";
import { readSpokenCode } from "./spoken-code.ts";
import { findRole } from "#server/teams/teams/teams.store.ts";

/** Somebody who is signed in and changes how they sign in. */
export interface SignedIn {
  readonly db: Db;
  readonly userId: string;
  /** The request's `Cookie` header. */
  readonly cookies: string;
  readonly sessionId: string;
  readonly address: string;
}

/** Where a sign-in comes from. */
export interface Origin {
  readonly address: string;
  /** The request's `Cookie` header. */
  readonly cookies: string;
}

/** What a browser gets, and whether that is all it needs. */
export interface Entered {
  readonly cookies: string[];
  readonly next: "done" | "second_factor";
}

/** Cookies are whole `Set-Cookie` values. Everything that takes a `db` writes only there, so a request that fails leaves nothing behind. */
export interface Identity extends Sessions {
  /** Counts guesses at passwords and codes. */
  readonly attempts: Attempts;
  /** Without a password they come by the company's provider. */
  createUser(db: Db, user: queries.NewUser & { password?: string }): Promise<string>;
  /** Lets in somebody who proved otherwise who they are. A second factor of theirs is asked for all the same. */
  enter(db: Db, person: { id: string; email: string; secondFactor: boolean }): Promise<Entered>;
  /** For somebody who was created in the same request: nothing is guessed, so nothing is counted. */
  signInCreated(db: Db, credentials: { email: string; password: string }): Promise<string[]>;
  /** `known`: somebody has the address. Throws `wrong_credentials` and `too_many_attempts`, as do all that take a password. */
  signIn(db: Db, credentials: { email: string; password: string; known: boolean }, from: Origin): Promise<Entered>;
  /** Whose password was right, where the second factor is missing. */
  challenged(db: Db, cookieHeader: string): Promise<string | undefined>;
  /** Takes 6 digits or a recovery code. Throws `wrong_code`, `too_many_attempts`. */
  verifySecondFactor(db: Db, code: string, from: Origin): Promise<string[]>;
  signOut(db: Db, cookieHeader: string): Promise<string[]>;
  signOutEverywhere(db: Db, userId: string): Promise<string[]>;
  /** For whoever proved who they are otherwise: every session and every begun sign-in ends, and this browser is known from now on. */
  setPassword(db: Db, userId: string, next: string): Promise<string[]>;
  /** Whoever sits at the browser now knows the password. */
  confirmPassword(person: SignedIn, password: string): Promise<void>;
  changePassword(person: SignedIn, current: string, next: string): Promise<string[]>;
  /** Throws `second_factor_active`. */
  startSecondFactor(person: SignedIn, password: string): Promise<{ uri: string; secret: string; recovery_codes: string[] }>;
  /** Throws `no_second_factor`, `wrong_code`. */
  confirmSecondFactor(person: SignedIn, code: string): Promise<string[]>;
  /** Throws `no_second_factor`. */
  removeSecondFactor(person: SignedIn, password: string): Promise<string[]>;
  close(): Promise<void>;
}

/** What handlers get that let people in. */
export interface SignInContext extends Context {
  readonly identity: Identity;
  /** Fills a fresh team with working examples, in the background. */
  readonly loadSample: (teamId: string, userId: string) => void;
}

/** `wait` holds guesses that come too fast; absent: as long as it says. */
export function createIdentity(
  shared: Pick<Services, "config" | "store" | "clock" | "signer" | "log">,
  passwords: Passwords,
  wait?: (ms: number) => Promise<unknown>,
): Identity {
  const { config, store, clock, log } = shared;
  const secret = shared.signer.derive("sign-in").toString("hex");
  const attempts = createAttempts(store, clock, wait);
  const isSecure = () => config.baseUrl.startsWith("https://");
  const deviceOf = (email: string) => deviceCookie(deviceTag(email, secret), secret, isSecure());
  const transaction = new AsyncLocalStorage<Db>();
  let started: Promise<SignInLibrary> | undefined;

  /** Lets the sign-in library work in the transaction of the request. */
  async function library<T>(db: Db, work: (library: SignInLibrary) => Promise<T>): Promise<T> {
    started ??= import("./sign-in-library.ts").then(({ startSignInLibrary }) =>
      startSignInLibrary({
        db: following(transaction, store.db),
        baseUrl: config.baseUrl,
        secret,
        passwords,
        log: (message) => log.error({ message }, "sign-in library"),
      }),
    );
    const ready = await started;
    return transaction.run(db, () => work(ready)).catch(inOurWords);
  }

  return {
    attempts,

    async session(cookieHeader) {
      const token = signedValue(cookieHeader, sessionCookie, secret);
      return token === undefined ? undefined : queries.findSession(store, token, clock());
    },

    async roleNow(caller, teamId) {
      if (caller.teamId !== null && caller.teamId !== teamId) return undefined;
      return (await queries.credentialExists(store.db, caller, clock())) ? findRole(store.db, caller.userId, teamId) : undefined;
    },

    async createUser(db, { email, name, password }) {
      const hash = password === undefined ? undefined : await passwords.hash(password);
      const id = await queries.insertUser(db, { email: email.toLowerCase(), name });
      if (hash !== undefined) await queries.storePassword(db, id, hash);
      return id;
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

    knownTag: (cookieHeader) => knownTag(cookieHeader, secret),

    async signInCreated(db, credentials) {
      const email = credentials.email.toLowerCase();
      const { cookies } = await library(db, ({ signIn }) => signIn({ email, password: credentials.password, known: true }));
      return [...cookies, deviceOf(email)];
    },

    async signIn(db, credentials, { address, cookies: sent }) {
      const email = credentials.email.toLowerCase();
      const from = knownDevice(sent, deviceTag(email, secret), secret);
      const { cookies, secondFactor } = await attempts.guard({ kind: "password", account: email, address, from }, () =>
        library(db, ({ signIn }) => signIn({ ...credentials, email })),
      );
      await queries.removeExpired(db, email, clock());
      return secondFactor ? { cookies, next: "second_factor" } : { cookies: [...cookies, deviceOf(email)], next: "done" };
    },

    async challenged(db, cookieHeader) {
      const challenge = signedValue(cookieHeader, challengeCookie, secret);
      return challenge === undefined ? undefined : (await queries.findChallenged(db, challenge, clock()))?.userId;
    },

    async verifySecondFactor(db, code, { address, cookies: sent }) {
      const challenge = signedValue(sent, challengeCookie, secret);
      const person = challenge && (await queries.findChallenged(db, challenge, clock()));
      const headers = cookieOf(sent, challengeCookie);
      if (!person) throw refuse("wrong_code", "This sign-in took too long. Start again with your password.");
      const { userId, email } = person;
      const from = knownDevice(sent, deviceTag(email, secret), secret);
      const cookies = await attempts.guard({ kind: "code", account: userId, address, from }, async () => {
        // Of two requests with the same recovery code, the library lets both pass: the second one has to read what the first one wrote.
        await queries.lockSecondFactor(db, userId);
        const digits = code.replace(/\s/g, "");
        if (!/^\d{6}$/.test(digits)) return library(db, ({ verifyRecoveryCode }) => verifyRecoveryCode(headers, readSpokenCode(code)));
        const set = await library(db, ({ verifyTotp }) => verifyTotp(headers, digits));
        if (!(await attempts.firstUse(userId, digits))) throw refuse("wrong_code", "This code was already used. Wait for the next one.");
        return set;
      });
      return [...cookies, deviceOf(email)];
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

    async setPassword(db, userId, next) {
      await queries.storePassword(db, userId, await passwords.hash(next));
      await queries.endSessions(db, userId);
      return [deviceOf(await queries.emailOf(db, userId))];
    },

    async confirmPassword(person, password) {
      const hash = await queries.findPassword(person.db, person.userId);
      await attempts.guard(guessOf("password", person), async () => {
        if (hash === undefined || !(await passwords.verify({ hash, password })))
          throw refuse("wrong_credentials", "The password is wrong.");
      });
    },

    async changePassword(person, current, next) {
      await required(person);
      const cookies = await attempts.guard(guessOf("password", person), () =>
        library(person.db, ({ changePassword }) => changePassword(cookieOf(person.cookies, sessionCookie), current, next)),
      );
      await queries.endChallenges(person.db, person.userId);
      return cookies;
    },

    async startSecondFactor(person, password) {
      const state = await required(person);
      if (state.active) throw refuse("second_factor_active");
      const { uri, recoveryCodes } = await attempts.guard(guessOf("password", person), () =>
        library(person.db, ({ enableSecondFactor }) => enableSecondFactor(cookieOf(person.cookies, sessionCookie), password)),
      );
      return { uri, secret: new URL(uri).searchParams.get("secret") ?? "", recovery_codes: recoveryCodes };
    },

    async confirmSecondFactor(person, code) {
      if (!(await required(person)).exists) throw refuse("no_second_factor");
      return attempts.guard(guessOf("code", person), () =>
        library(person.db, ({ verifyTotp }) => verifyTotp(cookieOf(person.cookies, sessionCookie), code)),
      );
    },

    async removeSecondFactor(person, password) {
      const state = await required(person);
      if (!state.exists) throw refuse("no_second_factor");
      return attempts.guard(guessOf("password", person), () =>
        library(person.db, ({ disableSecondFactor }) => disableSecondFactor(cookieOf(person.cookies, sessionCookie), password)),
      );
    },

    close: () => attempts.close(),
  };
}

async function required(person: SignedIn): Promise<queries.SecondFactorState> {
  const state = await queries.lockSecondFactor(person.db, person.userId);
  if (!state) throw refuse("unauthorized");
  return state;
}

/** Counted by the session: what strangers guess elsewhere refuses nobody who is signed in. */
function guessOf(kind: Attempt["kind"], { sessionId, address }: SignedIn): Attempt {
  return { kind, address, from: `session:${sessionId}` };
}

function cookieOf(cookieHeader: string, name: string): Headers {
  return new Headers({ cookie: onlyCookie(cookieHeader, name) });
}
