interface Asked<T> {
  readonly running: Promise<T>;
  next?: Promise<T>;
}

/** What is being found, by what was asked. */
type Asking<T> = Map<string, Asked<T>>;

/**
 * One answer for all who ask one store the same while another answer to it is being found. They get the next one: it is found after they asked,
 * so that nobody gets what is older than the change that they heard of.
 */
export function askedTogether<T>(): (store: object, key: string, find: () => Promise<T>) => Promise<T> {
  const stores = new WeakMap<object, Asking<T>>();
  return (store, key, find) => {
    const asking: Asking<T> = stores.get(store) ?? new Map();
    stores.set(store, asking);
    const asked = asking.get(key);
    const ask = () => begin(asking, key, find);
    return asked ? (asked.next ??= asked.running.then(ask, ask)) : ask();
  };
}

function begin<T>(asking: Asking<T>, key: string, find: () => Promise<T>): Promise<T> {
  const mine: Asked<T> = { running: find() };
  asking.set(key, mine);
  const over = () => {
    if (mine.next === undefined) asking.delete(key);
  };
  mine.running.then(over, over);
  return mine.running;
}
