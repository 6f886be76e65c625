import { useState } from "react";

interface Held {
  readonly view: string;
  readonly keys: readonly string[];
}

/** Rows in the order in which they were first shown: figures change in place, and what is added comes last. Another `view` begins anew. */
export function useSteadyOrder<T>(rows: readonly T[], keyOf: (row: T) => string, view: string): T[] {
  const [held, setHeld] = useState<Held>({ view, keys: [] });
  const known = held.view === view ? held.keys : [];
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const keys = [...known.filter((key) => byKey.has(key)), ...[...byKey.keys()].filter((key) => !known.includes(key))];
  if (held.view !== view || keys.join("\n") !== known.join("\n")) setHeld({ view, keys });
  return keys.flatMap((key) => byKey.get(key) ?? []);
}
