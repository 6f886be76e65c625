import { useQueries } from "@tanstack/react-query";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { evidenceRead } from "#features/clarity/queries.ts";

/** The stories below a map read the same pages. */
const mostCounted = 20;

/** How many units the first captures are cut into, by their ids, as far as it is known. */
export function useUnitTotals(processId: string, captures: readonly ClarityCapture[]): ReadonlyMap<string, number> {
  const counted = captures.filter(({ status }) => status === "complete").slice(0, mostCounted);
  const firsts = useQueries({ queries: counted.map(({ id }) => evidenceRead(processId, id, 0)) });
  return new Map(firsts.flatMap(({ data }, i) => (data && counted[i] ? [[counted[i].id, data.total]] : [])));
}
