import { pathTo } from "./path-to.ts";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type * as contract from "#contract/teams/session.ts";
import { ApiError, call, type CallOptions, wireOnly } from "./client.ts";
import { credentials } from "./credentials.ts";
import { sendDecisions } from "./decisions/decide.ts";
import { dropAllDrafts } from "./drafts.ts";
import { hold } from "./hold.ts";
import { forgetTeam, knownSession, loadSession, type Session, sessionQuery, type SessionTeam, teamOf } from "./session-query.ts";

export type { Session, SessionTeam };

const endSession = wireOnly<typeof contract.signOut>({
  name: "signOut",
  method: "DELETE",
  path: "/v2/session",
  changes: ["session", "access"],
});

/** The signed-in person. Only below the guarded layout, where somebody always is. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  const session = data ?? knownSession();
  if (!session) throw new ApiError(401, "unauthorized", "You are signed out.");
  return session;
}

/** The team of this address, else the one last worked in. */
export function useTeam(): SessionTeam | undefined {
  const { teamId } = useParams({ strict: false }) as { teamId?: string };
  return teamOf(useSession(), teamId);
}

/** Keeps the key for this tab if the service knows it; otherwise throws what the service said. */
export async function signInWithKey(key: string): Promise<Session> {
  credentials.useKey(key);
  try {
    const session = await loadSession();
    if (session) return session;
  } catch (error) {
    credentials.dropKey();
    throw error;
  }
  credentials.dropKey();
  throw new ApiError(401, "unauthorized", "The service does not recognize this key.");
}

/**
 * Ends the session by `end`, once what was decided is sent. Reads that are on their way are given up and no other one goes: their answers would
 * say that the session has ended, which is what this person wants.
 */
export function useSessionEnd(): <T>(end: (options: CallOptions) => Promise<T>) => Promise<T> {
  const client = useQueryClient();
  return async (end) => {
    await sendDecisions();
    const goOn = hold();
    await client.cancelQueries();
    try {
      return await end({ last: true });
    } catch (error) {
      goOn();
      void client.invalidateQueries();
      throw error;
    }
  };
}

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const endBy = useSessionEnd();
  return async () => {
    await endBy(async (options) => {
      const byKey = credentials.key !== undefined;
      credentials.dropKey();
      if (!byKey) await call(endSession, {}, options);
    });
    leave();
    client.clear();
  };
}

/** A full page load: nothing of the person before stays in memory. */
export function leave(): void {
  forgetTeam();
  dropAllDrafts();
  location.assign(pathTo("/sign-in", {}));
}
