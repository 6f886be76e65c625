/** The cookie of a session: its presence tells the console that somebody may be signed in. */
export const sessionCookie = "caseload_session";
