import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { expiredCookie, signedCookie, signedValue } from "#server/teams/sign-in/session-cookie.ts";

/** What only this browser and the service know of a sign-in that was started. */
export interface Started {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** To sign in, to set up a fresh installation, which whoever starts it may do, or to connect the provider within this session. */
export type Purpose = "sign-in" | "set-up" | `link:${string}`;

const cookieName = "caseload_provider";
const path = "/v2";
const seconds = 600;

type Ground = Pick<Services, "signer" | "clock" | "config">;

/**
 * A sign-in that is under way is in a cookie alone: whoever starts many fills no store. The cookie tells neither state nor nonce nor verifier, and
 * without it the address that a provider leads to is worth nothing: nobody signs somebody else in by a link.
 */
export function start({ signer, clock, config }: Ground, purpose: Purpose): { started: Started; cookie: string } {
  const secret = secretOf(signer);
  const value = `${purpose}.${clock().getTime() + seconds * 1000}.${randomBytes(32).toString("base64url")}`;
  return {
    started: startedBy(value, secret),
    cookie: signedCookie({ name: cookieName, value, seconds, path }, secret, config.baseUrl.startsWith("https://")),
  };
}

/** What this browser started with this purpose, and has brought back. Throws `sign_in_over`. */
export function takeUp({ signer, clock }: Ground, cookies: string, purpose: Purpose, state: string): Started {
  const secret = secretOf(signer);
  const value = signedValue(cookies, cookieName, secret);
  const [meant, until] = value?.split(".") ?? [];
  if (value === undefined || meant !== purpose || Number(until) < clock().getTime()) throw refuse("sign_in_over");
  const started = startedBy(value, secret);
  const [given, expected] = [Buffer.from(state), Buffer.from(started.state)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refuse("sign_in_over");
  return started;
}

/** The `Set-Cookie` value that ends what was started. */
export function ended({ config }: Pick<Ground, "config">): string {
  return expiredCookie(cookieName, config.baseUrl.startsWith("https://"), path);
}

function startedBy(value: string, secret: string): Started {
  const derived = (what: string) => createHmac("sha256", secret).update(`${what}:${value}`).digest("base64url");
  return { state: derived("state"), nonce: derived("nonce"), verifier: derived("verifier") };
}

function secretOf(signer: Services["signer"]): string {
  return signer.derive("sign-in with a provider").toString("hex");
}
