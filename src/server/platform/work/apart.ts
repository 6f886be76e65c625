/** Between the beginnings of two pieces of work, in milliseconds. */
const apartMs = 30;
let last: Promise<void> = Promise.resolve();

/**
 * Comes back when work that comes again and again may begin. What begins together stays together, and each of it would open a connection of its
 * own, which costs memory: it begins one after the other, also where a start holds this thread for a second and all timers are late.
 */
export function turnToBegin(): Promise<void> {
  last = last.then(() => new Promise((begin) => void setTimeout(begin, apartMs).unref()));
  return last;
}
