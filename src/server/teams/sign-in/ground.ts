import { AsyncLocalStorage } from "node:async_hooks";
import { following } from "#server/platform/db/following.ts";
import type { Db, Store } from "#server/platform/db/open.ts";
import type { Services } from "#server/platform/http/context.ts";
import { type Attempts, createAttempts } from "./attempts.ts";
import type { Passwords } from "./passwords.ts";
import { deviceCookie, deviceTag } from "./session-cookie.ts";
import { inOurWords } from "./sign-in-failures.ts";
import type { SignInLibrary } from "./sign-in-library.ts";

/** What all ways to sign in need. */
export interface Ground {
  readonly store: Store;
  readonly clock: () => Date;
  /** Signs the cookies. */
  readonly secret: string;
  readonly attempts: Attempts;
  readonly passwords: Passwords;
  /** Whether people come by https: cookies go no other way then. */
  isSecure(): boolean;
  /** The cookie by which this browser is known at the account's next sign-in. */
  deviceOf(email: string): string;
  /** Lets the sign-in library work in the transaction of the request. Throws in our words. */
  library<T>(db: Db, work: (library: SignInLibrary) => Promise<T>): Promise<T>;
}

/** `wait` holds guesses that come too fast; absent: as long as it says. */
export function createGround(
  { config, store, clock, signer, log }: Pick<Services, "config" | "store" | "clock" | "signer" | "log">,
  passwords: Passwords,
  wait?: (ms: number) => Promise<unknown>,
): Ground {
  const secret = signer.derive("sign-in").toString("hex");
  const isSecure = () => config.baseUrl.startsWith("https://");
  const transaction = new AsyncLocalStorage<Db>();
  let started: Promise<SignInLibrary> | undefined;
  return {
    store,
    clock,
    secret,
    attempts: createAttempts(store, clock, wait),
    passwords,
    isSecure,
    deviceOf: (email) => deviceCookie(deviceTag(email, secret), secret, isSecure()),
    async library(db, work) {
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
    },
  };
}
