import { createHmac, timingSafeEqual } from "node:crypto";

export const sessionCookie = "caseload_session";
/** Carries a sign-in from the password to the second factor. */
export const challengeCookie = "caseload_second_factor";

/** `Set-Cookie` values that remove our cookies. */
export function expiredCookies(secure: boolean): string[] {
  return [sessionCookie, challengeCookie].map((name) => `${name}=; Max-Age=0; Path=/; HttpOnly; ${secure ? "Secure; " : ""}SameSite=Lax`);
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
