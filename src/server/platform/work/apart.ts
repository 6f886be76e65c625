/** Between the beginnings of two pieces of work, in milliseconds. */
const apartMs = 20;

/** Comes back when work that comes again and again may begin. */
export type Begins = () => Promise<void>;

/**
 * Lets what a process does in the background begin one after the other. What begins together stays together, and each of it would open a connection
 * of its own, which costs memory; at a start that holds this thread for a second, all timers are late and run out together. None begins before `first`.
 */
export function createTurns(first = Promise.resolve()): Begins {
  let last: Promise<void> = first;
  return () => (last = last.then(() => new Promise((begin) => void setTimeout(begin, apartMs).unref())));
}
