import type { Topic } from "#contract/topics.ts";
import type { Wire } from "#api/client.ts";

/** A decision that waited when its page was left, with all that it takes to send it. */
export interface KeptDecision {
  readonly about: string;
  readonly doing: string;
  readonly done: string;
  readonly what: string;
  readonly href: string;
  /** What was left of the time to undo it, in milliseconds. */
  readonly left: number;
  readonly endpoint: Wire & { readonly changes: readonly Topic[] };
  readonly input: unknown;
  readonly drafts: readonly string[];
  readonly refusals: Readonly<Record<string, string>>;
}

interface Kept {
  readonly userId: string;
  /** The page that was left. */
  readonly page: string;
  /** In milliseconds since 1970. */
  readonly leftAt: number;
  readonly decisions: readonly KeptDecision[];
}

const storageKey = "caseload.decisions";

// Only between two pages of a tab: while a page is there, a copy of the tab must not find decisions that it would send once more.
export function keepDecisions(kept: Kept): void {
  try {
    if (kept.decisions.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // A full or refused storage: they are not sent.
  }
}

/** What the page before kept, once. Another person who signs in on this tab finds nothing. */
export function takeKeptDecisions(userId: string): Omit<Kept, "userId"> | undefined {
  const stored = sessionStorage.getItem(storageKey);
  sessionStorage.removeItem(storageKey);
  try {
    const kept = JSON.parse(stored ?? "null") as Kept | null;
    return kept?.userId === userId ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** What was decided, for whoever finds that its page is gone. */
type Noted = Pick<KeptDecision, "about" | "doing" | "done" | "what" | "href"> & { readonly until: number };

const noteKey = (page: string) => `caseload.deciding.${page}`;

/** Notes what a page has not sent yet, for all tabs: a phone ends a page without a word. */
export function noteDecisions(page: string, userId: string | undefined, waiting: readonly Noted[]): void {
  try {
    if (waiting.length === 0 || userId === undefined) return localStorage.removeItem(noteKey(page));
    const decisions = waiting.map(({ about, doing, done, what, href, until }) => ({ about, doing, done, what, href, until }));
    localStorage.setItem(noteKey(page), JSON.stringify({ userId, decisions }));
  } catch {
    // A full or refused storage: it is not said later.
  }
}

/** What pages that are gone never sent, once: their time was over `longAgo` milliseconds ago. */
export function takeNotedDecisions(userId: string, longAgo: number): readonly Noted[] {
  const lost: Noted[] = [];
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(noteKey("")))) {
    try {
      const noted = JSON.parse(localStorage.getItem(key) ?? "null") as { userId: string; decisions: readonly Noted[] };
      if (noted.userId !== userId || noted.decisions.some(({ until }) => Date.now() < until + longAgo)) continue;
      lost.push(...noted.decisions);
    } catch {
      // Nobody can read it.
    }
    localStorage.removeItem(key);
  }
  return lost;
}
