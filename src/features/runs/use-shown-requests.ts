import { useState } from "react";
import { useDecided } from "#api/decisions/held.ts";
import type { PendingHumanRequest } from "#contract/runs/human-requests.ts";
import { typedAnswers } from "./typed-answers.ts";

/** The open requests of a run, and those that others closed while somebody wrote an answer here: that text stays on the screen. */
export function useShownRequests(open: readonly PendingHumanRequest[]) {
  const decided = useDecided();
  const [seen, see] = useState(open);
  const [discarded, setDiscarded] = useState<ReadonlySet<string>>(new Set());
  const ids = new Set(seen.map(({ id }) => id));
  const further = open.filter(({ id }) => !ids.has(id));
  if (further.length > 0) see([...seen, ...further]);
  const shown = seen.flatMap((before) => {
    const request = open.find(({ id }) => id === before.id);
    if (request) return [{ request, closed: false }];
    const lost = !decided.has(before.id) && !discarded.has(before.id) && typedAnswers(before).length > 0;
    return lost ? [{ request: before, closed: true }] : [];
  });
  return { shown, discard: (id: string) => setDiscarded(new Set([...discarded, id])) };
}
