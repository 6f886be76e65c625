import type { Db } from "#server/platform/db/open.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { sessionCookie } from "#server/platform/http/session-cookie.ts";
import type { Ground } from "./ground.ts";
import * as queries from "./identity.store.ts";
import { deviceTag, knownDevice } from "./session-cookie.ts";
import { type Entered, guessOf, headersWith, held, type Origin, type SignedIn } from "./signed-in.ts";

/** What people do with their password. */
export interface OwnPasswords {
  /** Without a password they come by the company's provider. */
  createUser(db: Db, user: queries.NewUser & { password?: string }): Promise<string>;
  /** For somebody who was created in the same request: nothing is guessed, so nothing is counted. */
  signInCreated(db: Db, credentials: { email: string; password: string }): Promise<string[]>;
  /** `known`: somebody has the address. Throws `wrong_credentials` and `too_many_attempts`, as do all that take a password. */
  signIn(db: Db, credentials: { email: string; password: string; known: boolean }, from: Origin): Promise<Entered>;
  /** For whoever proved who they are otherwise: every session and every begun sign-in ends, and this browser is known from now on. */
  setPassword(db: Db, userId: string, next: string): Promise<string[]>;
  /** Whoever sits at the browser now knows the password. */
  confirmPassword(person: SignedIn, password: string): Promise<void>;
  changePassword(person: SignedIn, current: string, next: string): Promise<string[]>;
}

export function ownPasswords({ clock, secret, attempts, passwords, deviceOf, library }: Ground): OwnPasswords {
  return {
    async createUser(db, { email, name, password, claimed = false }) {
      const hash = password === undefined ? undefined : await passwords.hash(password);
      const id = await queries.insertUser(db, { email: email.toLowerCase(), name, claimed });
      if (hash !== undefined) await queries.storePassword(db, id, hash);
      return id;
    },

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
      await held(person);
      const cookies = await attempts.guard(guessOf("password", person), () =>
        library(person.db, ({ changePassword }) => changePassword(headersWith(person.cookies, sessionCookie), current, next)),
      );
      await queries.endChallenges(person.db, person.userId);
      return cookies;
    },
  };
}
