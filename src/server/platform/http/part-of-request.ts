import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyRequest } from "fastify";

const storage = new AsyncLocalStorage<true>();

/** What `work` asks of this service itself is part of a request that was counted: it counts nothing more. No header can claim that. */
export function asPartOfRequest<T>(work: () => T): T {
  return storage.run(true, work);
}

/** Whether the request that arrives is part of another one. Its body is there as a whole, and no answer waits for the rest of it. */
export function isPartOfRequest({ raw }: FastifyRequest): boolean {
  const isPart = storage.getStore() === true;
  if (isPart) raw.complete = true;
  return isPart;
}
