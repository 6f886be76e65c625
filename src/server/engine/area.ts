import type { Context, Handlers, needs, Route } from "#server/platform/http/context.ts";
import { implement } from "#server/platform/http/context.ts";
import type { Owners } from "#server/platform/http/access.ts";
import type { RefusalOf } from "#server/platform/http/failures.ts";
import type { UploadTarget } from "#server/platform/objects/upload-target.ts";
import type { RevisionPart } from "./revision-part.ts";
import type { Tool } from "./tools/tool.ts";
import type { ConsumerOf, Sweep, Work } from "./work.ts";
import type { EngineParts } from "./parts.ts";

/** Handlers of some resources of `M`, each with the context that it asks for. */
type HandlersIn<M, H> = { readonly [R in keyof H]: R extends keyof M ? Handlers<M[R], never> : never };

/** Everything that one of these handlers asks for. */
type ContextOf<H> = {
  [R in keyof H]: H[R] extends { readonly [needs]?: (context: infer C) => void } ? (context: C) => void : never;
}[keyof H] extends (context: infer All) => void
  ? All
  : Context;

/** What the rest of the service has to know of an area. All but name and handlers may be absent. */
interface Manifest<M, H> {
  readonly name: string;
  /** Resources by name; the area answers for those in `handlers`. */
  readonly contract: M;
  readonly handlers: H;
  /** Where the ids of its things lead. */
  readonly owns?: Owners;
  /** Kinds of uploads to signed addresses. */
  readonly uploads?: readonly UploadTarget[];
  /** What it says of failures that the store reports. */
  readonly refusals?: readonly RefusalOf[];
  /** What models may call. */
  readonly tools?: readonly Tool[];
  /** What happens without a request. */
  readonly work?: readonly Work[];
  /** What is done now and then. */
  readonly sweeps?: readonly Sweep[];
  /** What follows from events, of any area. */
  readonly on?: readonly ConsumerOf[];
  /** What revisions have of it. */
  readonly revisionParts?: readonly RevisionPart[];
  /** Told after the commit that ended runs, for good or for now. */
  readonly runsEnded?: EngineParts["runsEnded"][number];
}

export interface Area<C = Context, R = unknown> extends Required<Omit<Manifest<never, never>, "contract" | "handlers">> {
  readonly routes: readonly Route<C>[];
  /** The names of the resources it answers for. */
  readonly resources: readonly R[];
}

/** The manifest of an area: `app.ts` lists these, and nothing else names what is in them. */
export function area<M extends object, H extends HandlersIn<M, H>>({
  name,
  contract,
  handlers,
  owns = {},
  uploads = [],
  refusals = [],
  tools = [],
  work = [],
  sweeps = [],
  on = [],
  revisionParts = [],
  runsEnded = () => undefined,
}: Manifest<M, H>): Area<ContextOf<H>, keyof H> {
  const resources = Object.keys(handlers) as (keyof H & keyof M)[];
  const routes = resources.flatMap((resource) => implement(contract[resource] as object, handlers[resource] as never));
  return {
    name,
    routes: routes as unknown as Route<ContextOf<H>>[],
    resources,
    owns,
    uploads,
    refusals,
    tools,
    work,
    sweeps,
    on,
    revisionParts,
    runsEnded,
  };
}

/** What all these areas hand to the engine. */
export function partsOf(areas: readonly Area<never>[]): EngineParts {
  return {
    tools: areas.flatMap(({ tools }) => tools),
    work: areas.flatMap(({ work }) => work),
    sweeps: areas.flatMap(({ sweeps }) => sweeps),
    on: areas.flatMap(({ on }) => on),
    revisionParts: areas.flatMap(({ revisionParts }) => revisionParts),
    runsEnded: areas.map(({ runsEnded }) => runsEnded),
  };
}
