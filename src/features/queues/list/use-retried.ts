import { useEffect, useRef } from "react";
import type { Case, DisplayStatus } from "#contract/queues/case.ts";
import { toast } from "#ui/toast.ts";

/** How a case that was assigned again may be once its run is through with it. */
const outcomes: Partial<Record<DisplayStatus, string>> = {
  completed: "done",
  failed: "failed",
  needs_input: "waiting for a person",
  postponed: "postponed",
  canceled: "canceled",
};

/** Says how cases ended that were assigned again, once all of them have; as long as their rows are there. Returns what begins to watch some. */
export function useRetried(rows: readonly Case[]): (ids: ReadonlySet<string>) => void {
  const watched = useRef<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (watched.current.size === 0) return;
    const ends = rows.flatMap(({ id, updated_at, display_status }) => {
      const was = watched.current.get(id);
      return was !== undefined && was !== updated_at && outcomes[display_status] !== undefined ? [display_status] : [];
    });
    if (ends.length < watched.current.size) return;
    toast(retriedInWords(ends), { failed: ends.includes("failed") });
    watched.current = new Map();
  }, [rows]);
  return (ids) => {
    watched.current = new Map(rows.filter(({ id }) => ids.has(id)).map(({ id, updated_at }) => [id, updated_at]));
  };
}

/** As in "8 retried: 0 done, 8 failed". */
export function retriedInWords(ends: readonly DisplayStatus[]): string {
  const parts = Object.entries(outcomes).flatMap(([status, word]) => {
    const count = ends.filter((end) => end === status).length;
    return count > 0 || status === "completed" || status === "failed" ? [`${count} ${word}`] : [];
  });
  return `${ends.length} retried: ${parts.join(", ")}`;
}
