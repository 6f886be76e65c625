import { useQueries } from "@tanstack/react-query";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { CapturedUnit } from "#contract/clarity/notation/story.ts";
import { evidencePerPage, evidenceRead } from "#features/clarity/queries.ts";

/** Pages of a capture that are read for its story, and captures that are. */
const mostPages = 5;
export const mostCaptures = 20;

export interface CapturedUnits {
  readonly capture: ClarityCapture;
  /** In their order. Of a long capture the first ones. */
  readonly units: readonly CapturedUnit[];
  readonly total: number;
}

/** What the captures are cut into, as far as it is read. Undefined until all of it is there. */
export function useUnits(
  processId: string,
  captures: readonly ClarityCapture[],
): { readonly data?: readonly CapturedUnits[]; readonly error: unknown } {
  const read = captures.filter(({ status }) => status === "complete").slice(0, mostCaptures);
  const firsts = useQueries({ queries: read.map(({ id }) => evidenceRead(processId, id, 0)) });
  const further = read.flatMap(({ id }, i) => {
    const pages = Math.min(mostPages, Math.ceil((firsts[i]?.data?.total ?? 0) / evidencePerPage));
    return Array.from({ length: Math.max(0, pages - 1) }, (_, at) => ({ id, page: at + 1 }));
  });
  const others = useQueries({ queries: further.map(({ id, page }) => evidenceRead(processId, id, page)) });
  const all = [...firsts, ...others];
  const error = all.find((query) => query.error && query.data === undefined)?.error;
  if (all.some(({ data }) => data === undefined)) return { error };
  return {
    error: undefined,
    data: read.map((capture, i) => {
      const pages = [firsts[i], ...others.filter((_, at) => further[at]?.id === capture.id)];
      const units = pages.flatMap((page) => page?.data?.evidence ?? []);
      return { capture, total: firsts[i]?.data?.total ?? 0, units: units.map((unit) => ({ ...unit, captureId: capture.id })) };
    }),
  };
}
