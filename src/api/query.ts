import { keepPreviousData, queryOptions, useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { ApiError, callWith } from "./client.ts";
import { lastHeard, onReach } from "./reach.ts";
import { readAgain, rememberRead, restored, takenAway } from "./stale.ts";

export type ReadKey<E extends EndpointSpec> = readonly [area: E["area"], name: E["name"], input: CallInput<E> | undefined];

/**
 * Query options that a loader and a component share. The key is `[area, name, input]`, so that a write can make a whole area stale.
 * `poll` marks a read that repeats by itself: it waits behind people.
 */
export function read<E extends EndpointSpec>(endpoint: E, ...[input, options]: ReadArgs<E>) {
  const queryKey: ReadKey<E> = [endpoint.area, endpoint.name, input];
  rememberRead(endpoint);
  return queryOptions<Reply<E>, ApiError, Reply<E>, ReadKey<E>>({
    queryKey,
    queryFn: ({ signal }) => {
      restored(endpoint, input);
      return callWith(endpoint, input, { signal, priority: options?.poll ? "background" : "person" });
    },
    ...(options?.keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}
interface ReadOptions {
  readonly poll?: boolean;
  /** Keeps the page before on screen while the next one loads. */
  readonly keepPrevious?: boolean;
}
type ReadArgs<E> =
  object extends CallInput<E> ? [input?: CallInput<E>, options?: ReadOptions] : [input: CallInput<E>, options?: ReadOptions];

/**
 * A write. On success every read of the endpoint's area is stale, and of the areas in `alsoStale`. The promise of `mutateAsync` settles after
 * the first of these reads is under way, not after it has ended. A retry of the same input after a fault carries the same Idempotency-Key.
 */
export function useWrite<E extends EndpointSpec>(
  endpoint: E,
  options: {
    readonly alsoStale?: readonly string[];
    readonly onSuccess?: (reply: Reply<E>, input: CallInput<E>) => void | Promise<void>;
  } = {},
): UseMutationResult<Reply<E>, ApiError, CallInput<E>> {
  const client = useQueryClient();
  const areas: readonly string[] = [endpoint.area, ...(options.alsoStale ?? [])];
  const attempt = useRef<{ input: string; key: string } | null>(null);
  const result = useMutation<Reply<E>, ApiError, CallInput<E>>({
    mutationKey: [endpoint.area, endpoint.name],
    onMutate: (input) => {
      if (endpoint.method === "DELETE") takenAway(endpoint, input);
    },
    onError: (error, input) => {
      const deletes = endpoint.method === "DELETE";
      if (deletes) restored(endpoint, input);
      // What it was about may be gone: what shows it has to find out.
      if (deletes || error.status === 404) readAgain(client, ([area]) => areas.includes(area));
    },
    mutationFn: async (input) => {
      const fingerprint = endpoint.bytes === undefined ? JSON.stringify(input) : "";
      if (attempt.current?.input !== fingerprint) attempt.current = { input: fingerprint, key: crypto.randomUUID() };
      try {
        const reply = await callWith(endpoint, input, { idempotencyKey: attempt.current.key });
        attempt.current = null;
        return reply;
      } catch (error) {
        // A refusal is an answer; only a call whose outcome is unknown keeps its key.
        const unknown = error instanceof ApiError && (error.status === 0 || error.status >= 500);
        if (!unknown) attempt.current = null;
        throw error;
      }
    },
    // What has to happen before the area is read again comes first: leaving the page of an object that is gone, for one.
    onSuccess: async (reply, input) => {
      await options.onSuccess?.(reply, input);
      readAgain(client, ([area]) => areas.includes(area));
    },
  });
  const { error, reset } = result;
  // That the service was away says nothing once it is back.
  useEffect(() => {
    if (error?.code !== "unreachable") return undefined;
    return onReach(() => lastHeard() === undefined && reset());
  }, [error, reset]);
  return result;
}
