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
