import { type BuilderRunStatus, builderRunStatuses } from "#contract/agents/builder-run.ts";

/** A revision's latest builder run and the draft it works on, as far as the rules go. `C` is a configuration. */
export interface Generation<C> {
  readonly id: string;
  readonly status: BuilderRunStatus;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** What a person last wrote or accepted. */
  readonly checkpoint: C;
  readonly draft: C;
}

/** What can happen to a builder run. The worker's events count only while it holds the lease; a person's name what they looked at. */
export type BuilderEvent<C> =
  | { type: "claim"; at: string } // a worker takes it
  | { type: "ask" } // the model needs a person
  | { type: "save"; config: C } // the model's configuration is in the draft
  | { type: "fail"; at: string }
  | { type: "answer"; id: string }
  | { type: "cancel"; id: string; at: string }
  | { type: "accept" | "decline"; id: string; startedAt: string | null; at: string }
  | { type: "supersede"; at: string } // another prompt goes on from its result
  | { type: "remove"; at: string }; // its agent is gone

type EventType = BuilderEvent<unknown>["type"];
export type BuilderRefusal = "stale_review" | "not_reviewable" | "not_waiting" | "not_cancellable" | "generation_active";

const transitions: Record<BuilderRunStatus, Partial<Record<EventType, BuilderRunStatus>>> = {
  not_started: { claim: "running", cancel: "cancelled", remove: "cancelled" },
  running: {
    claim: "running",
    ask: "waiting_for_input",
    save: "waiting_for_approve",
    fail: "failed",
    cancel: "cancelled",
    remove: "cancelled",
  },
  waiting_for_input: { answer: "running", cancel: "cancelled", remove: "cancelled" },
  waiting_for_approve: { accept: "completed", decline: "completed", supersede: "cancelled", remove: "cancelled" },
  completed: {},
  failed: {},
  cancelled: {},
};

/** Why an event is refused in a state where it means nothing; undefined for the worker's, which has then lost its lease. */
const refusals: Partial<Record<EventType, BuilderRefusal>> = {
  answer: "not_waiting",
  cancel: "not_cancellable",
  accept: "not_reviewable",
  decline: "not_reviewable",
  supersede: "generation_active",
};

export type Outcome<C> = { readonly next: Generation<C> } | { readonly refused: BuilderRefusal | undefined };

/** The builder run and its draft after an event. Pure. */
export function afterBuilderEvent<C>(generation: Generation<C>, event: BuilderEvent<C>): Outcome<C> {
  if (isStale(generation, event)) return { refused: "stale_review" };
  const status = transitions[generation.status][event.type];
  if (!status) return { refused: refusals[event.type] };
  const ended = isEnd(status) && "at" in event ? event.at : null;
  return {
    next: {
      ...generation,
      status,
      startedAt: event.type === "claim" ? (generation.startedAt ?? event.at) : generation.startedAt,
      completedAt: ended,
      draft: draftAfter(generation, event),
    },
  };
}

function isStale<C>(generation: Generation<C>, event: BuilderEvent<C>): boolean {
  if ("id" in event && event.id !== generation.id) return true;
  return "startedAt" in event && !sameInstant(event.startedAt, generation.startedAt);
}

function sameInstant(a: string | null, b: string | null): boolean {
  return a === null || b === null ? a === b : Date.parse(a) === Date.parse(b);
}

/** Only a saved configuration that is accepted, or goes on under another prompt, stays: every other end leaves the checkpoint. */
function draftAfter<C>({ draft, checkpoint }: Generation<C>, event: BuilderEvent<C>): C {
  switch (event.type) {
    case "save":
      return event.config;
    case "decline":
    case "fail":
    case "cancel":
    case "remove":
      return checkpoint;
    default:
      return draft;
  }
}

/** What a further prompt begins from: the checkpoint of a result that was never decided about, else the draft itself. */
export function checkpointFor<C>(superseded: Generation<C> | undefined, draft: C): C {
  return superseded ? superseded.checkpoint : draft;
}

function isEnd(status: BuilderRunStatus): boolean {
  return Object.keys(transitions[status]).length === 0;
}

/** The revision's configuration belongs to the builder run. */
export function isOpen(status: BuilderRunStatus): boolean {
  return !isEnd(status);
}

export const openStatuses: BuilderRunStatus[] = builderRunStatuses.filter(isOpen);
