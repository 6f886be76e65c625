import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { evidencePerPage, evidenceRead } from "#features/clarity/queries.ts";
import type { Seek } from "./media-player.tsx";

/** The moment of the unit that somebody was sent to. `again`: a press of a place, also of the one that they are at. */
export function useSeek(
  processId: string,
  captureId: string,
  at: number | undefined,
): { readonly seek?: Seek; readonly again: () => void } {
  const [presses, setPresses] = useState(0);
  const page = useQuery({ ...evidenceRead(processId, captureId, Math.floor((at ?? 0) / evidencePerPage)), enabled: at !== undefined });
  const locator = at === undefined ? undefined : page.data?.evidence[at % evidencePerPage]?.locator;
  const ms = locator?.type === "transcript_message" ? locator.timestampMs : undefined;
  // oxlint-disable-next-line react/exhaustive-deps -- another press is another place to be sent to
  const seek = useMemo(() => (ms === undefined ? undefined : { ms }), [ms, at, presses]);
  return { ...(seek && { seek }), again: () => setPresses((n) => n + 1) };
}
