/** What the service last said of the quota. */
export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970, and of the whole window. */
  readonly resetAt: number;
  readonly windowMs: number;
}

/** Of the quota: what reads that follow changes leave for the person's own steps, and what they may use at once. */
const kept = 0.3;
const atOnce = 0.2;
/** Milliseconds between two rounds of such reads once they are ahead of their share, and once only the person's part is left. */
const pauses = { ahead: 5000, scarce: 15_000 };

let state: QuotaState | undefined;

export function learnQuota(next: QuotaState | undefined): void {
  state = next;
}

/**
 * Milliseconds that a screen rests between two rounds of reads that follow changes. They use their share of the quota evenly over its window:
 * several windows on a busy team would otherwise use it up, and the person would wait for the rest of the minute.
 */
export function followPause(): number {
  const left = state ? state.resetAt - Date.now() : 0;
  if (!state || left <= 0) return 0;
  const share = state.remaining / state.limit;
  if (share >= kept + (1 - kept - atOnce) * Math.min(1, left / state.windowMs)) return 0;
  return share > kept ? pauses.ahead : pauses.scarce;
}

// Until when requests of a person wait because the quota is used up.

let until: number | undefined;
const readers = new Set<() => void>();

/** Milliseconds since 1970; undefined while nothing waits. */
export function waitsUntil(): number | undefined {
  return until;
}

export function waits(next: number | undefined): void {
  if (next === until) return;
  until = next;
  for (const reader of readers) reader();
}

/** Calls `reader` when a wait begins or ends, until what it returns is called. */
export function onWait(reader: () => void): () => void {
  readers.add(reader);
  return () => void readers.delete(reader);
}
