import type { FastifyBaseLogger } from "fastify";
import type { EndpointSpec, HandlerReply, Parsed } from "#contract/endpoint.ts";
import type { TeamRole } from "#contract/roles.ts";
import type { Topic } from "#contract/topics.ts";
import { type EndpointsOf, endpointsOf } from "#contract/endpoint.ts";
import type { Config } from "#server/platform/config.ts";
import type { Db, Store } from "#server/platform/db/open.ts";
import type { LiveBus } from "#server/platform/live/live-bus.ts";
import type { ObjectStore } from "#server/platform/objects/object-store.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import type { Signer } from "#server/platform/objects/signer.ts";
import type { Envelope } from "#server/platform/sealing/envelope.ts";
import type { Quota } from "./quota.ts";
import type { Refusal } from "./refusal.ts";
import type { Greeting, Written } from "./written.ts";

/** Who makes a request. */
export interface Caller {
  readonly kind: "session" | "key";
  readonly userId: string;
  /** The one team a key may act in; null: every team of its owner. */
  readonly teamId: string | null;
  /** The key's or the session's id. */
  readonly credentialId: string;
  /** A key that changes nothing. */
  readonly readsOnly?: boolean;
  /** A key that an AI client holds. */
  readonly isClient?: boolean;
}

/** What requests ask about the session behind a cookie. */
export interface Sessions {
  /** Who a `Cookie` header belongs to. Costs one query. */
  session(cookieHeader: string): Promise<{ id: string; userId: string } | undefined>;
  /** What stands for the account that a browser signed in to before; undefined for one that never did. */
  knownTag(cookieHeader: string): string | undefined;
  /** The role that a caller has in the team now; undefined without one, or once the key or session is gone. */
  roleNow(caller: Caller, teamId: string): Promise<TeamRole | undefined>;
}

/**
 * What the whole service shares. Built once by `app.ts`, never imported as a global. What an area needs beside it, its handlers name in their own
 * context, as `EngineContext` does; the app has all of it, or it does not compile.
 */
export interface Services {
  readonly config: Config;
  readonly store: Store;
  readonly clock: () => Date;
  readonly identity: Sessions;
  readonly objects: ObjectStore;
  readonly signer: Signer;
  readonly envelope: Envelope;
  readonly outbound: Outbound;
  readonly live: LiveBus;
  readonly log: FastifyBaseLogger;
  readonly quota: Quota;
}

/** What a handler gets beside its input. */
export interface Context extends Services {
  /**
   * The store. Where an endpoint writes and is not public, a transaction that commits when the handler returns, but for {@link inOneStatement}. GET,
   * `readOnly` and public endpoints have the store itself.
   */
  readonly db: Db;
  /** Whoever calls; endpoints with `public` access get `undefined`. */
  readonly caller: Caller;
  /** The team that the endpoint's access rule led to, with the caller's role in it. */
  readonly team: { readonly id: string; readonly role: TeamRole };
  readonly address: string;
  /**
   * Whether the request was made on this machine, and no proxy passed it on. Few ask, and it takes a look at every header. No getter: V8 gives each
   * object with one of its own a shape of its own, which keeps all that the getter sees until the next full collection of garbage.
   */
  isLocal(): boolean;
  readonly headers: Record<string, string | string[] | undefined>;
  /** Runs once the transaction is durable, never when it fails. */
  afterCommit(effect: () => void): void;
  /**
   * Says which of a topic's things was changed, where the address does not; `*`: more than could be named. What is one person's names `userId`
   * too, null for nobody's. What is for one recipient belongs to no team. Told to other windows once the transaction is durable.
   */
  changed(topic: Topic, id: string, userId?: string | null): void;
  /** This time nothing was changed, and no window has to look again. */
  unchanged(): void;
  setCookie(cookie: string): void;
  /** For endpoints with `upserts`: the object is new. */
  created(): void;
  /** What {@link bytesFirst} stored, or {@link askedFirst} learned. */
  readonly brought: unknown;
  /** For endpoints with `download`: what the file is called. */
  attachment(name: string): void;
  /** For endpoints with `download`: a browser that shows it holds to this policy. */
  shows(policy: string): void;
}

