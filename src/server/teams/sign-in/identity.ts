import type { Context, Services } from "#server/platform/http/context.ts";
import type { Attempts } from "./attempts.ts";
import { createGround } from "./ground.ts";
import { type OwnPasswords, ownPasswords } from "./own-passwords.ts";
import { type OwnSessions, ownSessions } from "./own-sessions.ts";
import type { Passwords } from "./passwords.ts";
import { type SecondFactor, secondFactor } from "./second-factor.ts";

/** Cookies are whole `Set-Cookie` values. Everything that takes a `db` writes only there, so a request that fails leaves nothing behind. */
export interface Identity extends OwnSessions, OwnPasswords, SecondFactor {
  /** Counts guesses at passwords and codes. */
  readonly attempts: Attempts;
  close(): Promise<void>;
}

/** What handlers get that let people in. */
export interface SignInContext extends Context {
  readonly identity: Identity;
}

/** `wait` holds guesses that come too fast; absent: as long as it says. */
export function createIdentity(
  shared: Pick<Services, "config" | "store" | "clock" | "signer" | "log">,
  passwords: Passwords,
  wait?: (ms: number) => Promise<unknown>,
): Identity {
  const ground = createGround(shared, passwords, wait);
  const { attempts } = ground;
  return { attempts, ...ownSessions(ground), ...ownPasswords(ground), ...secondFactor(ground), close: () => attempts.close() };
}
