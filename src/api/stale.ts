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

/**
 * A DELETE of the object is about to be sent. What is on its way to be shown of it is given up: the service would find nothing any more.
 * An address that ends in a name and not in an id is a place that remains: what is read there says that it is empty now.
 */
export function takenAway(client: QueryClient, endpoint: Wire, input: LooseInput): void {
  if (!endpoint.path.endsWith("}")) return;
  gone.add(objectOf(endpoint, input));
  void client.cancelQueries({ predicate: (query) => query.isActive() && isGone(keyOf(query)) });
}

/** The DELETE was refused: what was given up for it is asked once more. */
export function stillThere(client: QueryClient, endpoint: Wire, input: LooseInput): void {
  const givenUp = new Set(client.getQueryCache().findAll({ type: "active", predicate: (query) => isGone(keyOf(query)) }));
  restored(endpoint, input);
  readAgain(client, (_, query) => givenUp.has(query));
}

/** That address was written to or is opened once more: a file may be there again. */
export function restored(endpoint: Wire, input: LooseInput | undefined): void {
  if (gone.size > 0) gone.delete(objectOf(endpoint, input));
}

/** Ids of what was ended for good from this window, though the object remains: it leaves the lists of what is open. */
const over = new Set<string>();

export function endedHere(id: string): void {
  over.add(id);
}

/** Whether the object with this id was deleted, or ended for good, from this window: that it leaves a list is no news. */
export function wasTakenAway(id: string): boolean {
  if (over.has(id)) return true;
  for (const object of gone) if (object.endsWith(`/${id}`)) return true;
  return false;
}

/** Ids of what was made from this window: a list shows it at once. */
const made = new Set<string>();

/** To be called with what a creating write answered: the object itself, or the objects that it has under their names. */
export function madeHere(reply: unknown): void {
  for (const one of [reply, ...Object.values(reply ?? {})]) {
    const { id } = (one ?? {}) as { id?: unknown };
    if (typeof id === "string") made.add(id);
  }
}

/** Whether the object with this id was made from this window. */
export function wasMadeHere(id: string): boolean {
  return made.has(id);
}

/**
 * What was written is of this kind: a list of such things that has been empty may have its first one, also beside those that come with the
 * service. It stays on screen as of never, which `Loaded` draws as not known, until it has been read again.
 */
export function mayHaveFirst(client: QueryClient, [kind]: readonly Topic[]): void {
  for (const query of client.getQueryCache().getAll()) {
    const [[reads], name] = keyOf(query);
    if (kind !== undefined && reads === kind && name.startsWith("list") && hasNoneOfOwn(query.state.data)) notKnown(query);
  }
}

export function notKnown(query: Query | undefined): void {
  query?.setState({ dataUpdatedAt: 0 });
}

/** Without a row, and without one on another page. What comes with the service is no team's. */
function hasNoneOfOwn(data: unknown): boolean {
  if (typeof data !== "object" || data === null) return false;
  if ("total" in data && data.total !== 0) return false;
  const lists: unknown[][] = Array.isArray(data) ? [data] : Object.values(data).filter(Array.isArray);
  return (
    lists.length > 0 && lists.flat().every((row) => typeof row === "object" && row !== null && "team_id" in row && row.team_id === null)
  );
}

/** Makes everything stale that shows one of these topics, but for what is of an object that is gone. What is on screen is read again at once. */
export function readChanged(client: QueryClient, changed: readonly Topic[]): void {
  readAgain(client, ([reads]) => changed.some((topic) => reads.includes(topic)));
}

/** Reads on their way when something changed that they show: the service may have answered them before it did. */
const overtaken = new WeakSet<object>();

/**
 * Makes the reads stale that `which` picks, but for those of an object that is gone. Those on screen are read again at once. With `letEnd` a read
 * on its way is shown before it is repeated: what others change again and again would otherwise begin it anew before it is ever answered.
 */
export function readAgain(client: QueryClient, which: (key: Key, query: Query) => boolean, { letEnd = false } = {}): void {
  const predicate = (query: Query) => {
    const key = keyOf(query);
    if (!which(key, query) || isGone(key)) return false;
    // Only what is on screen with data is begun anew by the library. The answer to any other read on its way would count as fresh.
    const begunAnew = !letEnd && query.isActive() && query.state.data !== undefined;
    if (query.state.fetchStatus !== "idle" && !begunAnew) overtaken.add(query);
    return true;
  };
  void client.invalidateQueries({ predicate }, { cancelRefetch: !letEnd });
}

/** To be called with each read that ended, well or not: what was overtaken on its way is stale as soon as it is there. */
export function readEnded(client: QueryClient, query: Query<unknown, unknown>): void {
  if (overtaken.delete(query)) void client.invalidateQueries({ predicate: (one) => one === query });
}

function keyOf(query: Query): Key {
  const [reads, ...rest] = query.queryKey as unknown as Key;
  return [Array.isArray(reads) ? reads : [], ...rest];
}

function isGone([, name, input]: Key): boolean {
  const endpoint = gone.size > 0 ? endpoints.get(name) : undefined;
  if (endpoint === undefined) return false;
  const address = objectOf(endpoint, input);
  const parts = address.split("/");
  for (const object of gone) {
    const id = ownAddress.exec(object)?.[1];
    if (address === object || address.startsWith(`${object}/`) || (id !== undefined && parts.includes(id))) return true;
  }
  return false;
}

/** Of an object that has one: what belongs to it may also be read by what it lies in, as the attachments of a case are. */
const ownAddress = /\/v2\/[^/]+\/([^/]+)$/;

/** A process has one address of each version of its operations. */
const version2 = /(?<=\/v2\/clarity)-v2(?=\/)/;

function objectOf(endpoint: Wire, input: LooseInput | undefined): string {
  return addressOf(endpoint, input?.params === undefined ? {} : { params: input.params }).replace(version2, "");
}
