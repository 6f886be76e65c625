import { createHmac, timingSafeEqual } from "node:crypto";
import type { Signer } from "#server/platform/objects/signer.ts";

/** What a link is for: an invite to an address, the link of a team, a new password. */
export type LinkKind = "invite" | "team" | "reset";

const letters: Readonly<Record<LinkKind, string>> = { invite: "i", team: "t", reset: "r" };

/**
 * The token of a link: the id of its row, and the proof that the service made it for what it `gives`. The same at any time, so that no store holds
 * it; another once the row gives something else.
 */
export function linkToken(signer: Signer, kind: LinkKind, id: string, gives = ""): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  return letters[kind] + Buffer.concat([bytes, proof(signer, kind, bytes, gives)]).toString("base64url");
}

/** The id that a token names, which proves nothing yet; undefined where it is no token of this kind. */
export function idNamedBy(kind: LinkKind, token: string): string | undefined {
  const bytes = Buffer.from(token.slice(1), "base64url");
  if (!token.startsWith(letters[kind]) || bytes.length !== 48) return undefined;
  const hex = bytes.subarray(0, 16).toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Whether the service made a token, for what its row gives now. */
export function isProved(signer: Signer, kind: LinkKind, token: string, gives = ""): boolean {
  const bytes = Buffer.from(token.slice(1), "base64url");
  return timingSafeEqual(bytes.subarray(16), proof(signer, kind, bytes.subarray(0, 16), gives));
}

/** The id that a token stands for; undefined where it is no token of this kind. */
export function idOfToken(signer: Signer, kind: LinkKind, token: string): string | undefined {
  const id = idNamedBy(kind, token);
  return id !== undefined && isProved(signer, kind, token) ? id : undefined;
}

function proof(signer: Signer, kind: LinkKind, id: Buffer, gives: string): Buffer {
  return createHmac("sha256", signer.derive("links of mails")).update(kind).update(id).update(gives).digest();
}

/** Behind the `#`: whoever only opens the address, as scanners of mail do, sends no token to anybody. */
export function linkTo(baseUrl: string, page: "join" | "new-password", token: string): string {
  return `${baseUrl}/${page}#${token}`;
}
