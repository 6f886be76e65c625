import type { SQL } from "drizzle-orm";
import type { Events } from "#contract/event.ts";
import type { Context, Handlers, needs, Route } from "#server/platform/http/context.ts";
import { implement } from "#server/platform/http/context.ts";
import type { Owners } from "#server/platform/http/access.ts";
import type { RefusalOf } from "#server/platform/http/failures.ts";
import type { UploadTarget } from "#server/platform/objects/upload-target.ts";
import type { JobKind } from "./jobs/job-kind.ts";
import type { MembershipPart } from "./membership-part.ts";
import type { PracticeRole } from "./models/scripted.ts";
import { noSecrets } from "./secrets/exported.ts";
import type { SecretsOfRuns } from "./secrets/secrets-of-runs.ts";
import type { FindAttached, ProgramCall } from "./program/program-call.ts";
import type { RevisionPart } from "./revision-part.ts";
import type { Tool } from "./tools/tool.ts";
import type { ConsumerOf, Sweep, Work } from "./work.ts";
import type { WaitingPart } from "./waiting-part.ts";
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
  /** What programs may call over their socket. */
  readonly programCalls?: readonly ProgramCall[];
  /** What lies below attachments/ when a program of a run begins, where the area knows that. One of them does. */
  readonly attachedFiles?: FindAttached;
  /** What happens without a request. */
  readonly work?: readonly Work[];
  /** Kinds of jobs: what goes on in portions, with progress, after a request. */
  readonly jobs?: readonly JobKind[];
  /** What the built-in model does where the area asks it for something. */
  readonly practice?: readonly PracticeRole[];
  /** What is attached to revisions of runs, where the area keeps that. One of them does. */
  readonly secrets?: SecretsOfRuns;
  /** What is done now and then. */
  readonly sweeps?: readonly Sweep[];
  /** What happens in it, and is written down. */
  readonly events?: Events;
  /** What follows from events, of any area. */
  readonly on?: readonly ConsumerOf[];
  /** What revisions have of it. */
  readonly revisionParts?: readonly RevisionPart[];
  /** What of it hangs on a person's membership of a team. */
  readonly memberships?: readonly MembershipPart[];
  /** What of it waits for people, in the inbox. */
  readonly waits?: readonly WaitingPart[];
  /** Written by the statement that ends a run by itself, which it knows as `written`. */
  readonly withEnd?: SQL;
  /** Told after the commit that ended runs, for good or for now. */
  readonly runsEnded?: EngineParts["runsEnded"][number];
  /** Told after the commit in which a run asked a person, or gave its work away. */
  readonly runMoved?: EngineParts["runMoved"][number];
}

export interface Area<C = Context, R = unknown> extends Required<
  Omit<Manifest<never, never>, "contract" | "handlers" | "secrets" | "attachedFiles" | "withEnd">
> {
  readonly withEnd: SQL | undefined;
  readonly secrets: SecretsOfRuns | undefined;
  readonly attachedFiles: FindAttached | undefined;
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
  programCalls = [],
  attachedFiles,
  work = [],
  jobs = [],
  practice = [],
  secrets,
  sweeps = [],
  events = {},
  on = [],
  revisionParts = [],
  memberships = [],
  waits = [],
  withEnd,
  runsEnded = () => undefined,
  runMoved = () => undefined,
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
    programCalls,
    attachedFiles,
    work,
    jobs,
    practice,
    secrets,
    sweeps,
    events,
    on,
    revisionParts,
    memberships,
    waits,
    withEnd,
    runsEnded,
    runMoved,
  };
}

const nothingAttached = { files: [], paths: new Map<string, string>(), left: [] };
const withoutSecrets: SecretsOfRuns = {
  load: async () => noSecrets,
  exportedNow: async () => noSecrets,
  whySuspended: async () => "",
};

/** What all these areas hand to the engine. */
export function partsOf(areas: readonly Area<never>[]): EngineParts {
  return {
    tools: areas.flatMap(({ tools }) => tools),
    programCalls: areas.flatMap(({ programCalls }) => programCalls),
    attachedFiles: areas.find(({ attachedFiles }) => attachedFiles)?.attachedFiles ?? (async () => nothingAttached),
    work: areas.flatMap(({ work }) => work),
    jobs: areas.flatMap(({ jobs }) => jobs),
    practice: areas.flatMap(({ practice }) => practice),
    secrets: areas.find(({ secrets }) => secrets)?.secrets ?? withoutSecrets,
    refusals: areas.flatMap(({ refusals }) => refusals),
    sweeps: areas.flatMap(({ sweeps }) => sweeps),
    events: areas.reduce<Events>((all, { events }) => ({ ...all, ...events }), {}),
    on: areas.flatMap(({ on }) => on),
    revisionParts: areas.flatMap(({ revisionParts }) => revisionParts),
    withEnd: areas.flatMap(({ withEnd }) => withEnd ?? []),
    runsEnded: areas.map(({ runsEnded }) => runsEnded),
    runMoved: areas.map(({ runMoved }) => runMoved),
  };
}
