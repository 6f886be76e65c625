import "./areas.ts";
import type { Access } from "./access.ts";
import type { ErrorCode } from "./errors.ts";
import type { EventType } from "./event.ts";
import type { ExportColumns, ListFile } from "./export.ts";
import type { Who } from "./rights.ts";
import { isTopic, type Topic } from "./topics.ts";
import { z, type $ZodType, type Input, type Output } from "./zod.ts";

export interface EndpointSpec {
  /** The OpenAPI operation id. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As the specification writes it. A last `{path}` takes slashes. */
  readonly path: `/${string}`;
  readonly area: string;
  readonly summary: string;
  readonly access: Access;
  /** Which records it may be called about, where the role alone does not say. The handler asks the same function, about the locked record. */
  readonly may?: (record: never, who: Who) => boolean;
  /** What the reply shows: it is stale once one of these has changed. Empty: asked anew whenever somebody looks, or never different. */
  readonly reads?: readonly Topic[];
  /** What a success may change, and nothing else. A generated test compares it with the tables that were changed. */
  readonly changes?: readonly Topic[];
  /** What a success writes down. Its id and facts are those of the address, the body and the reply. Work on cases and runs is recorded where it is done. */
  readonly records?: string;
  readonly params?: $ZodType;
  readonly query?: $ZodType;
  readonly body?: $ZodType;
  /** Bytes of its JSON body at most, where the limits of its fields come to more than the service takes otherwise. */
  readonly largestBody?: number;
  /**
   * Whoever calls is known by a signature over the body, which the handler checks: it gets the bytes as they came, and reads them itself. A
   * refusal counts against the quota of the address, and what is taken against the bucket that the handler names.
   */
  readonly signed?: true;
  /** What it answers with 200, and does nothing else, where whoever calls first asks whether somebody listens here. */
  readonly greets?: $ZodType;
  /** Whatever body comes, a form too, none of it is read: the address says all. */
  readonly form?: true;
  /** The body is raw bytes, at most this many, instead of JSON. */
  readonly bytes?: number;
  readonly reply: $ZodType;
  /** 204: the answer has no body, and `reply` is null. */
  readonly status?: 200 | 201 | 202 | 204 | 308;
  /** Answers 201 when it made the object and 200 when it changed one that was there. */
  readonly upserts?: true;
  /** The reply is bytes of this media type, sent as a file to keep. */
  readonly download?: string;
  /**
   * The answer is a whole list as a file, row by row; `reply` is the shape of one row, and this says what CSV shows of it. A POST, because filters
   * may be longer than an address, and no other site can start one.
   */
  readonly exports?: ExportColumns<never>;
  /**
   * The reply lets in whoever has it, or signs in the name of a team. It is for people and for keys that change things: an AI client and a key that
   * only reads get none. Nothing between here and there may keep it.
   */
  readonly secret?: true;
  /** The reply has an address that opens one thing for a short time, to whoever has it. Nothing between here and there may keep it. */
  readonly passing?: true;
  /** A POST that only asks a question too long for an address. */
  readonly readOnly?: true;
  /** Codes beside the implicit ones. */
  readonly errors?: readonly ErrorCode[];
  /** Its 400 names the broken fields as `validationErrors` too. */
  readonly validationErrors?: true;
  /** The body of an error is `error` and nothing else; with `issues`, a 400 names the broken fields too. */
  readonly bareErrors?: "with_issues" | "alone";
  /** Honours `Idempotency-Key`. `once`: the reply holds a secret shown once and is never stored. */
  readonly creates?: "replayed" | "once";
  /** The reply is an event stream; `reply` is the shape of one event. */
  readonly stream?: true;
  /** Why this endpoint exists although no source lists it. */
  readonly ours?: string;
}

/** Whether the reply lets in whoever has it: it is marked so, or shown once for that reason. */
export function isSecret({ secret, creates }: Pick<EndpointSpec, "secret" | "creates">): boolean {
  return secret === true || creates === "once";
}

