import { AsyncLocalStorage } from "node:async_hooks";
import type { Db } from "#server/db/open.ts";
import type { Caller, Services } from "#server/http/context.ts";
import { refuse } from "#server/http/refusal.ts";
import { type Attempt, type Attempts, createAttempts } from "./attempts.ts";
import * as queries from "./identity.store.ts";
import type { Passwords } from "./passwords.ts";
import { challengeCookie, expiredCookies, onlyCookie, sessionCookie, signedValue } from "./session-cookie.ts";
import type { SignInLibrary } from "./sign-in-library.ts";
import { readSpokenCode } from "./spoken-code.ts";
import { findRole } from "./teams.store.ts";

/** Somebody who is signed in and changes how they sign in. */
export interface SignedIn {
  readonly db: Db;
  readonly userId: string;
  /** The request's `Cookie` header. */
  readonly cookies: string;
  readonly address: string;
}

/** Cookies are whole `Set-Cookie` values. Everything that takes a `db` writes only there, so a request that fails leaves nothing behind. */
export interface Identity {
  /** Counts guesses at passwords and codes. */
  readonly attempts: Attempts;
  /** Who a `Cookie` header belongs to. Costs one query. */
  session(cookieHeader: string): Promise<{ id: string; userId: string } | undefined>;
  /** Whether the key or session still exists and its person still has a role in the team. */
  stillAllowed(caller: Caller, teamId: string): Promise<boolean>;
  createUser(db: Db, user: queries.NewUser & { password: string }): Promise<string>;
  /** For somebody who was created in the same request: nothing is guessed, so nothing is counted. */
  signInCreated(db: Db, credentials: { email: string; password: string }): Promise<string[]>;
  /** Throws `wrong_credentials` and `too_many_attempts`, as do all that take a password. */
  signIn(
    db: Db,
    credentials: { email: string; password: string },
    address: string,
  ): Promise<{ cookies: string[]; next: "done" | "second_factor" }>;
  /** Takes 6 digits or a recovery code. Throws `wrong_code`, `too_many_attempts`. */
  verifySecondFactor(db: Db, cookieHeader: string, code: string, address: string): Promise<string[]>;
  signOut(db: Db, cookieHeader: string): Promise<string[]>;
  signOutEverywhere(db: Db, userId: string): Promise<string[]>;
  changePassword(person: SignedIn, current: string, next: string): Promise<string[]>;
  /** Throws `second_factor_active`. */
  startSecondFactor(person: SignedIn, password: string): Promise<{ uri: string; secret: string; recovery_codes: string[] }>;
  /** Throws `no_second_factor`, `wrong_code`. */
  confirmSecondFactor(person: SignedIn, code: string): Promise<string[]>;
  /** Throws `no_second_factor`. */
  removeSecondFactor(person: SignedIn, password: string): Promise<string[]>;
  close(): Promise<void>;
}

