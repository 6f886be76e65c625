import { useState } from "react";
import type { Entry } from "./file-entries.ts";

export const keyOf = (entry: Entry) => (entry.kind === "file" ? entry.file.id : `folder:${entry.path}`);

/**
 * Rows that stay where they are while agents and other people write files: values change in place, further rows are only counted until
 * `show` is called. `view` names what is looked at; another view, and what somebody did here (`own`), shows at once.
 */
export function useCalmEntries(
  entries: readonly Entry[],
  view: string,
  own: (entry: Entry) => boolean,
): { shown: Entry[]; fresh: number; show: () => void } {
  const keys = entries.map(keyOf);
  const [seen, setSeen] = useState({ view, keys });
  const known = new Set(seen.keys);
  const fresh = entries.filter((entry) => !known.has(keyOf(entry)));
  const atOnce = seen.view !== view || fresh.some(own) || (fresh.length > 0 && fresh.length === entries.length);
  if (atOnce) setSeen({ view, keys });
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  return {
    shown: seen.keys.flatMap((key) => byKey.get(key) ?? []),
    fresh: fresh.length,
    show: () => setSeen({ view, keys }),
  };
}
