import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type * as contract from "#contract/teams/session.ts";
import { ApiError, call, wireOnly } from "./client.ts";
import { credentials } from "./credentials.ts";
import { sendDecisions } from "./decisions.ts";
import { dropAllDrafts } from "./drafts.ts";
import { forgetTeam, loadSession, type Session, sessionQuery, type SessionTeam, teamOf } from "./session-query.ts";

export type { Session, SessionTeam };

const endSession = wireOnly<typeof contract.signOut>({ name: "signOut", method: "DELETE", path: "/v2/session", area: "Sign-in" });

/** The signed-in person. Only below the guarded layout, where somebody always is. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  // When the session ends, what is drawn stays until the sign-in page takes its place.
  const [known, setKnown] = useState(data);
  if (data && data !== known) setKnown(data);
  const session = data ?? known;
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

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await sendDecisions();
    const byKey = credentials.key !== undefined;
    credentials.dropKey();
    if (!byKey) await call(endSession);
    leave();
    client.clear();
  };
}

/** A full page load: nothing of the person before stays in memory. */
export function leave(): void {
  forgetTeam();
  dropAllDrafts();
  location.assign("/sign-in");
}
