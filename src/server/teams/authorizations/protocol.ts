/** The cookie in which the library remembers a sign-in. */
export const sessionCookie = "caseload_oauth_session";

/** The one permission that programs ask for; what is allowed beside it is what the person says who lets one in. */
export const scope = "mcp";

/** Hosts ask for this one to stay signed in, where they find it listed. Every client may renew its tokens, whether it asks or not. */
export const staying = "offline_access";
export const scopes = [scope, staying] as const;

/** How a client may be answered. A form that sends itself would need a script, which no page of ours allows. */
export const responseModes = ["query", "fragment"] as const;

/** Whether an address leads to a program on the computer of whoever opens it. */
export function isThisComputer(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** Where MCP is spoken: what a token is for where its client names nothing. */
export function mcpAddress(baseUrl: string): string {
  return `${baseUrl}/v2/mcp`;
}

/** Whether MCP is spoken at an address. A token is for one of these (RFC 8707). */
export function isMcpAddress(baseUrl: string, address: string): boolean {
  return address === mcpAddress(baseUrl) || address.startsWith(`${mcpAddress(baseUrl)}/`);
}
