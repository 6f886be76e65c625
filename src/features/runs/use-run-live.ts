import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLiveEvents, useLiveStatus } from "#api/live.ts";
import { type Key, readAgain } from "#api/stale.ts";
import { messagesPerPage, runRead, runStepsRead } from "./queries.ts";
import { useThrottled } from "#api/use-throttled.ts";

/**
 * Keeps the page of a run fresh: what is being written costs one request a second for the end of the transcript, never a refresh of all that
 * is on screen. `tail` is the first page that can still change.
 */
export function useRunLive(runId: string, { active, tail }: { active: boolean; tail: number }): void {
  const client = useQueryClient();
  const status = useLiveStatus();
  const before = useRef(status);

  const shown = [runRead(runId), runStepsRead(runId)].map(({ queryKey }) => hashKey(queryKey));
  const readRun = () => readAgain(client, (_, { queryHash }) => shown.includes(queryHash), { letEnd: true });
  const details = useThrottled(readRun, 400);
  const counts = useThrottled(readRun, 5000);
  const messages = useThrottled(() => {
    const concerns = ([, name, input]: Key) => {
      if (name !== "listRunMessages" || input?.params?.["run_id"] !== runId) return false;
      const { search, offset = 0 } = (input.query ?? {}) as { search?: string; offset?: number };
      return search !== undefined || offset >= tail * messagesPerPage;
    };
    readAgain(client, concerns, { letEnd: true });
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