export function createIdentity(shared: Pick<Services, "config" | "store" | "clock" | "signer" | "log">, passwords: Passwords): Identity {
  const { config, store, clock, log } = shared;
  const secret = shared.signer.derive("sign-in").toString("hex");
  const attempts = createAttempts(store);
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

    async stillAllowed(caller, teamId) {
      if (caller.teamId !== null && caller.teamId !== teamId) return false;
      return (await queries.credentialExists(store.db, caller, clock())) && (await findRole(store.db, caller.userId, teamId)) !== undefined;
    },

    async createUser(db, { email, name, password }) {
      return queries.insertUser(db, { email: email.toLowerCase(), name }, await passwords.hash(password));
    },

    async signInCreated(db, { email, password }) {
      return (await library(db, ({ signIn }) => signIn({ email: email.toLowerCase(), password }))).cookies;
    },

    async signIn(db, credentials, address) {
      const email = credentials.email.toLowerCase();
      const { cookies, secondFactor } = await attempts.guard({ kind: "password", account: email, address }, () =>
        library(db, ({ signIn }) => signIn({ email, password: credentials.password })),
      );
      await queries.removeExpired(db, email, clock());
      return { cookies, next: secondFactor ? "second_factor" : "done" };
    },

    async verifySecondFactor(db, cookieHeader, code, address) {
      const challenge = signedValue(cookieHeader, challengeCookie, secret);
      const userId = challenge && (await queries.findChallenged(db, challenge, clock()));
      const headers = cookieOf(cookieHeader, challengeCookie);
      return attempts.guard({ kind: "code", address, ...(userId && { account: userId }) }, async () => {
        if (!userId) throw refuse("wrong_code", "This sign-in took too long. Start again with your password.");
        // Of two requests with the same recovery code, the library lets both pass: the second one has to read what the first one wrote.
        await queries.lockSecondFactor(db, userId);
        const digits = code.replace(/\s/g, "");
        if (!/^\d{6}$/.test(digits)) return library(db, ({ verifyRecoveryCode }) => verifyRecoveryCode(headers, readSpokenCode(code)));
        const cookies = await library(db, ({ verifyTotp }) => verifyTotp(headers, digits));
        if (!(await attempts.firstUse(userId, digits))) throw refuse("wrong_code", "This code was already used. Wait for the next one.");
        return cookies;
      });
    },

    async signOut(db, cookieHeader) {
      const token = signedValue(cookieHeader, sessionCookie, secret);
      if (token !== undefined) await queries.endSession(db, token);
      return expiredCookies(config.baseUrl.startsWith("https://"));
    },

    async signOutEverywhere(db, userId) {
      await queries.endSessions(db, userId);
      return expiredCookies(config.baseUrl.startsWith("https://"));
    },

    async changePassword(person, current, next) {
      const state = await required(person);
      const cookies = await attempts.guard(passwordOf(state, person), () =>
        library(person.db, ({ changePassword }) => changePassword(cookieOf(person.cookies, sessionCookie), current, next)),
      );
      await queries.endChallenges(person.db, person.userId);
      return cookies;
    },

    async startSecondFactor(person, password) {
      const state = await required(person);
      if (state.active) throw refuse("second_factor_active");
      const { uri, recoveryCodes } = await attempts.guard(passwordOf(state, person), () =>
        library(person.db, ({ enableSecondFactor }) => enableSecondFactor(cookieOf(person.cookies, sessionCookie), password)),
      );
      return { uri, secret: new URL(uri).searchParams.get("secret") ?? "", recovery_codes: recoveryCodes };
    },

    async confirmSecondFactor(person, code) {
      if (!(await required(person)).exists) throw refuse("no_second_factor");
      return attempts.guard({ kind: "code", account: person.userId, address: person.address }, () =>
        library(person.db, ({ verifyTotp }) => verifyTotp(cookieOf(person.cookies, sessionCookie), code)),
      );
    },

    async removeSecondFactor(person, password) {
      const state = await required(person);
      if (!state.exists) throw refuse("no_second_factor");
      return attempts.guard(passwordOf(state, person), () =>
        library(person.db, ({ disableSecondFactor }) => disableSecondFactor(cookieOf(person.cookies, sessionCookie), password)),
      );
    },

    close: () => attempts.close(),
  };
}

/** A store whose calls go to the transaction of whoever makes them. */
function following(transaction: AsyncLocalStorage<Db>, db: Db): Db {
  return new Proxy(db, {
    get(target, key) {
      const current = transaction.getStore() ?? target;
      const member: unknown = Reflect.get(current, key, current);
      return typeof member === "function" ? member.bind(current) : member;
    },
  });
}

async function required(person: SignedIn): Promise<queries.SecondFactorState> {
  const state = await queries.lockSecondFactor(person.db, person.userId);
  if (!state) throw refuse("unauthorized");
  return state;
}

function passwordOf(state: queries.SecondFactorState, person: SignedIn): Attempt {
  return { kind: "password", account: state.email, address: person.address };
}

function cookieOf(cookieHeader: string, name: string): Headers {
  return new Headers({ cookie: onlyCookie(cookieHeader, name) });
}

const wrongPassword = new Set(["INVALID_EMAIL_OR_PASSWORD", "INVALID_PASSWORD", "INVALID_EMAIL", "CREDENTIAL_ACCOUNT_NOT_FOUND"]);
const wrongCode = new Set([
  "INVALID_CODE",
  "INVALID_BACKUP_CODE",
  "INVALID_TWO_FACTOR_COOKIE",
  "TOTP_NOT_ENABLED",
  "BACKUP_CODES_NOT_ENABLED",
  "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE",
]);

function inOurWords(error: unknown): never {
  const { body, status } = error as { body?: { code?: string }; status?: string };
  const code = body?.code ?? "";
  if (code === "INVALID_PASSWORD") throw refuse("wrong_credentials", "The password is wrong.");
  if (wrongPassword.has(code)) throw refuse("wrong_credentials");
  // A conflict: somebody used the same recovery code a moment earlier.
  if (wrongCode.has(code) || (body && status === "CONFLICT")) throw refuse("wrong_code");
  if (code === "TOTP_ALREADY_ENABLED") throw refuse("second_factor_active");
  if (code === "UNAUTHORIZED") throw refuse("unauthorized");
  throw error;
}