/** Whether nothing between here and there may keep the reply. */
export function isUnkept({ passing, ...spec }: Pick<EndpointSpec, "secret" | "creates" | "passing">): boolean {
  return isSecret(spec) || passing === true;
}

/** The query or body of an operation that declares none: an unknown field is an error everywhere. */
export const noFields = z.strictObject({});

/** A read says what it shows and a write what it changes: an endpoint that does not say so does not compile. */
type Says =
  | { readonly method: "GET"; readonly reads: readonly Topic[]; readonly changes?: never; readonly records?: never }
  | { readonly readOnly: true; readonly reads: readonly Topic[]; readonly changes?: never; readonly records?: never }
  | {
      readonly method: Exclude<EndpointSpec["method"], "GET">;
      readonly readOnly?: never;
      readonly changes: readonly Topic[];
      readonly reads?: never;
      readonly records?: EventType;
    };

/** Declares one operation of the API. The returned object is data: server, client, document and tests read it. */
export function endpoint<const E extends EndpointSpec & Says>(spec: E): E {
  if (spec.creates && spec.bytes !== undefined)
    throw new Error(`${spec.name}: a repeat is told by its JSON body, and this one takes bytes.`);
  const { name, reads = [], changes = [] } = spec as EndpointSpec;
  // Types know every topic of the program: one is declared only once the file that has it was imported.
  const unknown = [...reads, ...changes].find((topic) => !isTopic(topic));
  if (unknown !== undefined) throw new Error(`${name}: no area that was imported has the topic ${String(unknown)}.`);
  return spec;
}

type InputOf<E, K extends "params" | "query" | "body"> = E extends { readonly [P in K]: infer S extends $ZodType } ? Input<S> : undefined;
type OutputOf<E, K extends "params" | "query" | "body"> = E extends { readonly [P in K]: infer S extends $ZodType } ? Output<S> : undefined;

/** The statuses of success. */
export function successStatuses({ status = 200, upserts, greets }: Pick<EndpointSpec, "status" | "upserts" | "greets">): readonly number[] {
  return upserts ? [200, 201] : greets ? [200, status] : [status];
}

/** What an answer of success looks like. */
export function replyWith({ greets, reply }: Pick<EndpointSpec, "greets" | "reply">, status: number): $ZodType {
  return greets && status === 200 ? greets : reply;
}

/** What a caller passes. Keys that the endpoint does not declare do not exist. */
export type CallInput<E> = {
  [K in "params" | "query" | "body" as InputOf<E, K> extends undefined ? never : object extends InputOf<E, K> ? never : K]: InputOf<E, K>;
} & {
  [K in "params" | "query" | "body" as InputOf<E, K> extends undefined ? never : object extends InputOf<E, K> ? K : never]?: InputOf<E, K>;
} & (E extends { readonly bytes: number } ? { bytes: Uint8Array | string } : Record<never, never>);

/** What a handler receives after parsing. */
export interface Parsed<E> {
  readonly params: OutputOf<E, "params">;
  readonly query: OutputOf<E, "query">;
  /** What is signed is read once its signature is verified: by the handler, from the bytes. */
  readonly body: E extends { readonly signed: true } ? undefined : OutputOf<E, "body">;
}

/** What a caller gets; of a list as a file its text. */
export type Reply<E> = E extends { readonly exports: object }
  ? string
  : E extends { readonly reply: infer S extends $ZodType }
    ? Output<S>
    : never;
/** What a handler returns. */
export type HandlerReply<E> = E extends { readonly reply: infer S extends $ZodType }
  ? E extends { readonly exports: object }
    ? ListFile<Output<S>>
    : Input<S>
  : never;

/** The exports of a resource module that are endpoints. */
export type EndpointsOf<M> = { [K in keyof M as M[K] extends EndpointSpec ? K : never]: M[K] };

export function endpointsOf(module: object): [string, EndpointSpec][] {
  return Object.entries(module).filter((entry): entry is [string, EndpointSpec] => isEndpoint(entry[1]));
}
function isEndpoint(value: unknown): value is EndpointSpec {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;
}
