import { keepPreviousData, queryOptions, useMutation, type UseMutationResult, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { Attempts } from "./attempts.ts";
import { type ApiError, callWith, type LooseInput } from "./client.ts";
import { madeHere, mayHaveFirst, readChanged, rememberRead, restored, stillThere, takenAway } from "./stale.ts";

export type ReadKey<E extends EndpointSpec> = readonly [
  reads: NonNullable<E["reads"]>,
  name: E["name"],
  input: CallInput<E> | undefined,
  state?: string,
];

/**
 * Query options that a loader and a component share. The key begins with `[reads, name, input]`: a write and a live event find by it what they make stale.
 * `poll` marks a read that repeats by itself: it waits behind people.
 */
export function read<E extends EndpointSpec>(endpoint: E, ...[input, options]: ReadArgs<E>) {
  const about = [endpoint.reads ?? [], endpoint.name, input] as const;
  const queryKey: ReadKey<E> = options?.state === undefined ? about : [...about, options.state];
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
  /** What the answer follows from beside the input: in another state it is read again. */
  readonly state?: string;
}
type ReadArgs<E> =
  object extends CallInput<E> ? [input?: CallInput<E>, options?: ReadOptions] : [input: CallInput<E>, options?: ReadOptions];

/**
 * A write. On success every read of what the endpoint changes is stale. The promise of `mutateAsync` settles after the first of these reads is
 * under way, not after it has ended. The same input, asked for while it is under way, joins that call; after a fault it carries the same
 * Idempotency-Key.
 */
export function useWrite<E extends EndpointSpec>(
  endpoint: E,
  options: {
    readonly onSuccess?: (reply: Reply<E>, input: CallInput<E>) => void | Promise<void>;
    /** Writes with the same text here are sent one after the other, in the order in which they were asked for. */
    readonly line?: string;
    /** See `CallOptions`. */
    readonly outlasts?: boolean;
  } = {},
): Write<E> {
  const client = useQueryClient();
  const changes = endpoint.changes ?? [];
  const [attempts] = useState(() => new Attempts());
  const write = useMutation<Reply<E>, ApiError, CallInput<E>>({
    mutationKey: [endpoint.name],
    ...(options.line === undefined ? {} : { scope: { id: options.line } }),
    onMutate: (input) => {
      if (endpoint.method === "DELETE") takenAway(client, endpoint, input);
    },
    onError: (error, input) => {
      const deletes = endpoint.method === "DELETE";
      if (deletes) stillThere(client, endpoint, input);
      // What it was about may be gone: what shows it has to find out.
      if (deletes || error.status === 404) readChanged(client, changes);
    },
    mutationFn: (input) =>
      attempts.keyed(asText(input ?? {}), (idempotencyKey) =>
        callWith(endpoint, input, { idempotencyKey, outlasts: options.outlasts ?? false }),
      ),
    // What has to happen before anything is read again comes first: leaving the page of an object that is gone, for one.
    onSuccess: async (reply, input) => {
      if (endpoint.creates) madeHere(reply);
      if (endpoint.method !== "DELETE") restored(endpoint, input);
      await options.onSuccess?.(reply, input);
      if (endpoint.method !== "DELETE") mayHaveFirst(client, changes);
      readChanged(client, changes);
    },
  });
  const mutateAsync = (input: CallInput<E>) => {
    const loose: LooseInput = input ?? {};
    return attempts.joined(JSON.stringify(loose.params), asText(loose), () => write.mutateAsync(input));
  };
  const mutate = (input: CallInput<E>, { onSuccess, onError }: Told<E> = {}) =>
    void mutateAsync(input).then(onSuccess, onError ?? (() => undefined));
  return { ...write, mutate, mutateAsync };
}

type Write<E extends EndpointSpec> = WithCalls<UseMutationResult<Reply<E>, ApiError, CallInput<E>>, E>;
type WithCalls<R, E extends EndpointSpec> = R extends unknown ? Omit<R, "mutate" | "mutateAsync"> & Calls<E> : never;
interface Calls<E extends EndpointSpec> {
  readonly mutate: (input: CallInput<E>, told?: Told<E>) => void;
  readonly mutateAsync: (input: CallInput<E>) => Promise<Reply<E>>;
}
/** What came of one call. It is told also after its component has gone: an Undo runs from a toast that outlives its dialog. */
interface Told<E extends EndpointSpec> {
  readonly onSuccess?: (reply: Reply<E>) => void;
  readonly onError?: (error: ApiError) => void;
}

/** Two inputs with the same text are the same input. */
function asText(input: LooseInput): string {
  const { bytes, ...rest } = input;
  return JSON.stringify(rest) + (typeof bytes === "object" ? new TextDecoder("latin1").decode(bytes) : (bytes ?? ""));
}
