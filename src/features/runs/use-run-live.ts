import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLiveEvents, useLiveStatus } from "#api/live.ts";
import { messagesPerPage, runRead } from "./queries.ts";
import { useThrottled } from "#api/use-throttled.ts";

/**
 * Keeps the page of a run fresh: what is being written costs one request a second for the end of the transcript, never a refresh of all that
 * is on screen. `tail` is the first page that can still change.
 */
export function useRunLive(runId: string, { active, tail }: { active: boolean; tail: number }): void {
  const client = useQueryClient();
  const status = useLiveStatus();
  const before = useRef(status);

  const readRun = () => client.invalidateQueries({ queryKey: runRead(runId).queryKey });
  const details = useThrottled(readRun, 400);
  const counts = useThrottled(readRun, 5000);
  const messages = useThrottled(() => {
    const concerns = (key: readonly unknown[]) => {
      const [, name, input] = key as [
        unknown,
        string,
        { params?: { run_id?: string }; query?: { offset?: number; search?: string } } | undefined,
      ];
      if (name !== "listRunMessages" || input?.params?.run_id !== runId) return false;
      return input.query?.search !== undefined || (input.query?.offset ?? 0) >= tail * messagesPerPage;
    };
    return client.invalidateQueries({ predicate: (query) => concerns(query.queryKey) });
  }, 1000);

  useLiveEvents((events) => {
    for (const { topic, id } of events) {
      if (id !== runId) continue;
      if (topic === "run_message") counts();
      else details();
      messages();
    }
  });
  const refresh = useEffectEvent(() => {
    details();
    messages();
  });
  // A page that was read ahead, or opened while the line was being subscribed to, may have missed the end of the run.
  useEffect(() => refresh(), [runId]);
  useEffect(() => {
    // What happened while the line was down was not told.
    if (status === "live" && before.current === "offline") refresh();
    before.current = status;
    if (status === "live") return undefined;
    const timer = setInterval(() => refresh(), active ? 5000 : 30_000);
    return () => clearInterval(timer);
  }, [status, active]);
}
