import type { Query, QueryClient } from "@tanstack/react-query";
import type { Topic } from "#contract/topics.ts";
import { addressOf, type LooseInput, type Wire } from "./client.ts";

/** What is shown, as which, of what. A key whose first part is no list of topics is stale for its own reasons only. */
export type Key = readonly [reads: readonly Topic[], name: string, input: LooseInput | undefined];

/** What has been read, by the operation's name: a key of the cache carries no path. */
const endpoints = new Map<string, Wire>();
/**
 * Addresses of objects that a DELETE is taking away or has taken away. The change's event, or the write's own refresh, may come while a
 * dialog that shows the object is still open; reading at or below its address then finds nothing.
 */
const gone = new Set<string>();

export function rememberRead(endpoint: Wire): void {
  endpoints.set(endpoint.name, endpoint);
}

export function takenAway(endpoint: Wire, input: LooseInput): void {
  gone.add(objectOf(endpoint, input));
}

/** The DELETE was refused, or somebody opens that address once more: a file may be there again. */
export function restored(endpoint: Wire, input: LooseInput | undefined): void {
  if (gone.size > 0) gone.delete(objectOf(endpoint, input));
}

/** Makes everything stale that shows one of these topics, but for what is of an object that is gone. What is on screen is read again at once. */
export function readChanged(client: QueryClient, changed: readonly Topic[]): void {
  readAgain(client, ([reads]) => changed.some((topic) => reads.includes(topic)));
}

/** Makes the reads stale that `which` picks, but for those of an object that is gone. Those on screen are read again at once. */
export function readAgain(client: QueryClient, which: (key: Key, query: Query) => boolean): void {
  void client.invalidateQueries({
    predicate: (query) => {
      const [reads, ...rest] = query.queryKey as unknown as Key;
      const key: Key = [Array.isArray(reads) ? reads : [], ...rest];
      return which(key, query) && !isGone(key);
    },
  });
}

function isGone([, name, input]: Key): boolean {
  const endpoint = gone.size > 0 ? endpoints.get(name) : undefined;
  if (endpoint === undefined) return false;
  const address = objectOf(endpoint, input);
  for (const object of gone) if (address === object || address.startsWith(`${object}/`)) return true;
  return false;
}

function objectOf(endpoint: Wire, input: LooseInput | undefined): string {
  return addressOf(endpoint, input?.params === undefined ? {} : { params: input.params });
}
