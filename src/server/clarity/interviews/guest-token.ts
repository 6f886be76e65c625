import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, as an address takes them. */
export function newGuestToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What the store knows a token by. A token cannot be guessed, so its hash needs no salt and no key. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
