import type { Db } from "#server/platform/db/open.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { sessionCookie } from "#server/platform/http/session-cookie.ts";
import type { Ground } from "./ground.ts";
import * as queries from "./identity.store.ts";
import { challengeCookie, deviceTag, knownDevice, signedValue } from "./session-cookie.ts";
import { guessOf, headersWith, held, type Origin, type SignedIn } from "./signed-in.ts";
import { readSpokenCode } from "./spoken-code.ts";

/** The code that a sign-in asks for after the password. */
export interface SecondFactor {
  /** Whose password was right, where the second factor is missing. */
  challenged(db: Db, cookieHeader: string): Promise<string | undefined>;
  /** Takes 6 digits or a recovery code. Throws `wrong_code`, `too_many_attempts`. */
  verifySecondFactor(db: Db, code: string, from: Origin): Promise<string[]>;
  /** Throws `second_factor_active`. */
  startSecondFactor(person: SignedIn, password: string): Promise<{ uri: string; secret: string; recovery_codes: string[] }>;
  /** Throws `no_second_factor`, `wrong_code`. */
  confirmSecondFactor(person: SignedIn, code: string): Promise<string[]>;
  /** Throws `no_second_factor`. */
  removeSecondFactor(person: SignedIn, password: string): Promise<string[]>;
}

export function secondFactor({ clock, secret, attempts, deviceOf, library }: Ground): SecondFactor {
  return {
    async challenged(db, cookieHeader) {
      const challenge = signedValue(cookieHeader, challengeCookie, secret);
      return challenge === undefined ? undefined : (await queries.findChallenged(db, challenge, clock()))?.userId;
    },

    async verifySecondFactor(db, code, { address, cookies: sent }) {
      const challenge = signedValue(sent, challengeCookie, secret);
      const person = challenge && (await queries.findChallenged(db, challenge, clock()));
      const headers = headersWith(sent, challengeCookie);
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

    async startSecondFactor(person, password) {
      const state = await held(person);
      if (state.active) throw refuse("second_factor_active");
      const { uri, recoveryCodes } = await attempts.guard(guessOf("password", person), () =>
        library(person.db, ({ enableSecondFactor }) => enableSecondFactor(headersWith(person.cookies, sessionCookie), password)),
      );
      return { uri, secret: new URL(uri).searchParams.get("secret") ?? "", recovery_codes: recoveryCodes };
    },

    async confirmSecondFactor(person, code) {
      if (!(await held(person)).exists) throw refuse("no_second_factor");
      return attempts.guard(guessOf("code", person), () =>
        library(person.db, ({ verifyTotp }) => verifyTotp(headersWith(person.cookies, sessionCookie), code)),
      );
    },

    async removeSecondFactor(person, password) {
      const state = await held(person);
      if (!state.exists) throw refuse("no_second_factor");
      return attempts.guard(guessOf("password", person), () =>
        library(person.db, ({ disableSecondFactor }) => disableSecondFactor(headersWith(person.cookies, sessionCookie), password)),
      );
    },
  };
}
