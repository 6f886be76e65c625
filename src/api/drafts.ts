import { useEffect } from "react";

// Text that somebody typed survives a reload of the tab and the end of a session, and belongs to that person: others who sign in on this tab
// do not find it. Nothing that looks like a secret is ever kept.

const writerKey = "caseload.writer";
// The tab remembers who, so that the sign-in page after an ended session still knows whose text is kept.
let writer = sessionStorage.getItem(writerKey) ?? "";

export function writeDraftsAs(userId: string): void {
  writer = userId;
  sessionStorage.setItem(writerKey, userId);
}

const keyOf = (id: string) => `draft:${writer}:${id}`;

/** Of what the signed-in person, or the one whose session ended, typed in this tab. */
export function draftIds(): string[] {
  const own = keyOf("");
  return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(own) ? key.slice(own.length) : []));
}

const secretName = /password|secret|token|^key$|_key$/i;

export function readDraft(id: string): Record<string, unknown> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null");
    return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function writeDraft(id: string, values: Record<string, unknown>, secrets: readonly string[]): void {
  const kept = Object.entries(values).filter(([key]) => !secretName.test(key) && !secrets.includes(key));
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // A full or refused storage costs the draft, not the form.
  }
}

export function dropDraft(id: string): void {
  sessionStorage.removeItem(keyOf(id));
}

/** How many texts of this person the tab keeps that are not sent. Fields that were emptied again and what stands beside a form's text are none. */
export function unsentDrafts(): number {
  return draftIds().filter((id) => !/^blob:|:began$/.test(id) && isFilled(readDraft(id))).length;
}

// By id, how many places on the screen show the draft.
const shown = new Map<string, number>();

/** The draft's text is on the screen while the caller is mounted. */
export function useShownDraft(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    shown.set(id, (shown.get(id) ?? 0) + 1);
    return () => void shown.set(id, (shown.get(id) ?? 1) - 1);
  }, [id]);
}

/** Whether text stands on the screen that is not sent. */
export function isUnsentShown(): boolean {
  return [...shown].some(([id, places]) => places > 0 && isFilled(readDraft(id)));
}

function isFilled(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value === "object" && value !== null) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null;
}

/** What leaving this tab's session loses, as a sentence; undefined when nothing is lost. */
export function lostByLeaving(): string | undefined {
  const texts = unsentDrafts();
  return texts === 0 ? undefined : `What you typed in ${texts === 1 ? "one form" : `${texts} forms`} is not saved and will be discarded.`;
}

export function dropAllDrafts(): void {
  draftIds().forEach(dropDraft);
}