type Answered<E> = HandlerReply<E> | Written | (E extends { readonly greets: object } ? Greeting : never);

export interface Handler<E, C = Context> {
  (input: Parsed<E> & { bytes: Buffer }, context: C): Promise<Answered<E>> | Answered<E>;
  /** See {@link inOneStatement}. */
  readonly oneStatement?: (input: Parsed<E>) => boolean;
  /** See {@link bytesFirst} and {@link askedFirst}. */
  readonly bring?: (input: Parsed<E> & { bytes: Buffer }, context: Bringing) => Promise<unknown>;
  readonly unread?: ToldOfUnread;
}

/** See {@link toldOfUnread}. */
export type ToldOfUnread = (params: Readonly<Record<string, string>>, refusal: Refusal, services: Services) => Promise<void>;

/** What is done beforehand: `db` is no transaction. */
export type Bringing = Services & Pick<Context, "db" | "team" | "caller" | "headers">;

interface Brought {
  readonly object_key: string;
}

/**
 * A handler whose bytes are stored before its transaction begins: a store of files may take its time, and whoever waits for it there holds a
 * connection that others wait for. When the transaction refuses, the bytes go again; when its process ends in between, they are found.
 */
export function bytesFirst<E, B extends Brought, C extends Context = Context>(
  bring: (input: Parsed<E> & { bytes: Buffer }, context: Bringing) => Promise<B>,
  handler: (input: Parsed<E> & { bytes: Buffer }, context: C, brought: B) => ReturnType<Handler<E, C>>,
): Handler<E, C> {
  const given: Handler<E, C> = (input, context) => handler(input, context, context.brought as B);
  return Object.assign(given, { bring });
}

/**
 * A handler that asks another service before its transaction begins: it may take its time too. What `ask` changes in the store stays. It gets what
 * the area asks for beside the services, as the handler does.
 */
export function askedFirst<E, B, C extends Context = Context>(
  ask: (input: Parsed<E> & { bytes: Buffer }, context: Bringing & Omit<C, keyof Context>) => Promise<B>,
  handler: (input: Parsed<E> & { bytes: Buffer }, context: C, answered: B) => ReturnType<Handler<E, C>>,
): Handler<E, C> {
  const given: Handler<E, C> = (input, context) => handler(input, context, context.brought as B);
  return Object.assign(given, { bring: ask as Handler<E, C>["bring"] });
}

/** A handler that is told what was refused before it could read it, as a body that is too large: nobody knows who sent it, the address says for whom. */
export function toldOfUnread<E, C>(handler: Handler<E, C>, unread: ToldOfUnread): Handler<E, C> {
  return Object.assign(handler, { unread });
}

/**
 * A handler that writes in one statement for such an input: that is a transaction by itself, and costs no round trip more. The statement says
 * how long it waits for a lock, and nothing that the handler throws after it takes it back.
 */
export function inOneStatement<E, C>(when: (input: Parsed<E>) => boolean, handler: Handler<E, C>): Handler<E, C> {
  const given: Handler<E, C> = (input, context) => handler(input, context);
  return Object.assign(given, handler, { oneStatement: when });
}

/** One handler for each endpoint of a resource: a missing, a surplus or an ill-typed one does not compile. Streams have none. */
export type Handlers<M, C = Context> = {
  [K in keyof EndpointsOf<M> as M[K] extends { readonly stream: true } ? never : K]: Handler<M[K], C>;
} & {
  /** Never set: says to the compiler which context the handlers need. */
  readonly [needs]?: (context: C) => void;
};
export declare const needs: unique symbol;

export interface Route<C = Context> {
  readonly endpoint: EndpointSpec;
  /** Absent for a stream. */
  readonly handler: Handler<EndpointSpec, C> | undefined;
}

/** Binds a resource of the contract to its handlers. */
export function implement<M extends object, C = Context>(resource: M, handlers: Handlers<M, C>): Route<C>[] {
  const byKey = handlers as Record<string, Handler<EndpointSpec, C> | undefined>;
  return endpointsOf(resource).map(([key, endpoint]) => ({ endpoint, handler: byKey[key] }));
}
