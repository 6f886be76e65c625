import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { sessionCookie } from "#server/platform/http/session-cookie.ts";

/** Carries a sign-in from the password to the second factor. */
export const challengeCookie = "caseload_second_factor";

/** Begins the name of the cookie by which a browser is known that signed in to an account before; there is one for each account. */
/** How long a session lasts in seconds. Its end is fixed when it begins. */
export const sessionSeconds = 30 * 86_400;
export const challengeSeconds = 600;

const devicePrefix = "caseload_device_";
const deviceSeconds = 180 * 86_400;

/** What stands for an account in the cookies of its devices: the address itself is nobody's business who reads over a shoulder. */
export function deviceTag(email: string, secret: string): string {
  return createHmac("sha256", secret).update(`device:${email}`).digest("hex").slice(0, 24);
}

/** The `Set-Cookie` value by which this browser is known at its next sign-in to the account. Sign-out leaves it. */
export function deviceCookie(tag: string, secret: string, secure: boolean): string {
  return signedCookie(
    { name: `${devicePrefix}${tag}`, value: `${tag}.${randomBytes(12).toString("hex")}`, seconds: deviceSeconds },
    secret,
    secure,
  );
}

/** A `Set-Cookie` value that {@link signedValue} reads, as does the sign-in library. */
export function signedCookie(
  { name, value, seconds, path = "/" }: { name: string; value: string; seconds: number; path?: string },
  secret: string,
  secure: boolean,
): string {
  const signed = `${value}.${createHmac("sha256", secret).update(value).digest("base64")}`;
  return `${name}=${encodeURIComponent(signed)}; Max-Age=${seconds}; Path=${path}; HttpOnly; ${secure ? "Secure; " : ""}SameSite=Lax`;
}

/** The device that a browser is for this account; undefined when it has not signed in to it before, or claims so. */
export function knownDevice(cookieHeader: string, tag: string, secret: string): string | undefined {
  const value = signedValue(cookieHeader, `${devicePrefix}${tag}`, secret);
  return value?.startsWith(`${tag}.`) ? value : undefined;
}

/** The first account that this browser has signed in to before. */
export function knownTag(cookieHeader: string, secret: string): string | undefined {
  const tags = [...cookieHeader.matchAll(/(?:^|; ?)caseload_device_([0-9a-f]{24})=/g)].map(([, tag = ""]) => tag);
  return tags.slice(0, 5).find((tag) => knownDevice(cookieHeader, tag, secret) !== undefined);
}

/** `Set-Cookie` values that remove our cookies. */
export function expiredCookies(secure: boolean): string[] {
  return [sessionCookie, challengeCookie].map((name) => expiredCookie(name, secure));
}

export function expiredCookie(name: string, secure: boolean, path = "/"): string {
  return `${name}=; Max-Age=0; Path=${path}; HttpOnly; ${secure ? "Secure; " : ""}SameSite=Lax`;
}

/** The value of a cookie `value.signature`, as the sign-in library signs it; undefined when it is absent or forged. */
export function signedValue(cookieHeader: string, name: string, secret: string): string | undefined {
  const raw = rawCookie(cookieHeader, name);
  if (raw === undefined) return undefined;
  const text = decode(raw);
  const dot = text.lastIndexOf(".");
  if (dot < 1) return undefined;
  const value = text.slice(0, dot);
  // As text: several texts decode to the same bytes.
  const given = Buffer.from(text.slice(dot + 1));
  const expected = Buffer.from(createHmac("sha256", secret).update(value).digest("base64"));
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
}

/** A `Cookie` header with this one cookie of another; empty when it is absent. */
export function onlyCookie(cookieHeader: string, name: string): string {
  const raw = rawCookie(cookieHeader, name);
  return raw === undefined ? "" : `${name}=${raw}`;
}

function rawCookie(cookieHeader: string, name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = cookieHeader.split(";").find((part) => part.trimStart().startsWith(prefix));
  return pair?.trim().slice(prefix.length);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
