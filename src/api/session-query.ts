import { queryOptions } from "@tanstack/react-query";
import type { listMyTeams, getProfile } from "#contract/teams/profile.ts";
import type * as contract from "#contract/teams/session.ts";
import { ApiError, call, wireOnly } from "./client.ts";
import { credentials, isOtherService } from "./credentials.ts";
import { writeDraftsAs } from "./drafts.ts";

export type Session = contract.Session;
export type SessionTeam = Session["teams"][number];

// Needed before anything can be drawn, so without schemas: see wireOnly.
const getSession = wireOnly<typeof contract.getSession>({
  name: "getSession",
  method: "GET",
  path: "/v2/session",
  reads: ["session", "profile", "access"],
});
const getSetup = wireOnly<typeof contract.getSetup>({ name: "getSetup", method: "GET", path: "/v2/setup", reads: ["session"] });
const profile = wireOnly<typeof getProfile>({ name: "getProfile", method: "GET", path: "/v2/profile", reads: ["profile"] });
const teams = wireOnly<typeof listMyTeams>({ name: "listMyTeams", method: "GET", path: "/v2/teams", reads: ["team"] });

/** Who is signed in; null when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: [getSession.reads, getSession.name] as const,
  queryFn: loadSession,
  staleTime: 300_000,
});

/** Whether this installation still waits for its first owner. */
export const setupQuery = queryOptions({
  queryKey: [getSetup.reads, getSetup.name] as const,
  // Another service is set up from its own pages: it does not tell others whether it is.
  queryFn: () => (isOtherService() ? { needed: false, code_needed: false, mail: false, provider: null, passwords: true } : call(getSetup)),
  staleTime: 5000,
});

// Whose data this page has in memory.
let known: Session | undefined;

/** Of whoever was signed in last: what is drawn, and what comes after a click at that moment, stays until the sign-in page takes its place. */
export const knownSession = (): Session | undefined => known;

/** Null when nobody is signed in. Of another person than this page was loaded for, it is never returned: the page is loaded again. */
export async function loadSession(): Promise<Session | null> {
  const session = await askForSession();
  if (!session) return null;
  writeDraftsAs(session.user.id);
  if (known !== undefined && known.user.id !== session.user.id) {
    location.reload();
    return new Promise(() => {});
  }
  known = session;
  return session;
}

async function askForSession(): Promise<Session | null> {
  try {
    const { session } = await call(getSession, {}, { begun: takeFirstAnswer() });
    credentials.offersOurs = true;
    return session;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 || error.code === "session_required") {
      // A key that opens nothing must not stand before the session of whoever signs in next.
      credentials.dropKey();
      return null;
    }
    if (error.status === 404 || error.status === 501) return sessionOfOtherService();
    throw error;
  }
}

/** What public/first.js asked before this code was there; once, as the next answer may be another one. */
function takeFirstAnswer(): Promise<Response> | undefined {
  const page = globalThis as { caseloadSession?: Promise<Response> };
  const answer = page.caseloadSession;
  delete page.caseloadSession;
  return answer;
}

/** For when the first page is drawn: what it did not take says who was signed in then, and a later page has to ask who is. */
export function forgetFirstAnswer(): void {
  void takeFirstAnswer();
}

/** A service without our session operation still says who a key belongs to. It does not say the role: it will refuse what is not allowed. */
async function sessionOfOtherService(): Promise<Session | null> {
  credentials.offersOurs = false;
  if (!credentials.key) return null;
  try {
    const [{ profile: me }, { teams: mine }] = await Promise.all([call(profile), call(teams)]);
    return {
      kind: "key",
      user: { id: me.id, name: me.name, email: me.email, second_factor: false },
      teams: mine.map((team) => ({ ...team, role: "team:owner" })),
      organizations: [],
      administrator: false,
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** The team with this id; without an id the remembered one, else the first. */
export function teamOf(session: Session, teamId?: string): SessionTeam | undefined {
  if (teamId !== undefined) return session.teams.find((team) => team.id === teamId);
  const remembered = localStorage.getItem(teamKey);
  return session.teams.find((team) => team.id === remembered) ?? session.teams[0];
}

// first.js reads this name too.
const teamKey = "caseload.team";
export function rememberTeam(teamId: string): void {
  localStorage.setItem(teamKey, teamId);
}

/** Whether somebody worked here and did not sign out: their session has ended. */
export function wasSignedIn(): boolean {
  return localStorage.getItem(teamKey) !== null;
}

export function forgetTeam(): void {
  localStorage.removeItem(teamKey);
}
