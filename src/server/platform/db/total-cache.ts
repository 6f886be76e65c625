interface Entry<T> {
  version: number;
  readonly total: Promise<T>;
  /** Whether somebody asked again and found nothing changed. */
  held?: true;
}

/** A total, or totals of several kinds, and the version that it holds for, or the version that its counting began with. */
export type TotalCache<T = number> = Map<string, Entry<T>>;

export interface Counted<T = number> {
  readonly version: number;
  readonly total: T;
}

const maxCached = 1_000;

/** One cache for each store, so that two services in one process (tests) share nothing. */
export function totalCaches<T = number>(): (store: object) => TotalCache<T> {
  const caches = new WeakMap<object, TotalCache<T>>();
  return (store) => {
    const cache = caches.get(store) ?? new Map();
    caches.set(store, cache);
    return cache;
  };
}

/**
 * Counts once for each version: until the next change the total is exact without counting. `count` has to read total and version in one
 * snapshot. Who asks while it is being counted waits for that count: it reads a state at least as new as the one that they saw.
 */
export async function cachedTotal<T>(cache: TotalCache<T>, key: string, version: number, count: () => Promise<Counted<T>>): Promise<T> {
  const known = cache.get(key);
  if (known?.version === version) {
    known.held = true;
    return known.total;
  }
  const entry: Entry<T> = {
    version,
    total: count().then((counted) => {
      entry.version = counted.version;
      return counted.total;
    }),
  };
  cache.delete(key);
  cache.set(key, entry);
  if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? "");
  try {
    return await entry.total;
  } catch (error) {
    if (cache.get(key) === entry) cache.delete(key);
    throw error;
  }
}

/**
 * What was counted last, where it held when somebody asked again: worth a statement that reads the version beside what else is asked for, and
 * has to be repeated where that is another one.
 */
export async function heldTotal<T>(cache: TotalCache<T>, key: string): Promise<Counted<T> | undefined> {
  const known = cache.get(key);
  return known?.held && { version: known.version, total: await known.total };
}
