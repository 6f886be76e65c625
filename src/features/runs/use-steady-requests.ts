import { useState } from "react";
import type { InboxRequest } from "#contract/runs/human-requests.ts";

export interface SteadyRequest {
  readonly request: InboxRequest;
  /** Somebody else answered it, or the run withdrew it. It keeps its place until one moves on. */
  readonly gone: boolean;
}

/**
 * The open requests, without anything moving under the pointer: new ones come last as they are the youngest, and what was closed by others stays
 * in its place, marked. `drop` takes out one's own.
 */
export function useSteadyRequests(open: readonly InboxRequest[] | undefined) {
  const [kept, setKept] = useState<readonly SteadyRequest[]>([]);
  const [seen, setSeen] = useState(open);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [filled, setFilled] = useState(false);
  if (open && (open !== seen || !filled)) {
    setSeen(open);
    setFilled(true);
    const now = new Map(open.map((request) => [request.id, request]));
    const staying = kept.map(({ request }) => ({ request: now.get(request.id) ?? request, gone: !now.has(request.id) }));
    const known = new Set(kept.map(({ request }) => request.id));
    setKept([...staying, ...open.filter(({ id }) => !known.has(id)).map((request) => ({ request, gone: false }))]);
  }
  return {
    rows: kept.filter(({ request }) => !dropped.has(request.id)),
    drop: (ids: Iterable<string>) => setDropped(new Set([...dropped, ...ids])),
    tidy: () => setKept(kept.filter(({ gone }) => !gone)),
  };
}
