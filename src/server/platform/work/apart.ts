/** Between the beginnings of two pieces of work, in milliseconds. */
const apartMs = 30;
const last = new WeakMap<object, Promise<void>>();

/**
 * Comes back when work that comes again and again may begin. What begins together stays together, and each of it would open a connection of its
 * own, which costs memory: it begins one after the other, also where a start holds this thread for a second and all timers are late. `among`: what all
 * work of a service has in common. One service of a process does not wait for what another one begins.
 */
export function turnToBegin(among: object): Promise<void> {
  const before = last.get(among) ?? Promise.resolve();
  const turn = before.then(() => new Promise<void>((begin) => void setTimeout(begin, apartMs).unref()));
  last.set(among, turn);
  return turn;
}
