import { useEffect, useState } from "react";

const storageKey = "caseload.sample";
/** The service makes the sample workspace in the background, within seconds. After this long nothing more is promised. */
const waitMs = 60_000;

/** The sample workspace of this team is being made from now on. */
export function expectSample(teamId: string): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ teamId, until: Date.now() + waitMs }));
}

/** Whether the sample workspace of a team is still being made, as far as this tab asked for it. */
export function useSampleComing(teamId: string): boolean {
  const [until] = useState(() => untilOf(teamId));
  const [coming, setComing] = useState(() => until > Date.now());
  useEffect(() => {
    if (!coming) return undefined;
    const timer = setTimeout(() => setComing(false), Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [coming, until]);
  return coming;
}

function untilOf(teamId: string): number {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as { teamId?: unknown; until?: unknown } | null;
    return stored?.teamId === teamId && typeof stored.until === "number" ? stored.until : 0;
  } catch {
    return 0;
  }
}
