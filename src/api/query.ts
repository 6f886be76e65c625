import { keepPreviousData, queryOptions, useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { Attempts } from "./attempts.ts";
import { type ApiError, callWith } from "./client.ts";
import { madeHere, readChanged, rememberRead, restored, takenAway } from "./stale.ts";

export type ReadKey<E extends EndpointSpec> = readonly [reads: NonNullable<E["reads"]>, name: E["name"], input: CallInput<E> | undefined];

/**
 * Query options that a loader and a component share. The key is `[reads, name, input]`: a write and a live event find by it what they make stale.
 * `poll` marks a read that repeats by itself: it waits behind people.
 */
export function read<E extends EndpointSpec>(endpoint: E, ...[input, options]: ReadArgs<E>) {
  const queryKey: ReadKey<E> = [endpoint.reads ?? [], endpoint.name, input];
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
 * A write. On success every read of what the endpoint changes is stale. The promise of `mutateAsync` settles after the first of these reads is
 * under way, not after it has ended. A retry of the same input after a fault carries the same Idempotency-Key.
 */
export function useWrite<E extends EndpointSpec>(
  endpoint: E,
  options: {
    readonly onSuccess?: (reply: Reply<E>, input: CallInput<E>) => void | Promise<void>;
  } = {},
): UseMutationResult<Reply<E>, ApiError, CallInput<E>> {
  const client = useQueryClient();
  const changes = endpoint.changes ?? [];
  const [attempts] = useState(() => new Attempts());
  return useMutation<Reply<E>, ApiError, CallInput<E>>({
    mutationKey: [endpoint.name],
    onMutate: (input) => {
      if (endpoint.method === "DELETE") takenAway(endpoint, input);
    },
    onError: (error, input) => {
      const deletes = endpoint.method === "DELETE";
      if (deletes) restored(endpoint, input);
      // What it was about may be gone: what shows it has to find out.
      if (deletes || error.status === 404) readChanged(client, changes);
    },
    mutationFn: async (input) => {
      const attempt = endpoint.bytes === undefined ? JSON.stringify(input) : "";
      return attempts.run(attempt, (idempotencyKey) => callWith(endpoint, input, { idempotencyKey }));
    },
    // What has to happen before anything is read again comes first: leaving the page of an object that is gone, for one.
    onSuccess: async (reply, input) => {
      if (endpoint.creates) madeHere(reply);
      if (endpoint.method !== "DELETE") restored(endpoint, input);
      await options.onSuccess?.(reply, input);
      readChanged(client, changes);
    },
  });
}
