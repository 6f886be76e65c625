import { extractWWWAuthenticateParams } from "@modelcontextprotocol/client";

/** As many rights are asked for at most. */
export const maxScopes = 200;
/** By RFC 6749: what can be shown as it is, too. */
const scope = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** The words of a list of scopes that can be asked for. */
export function scopesIn(text: string | undefined): string[] {
  return [...new Set(text?.split(" "))].filter((each) => each.length <= 200 && scope.test(each)).slice(0, maxScopes);
}

/** What a server that refuses a call says has to be signed in for. */
export function wantedBy(challenge: string | null): readonly string[] | undefined {
  if (challenge === null) return undefined;
  const { error, scope: named } = extractWWWAuthenticateParams(new Response(null, { headers: { "www-authenticate": challenge } }));
  const wanted = error === "insufficient_scope" ? scopesIn(named) : [];
  return wanted.length > 0 ? wanted : undefined;
}
