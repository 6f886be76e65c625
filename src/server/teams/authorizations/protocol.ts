/** The cookie in which the library remembers a sign-in. */
export const sessionCookie = "caseload_oauth_session";

/** How a client may be answered. A form that sends itself would need a script, which no page of ours allows. */
export const responseModes = ["query", "fragment"] as const;

/** Whether an address leads to a program on the computer of whoever opens it. */
export function isThisComputer(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}
