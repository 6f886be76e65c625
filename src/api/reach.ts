// Whether the service answers, as the last request and the live line found out.

let heardAt = Date.now();
let lost = false;
const readers = new Set<() => void>();

/** Something of the service arrived, be it a refusal. */
export function heard(): void {
  heardAt = Date.now();
  turn(false);
}

/** A request got no answer. */
export function unheard(): void {
  turn(true);
}

function turn(next: boolean): void {
  if (next === lost) return;
  lost = next;
  for (const reader of readers) reader();
}

// The browser knows at once that its network is gone; the next request would find out later.
addEventListener("offline", unheard);

/** When it answered last, in milliseconds since 1970, while it does not; undefined while it does. */
export function lastHeard(): number | undefined {
  return lost ? heardAt : undefined;
}

/** Calls `reader` when the service is lost or found again, until what it returns is called. */
export function onReach(reader: () => void): () => void {
  readers.add(reader);
  return () => void readers.delete(reader);
}
