import { useState } from "react";

/**
 * Keeps rows where they are while their content changes: what is new or in another place waits until `show` is called.
 * `key` names the list that is shown; with another one its rows are taken as they come.
 */
export function useSteadyRows<R>(rows: readonly R[] | undefined, idOf: (row: R) => string, key: string) {
  const [shown, setShown] = useState<{ key: string; ids: readonly string[] } | null>(null);
  const show = () => setShown(null);
  if (!rows) return { rows: [], added: 0, moved: false, show };
  const ids = rows.map(idOf);
  // Where nothing is shown, nothing can move.
  if (shown?.key !== key || (ids.length > 0 && !ids.some((id) => shown.ids.includes(id)))) {
    setShown({ key, ids });
    return { rows, added: 0, moved: false, show };
  }
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const kept = shown.ids.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(shown.ids);
  const staying = ids.filter((id) => known.has(id));
  return { rows: kept, added: ids.length - staying.length, moved: kept.some((row, at) => idOf(row) !== staying[at]), show };
}
