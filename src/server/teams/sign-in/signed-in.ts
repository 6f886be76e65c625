import type { Db } from "#server/platform/db/open.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { Attempt } from "./attempts.ts";
import { lockSecondFactor, type SecondFactorState } from "./identity.store.ts";
import { onlyCookie } from "./session-cookie.ts";

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

/** Locks the person's row: two requests about how one person signs in follow each other. Throws `unauthorized` where the person is gone. */
export async function held(person: SignedIn): Promise<SecondFactorState> {
  const state = await lockSecondFactor(person.db, person.userId);
  if (!state) throw refuse("unauthorized");
  return state;
}

/** Counted by the session: what strangers guess elsewhere refuses nobody who is signed in. */
export function guessOf(kind: Attempt["kind"], { sessionId, address }: SignedIn): Attempt {
  return { kind, address, from: `session:${sessionId}` };
}

/** As the sign-in library reads them. */
export function headersWith(cookieHeader: string, name: string): Headers {
  return new Headers({ cookie: onlyCookie(cookieHeader, name) });
}
