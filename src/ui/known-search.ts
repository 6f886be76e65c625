type Raw = Record<string, unknown>;

/** A route's reader of its address. The router keeps what a reader leaves out, whatever it means; named as undefined it is gone. */
export function knownSearch<T extends object>(readSearch: (raw: Raw) => T): (raw: Raw) => T {
  return (raw) => ({ ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])), ...readSearch(raw) });
}
