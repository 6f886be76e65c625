// Free of zod, so that screens have the words without the schemas.

/** How a server knows who calls: by its address alone, by a key or by other headers, or by tokens that a person allowed. */
export const authMethods = ["url", "apikey", "headers", "oauth"] as const;
export type AuthMethod = (typeof authMethods)[number];

/** `user`: a person gave its address. `mcp`: of the catalog, or found by its address, and allowed by OAuth. `native`: of a provider with a flow of its own. */
export const connectionProviders = ["user", "mcp", "native"] as const;

/** Servers are called over HTTP. A program on this machine (`stdio`) is never started for one. */
export const transportTypes = ["stdio", "sse", "http"] as const;

/**
 * Why a connection stays broken until a person reconnects it. What is away for a time is none of them. `renewal_lost`: the service was stopped, or got no
 * answer, in the middle of a renewal, and the other service no longer accepts what was used for it.
 */
export const brokenReasons = ["invalid_grant", "invalid_client", "unauthorized", "renewal_lost"] as const;
export type BrokenReason = (typeof brokenReasons)[number];

/** Whether a connection leads to a mailbox, and not to a server with tools. */
export function isMailbox(url: string): boolean {
  return /^imaps?:/.test(url);
}

/** The type of a connection to a process-modelling tool, which gets models of processes. */
export const signavioType = "signavio";

/** Whether a connection leads to a server with tools, and not to what is spoken to otherwise. */
export function hasTools({ server_url, type }: { readonly server_url: string; readonly type: string }): boolean {
  return !isMailbox(server_url) && type !== signavioType;
}
