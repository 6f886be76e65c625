import { useQueries, useQueryClient } from "@tanstack/react-query";
import type { RunMessage } from "#contract/runs/messages.ts";
import { messagesPerPage, messagesRead } from "./queries.ts";

export interface Transcript {
  /** The message at a position, once its page is here. */
  at(position: number): RunMessage | undefined;
  /** The result of a call, if it is among the loaded messages. */
  resultOf(callId: string): RunMessage | undefined;
  hasCall(callId: string): boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** Grows with what is loaded. */
  readonly stamp: number;
}

/** The pages of 50 that hold what is in sight, and the last one. */
export function useTranscript(runId: string, first: number, last: number, count: number): Transcript {
  const pages = pagesOf(first, last, count);
  const queries = useQueries({ queries: pages.map((page) => messagesRead(runId, page)) });
  const messages = new Map<number, RunMessage>();
  const results = new Map<string, RunMessage>();
  const calls = new Set<string>();
  queries.forEach(({ data }, index) => {
    data?.messages.forEach((message, at) => {
      messages.set((pages[index] ?? 0) * messagesPerPage + at, message);
      if (message.tool_result) results.set(message.tool_result.tool_call_id, message);
      if (message.tool_call) calls.add(message.tool_call.id);
    });
  });
  return {
    at: (position) => messages.get(position),
    resultOf: (callId) => results.get(callId),
    hasCall: (callId) => calls.has(callId),
    error: queries.find((query) => query.error && query.data === undefined)?.error,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
    stamp: queries.reduce((sum, query) => sum + query.dataUpdatedAt, 0),
  };
}

/** With one before and behind, as a call and its result may lie on both sides of an edge. */
function pagesOf(first: number, last: number, count: number): number[] {
  const end = Math.max(0, Math.ceil(count / messagesPerPage) - 1);
  const from = Math.max(0, Math.floor((first - 5) / messagesPerPage));
  const to = Math.min(end, Math.floor((last + 5) / messagesPerPage));
  const pages = new Set<number>([end]);
  for (let page = from; page <= to; page++) pages.add(page);
  return [...pages].toSorted((a, b) => a - b);
}

/**
 * How many messages there are, the one that is being written included, as the end of the transcript says. What the run says is ahead of that
 * for a moment: a row of nothing would be drawn before its message. It counts where the end was not read yet.
 */
export function useMessageCount(runId: string, stored: number): number {
  const last = Math.max(0, Math.ceil(stored / messagesPerPage) - 1);
  const pages = last === 0 ? [last] : [last - 1, last];
  const queries = useQueries({ queries: pages.map((page) => messagesRead(runId, page)) });
  return queries.findLast(({ data }) => data !== undefined)?.data?.total ?? stored;
}

/** Where to take somebody who asks for a position: a result is shown under its call. `fold` has to be open to see it. */
export interface Place {
  readonly position: number;
  readonly fold: string | undefined;
}

/** Loads the pages around a position before somebody is taken there. */
export function useLoadAround(runId: string): (position: number, count: number) => Promise<Place> {
  const client = useQueryClient();
  return async (position, count) => {
    const pages = pagesOf(position - 10, position + 10, count);
    const loaded = await Promise.all(pages.map((page) => client.ensureQueryData(messagesRead(runId, page)).catch(() => undefined)));
    const messages = loaded.flatMap((reply, index) =>
      (reply?.messages ?? []).map((message, at) => ({ message, position: (pages[index] ?? 0) * messagesPerPage + at })),
    );
    const target = messages.find((each) => each.position === position);
    const callId = target?.message.tool_result?.tool_call_id;
    const call = callId === undefined ? undefined : messages.find(({ message }) => message.tool_call?.id === callId);
    const shown = call ?? target;
    const folds = shown?.message.type === "tool_call" || shown?.message.type === "tool_result" || shown?.message.type === "thinking";
    return { position: shown?.position ?? position, fold: folds ? shown.message.id : undefined };
  };
}
