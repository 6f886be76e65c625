import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Issue } from "#contract/errors.ts";
import type { ApiError } from "#api/client.ts";
import { type KeptDecision, noteDecisions } from "./kept.ts";

export const page = Math.random().toString(36).slice(2);
/** Whose decisions these are. */
let decider: string | undefined;

export function decideAs(userId: string): void {
  decider = userId;
}

export interface Decision {
  /** The id of what is decided. It has one decision at a time. */
  readonly about: string;
  /** As in "Approving" and "Approved". */
  readonly doing: string;
  readonly done: string;
  /** What is decided, in its own words. */
  readonly what: string;
  /** Where it was decided, and is open again once the decision is taken back. */
  readonly href: string;
  /** When it is sent, in milliseconds since 1970. */
  readonly until: number;
  /** `unsent`: the service did not answer. It is sent again as soon as the service does. */
  readonly state: "waiting" | "sending" | "unsent" | "refused" | "sent";
  /** Why it was not taken. What it is about is undecided by this person, then. */
  readonly refusal?: string;
  /** What the service found wrong in it, part by part. */
  readonly issues?: readonly Issue[];
}

/** What it takes to send one. */
export type Request = Pick<KeptDecision, "endpoint" | "input" | "drafts" | "refusals">;

export interface Held extends Decision {
  /** None where only its words are known: its page was ended before it was sent. */
  readonly request?: Request;
  readonly client: QueryClient;
  readonly sent?: (() => void) | undefined;
  readonly refused?: ((error: ApiError) => void) | undefined;
  readonly timer?: ReturnType<typeof setTimeout>;
  /** How often it was sent by itself without an answer. */
  readonly tries?: number;
}

/** Also those that were sent: until it is read again, what they are about looks as if it waited. */
export let held: readonly Held[] = [];
let open: readonly Held[] = [];
let said = "";
const readers = new Set<() => void>();

export function show(next: readonly Held[], words = said): void {
  held = next;
  open = next.filter(({ state }) => state !== "sent");
  noteDecisions(
    page,
    decider,
    next.filter(({ state }) => state === "waiting"),
  );
  said = words;
  for (const reader of readers) reader();
}
function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
export function change(about: string, to: Pick<Held, "state" | "refusal" | "issues" | "tries" | "timer">, words = said): void {
  show(
    held.map((each) => (each.about === about ? { ...each, ...to } : each)),
    words,
  );
}

/** The decisions that are not taken yet, oldest first, and those that were refused. */
export function useDecisions(): readonly Decision[] {
  return useSyncExternalStore(subscribe, () => open);
}

/** What was decided here and needs no decision any more, or only one that is taken back. */
export function useDecided(): ReadonlyMap<string, Decision["state"]> {
  const all = useSyncExternalStore(subscribe, () => held);
  return new Map(all.filter(({ state }) => state !== "refused").map(({ about, state }) => [about, state]));
}

/** What is under way about one thing. */
export function useDecisionAbout(about: string): Decision | undefined {
  return useSyncExternalStore(subscribe, () => held.find((each) => each.about === about));
}

/** What a screen reader hears about decisions. */
export function useDecisionWords(): string {
  return useSyncExternalStore(subscribe, () => said);
}

/** Says behind a decision what is open now. */
export function sayNext(title: string): void {
  show(held, `${said} Next: ${title}`);
}

/** Takes the word of a refusal off the screen. */
export function dismissRefusal(about: string): void {
  show(held.filter((each) => each.about !== about || each.state !== "refused"));
}

/** It can still be taken back. */
export function isOpen({ state }: Held): boolean {
  return state === "waiting" || state === "unsent";
}

/** As a sentence: what is asked ends as it was written. */
export function ended(what: string): string {
  return /[.?!…:]$/.test(what.trim()) ? what.trim() : `${what}.`;
}
