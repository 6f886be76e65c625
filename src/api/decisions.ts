import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { CallInput, EndpointSpec } from "#contract/endpoint.ts";
import type { Issue } from "#contract/errors.ts";
import { ApiError, callWith, type LooseInput } from "./client.ts";
import { dropDraft } from "./drafts.ts";
import { type KeptDecision, keepDecisions, noteDecisions, takeKeptDecisions, takeNotedDecisions } from "./kept-decisions.ts";
import { lastHeard, onReach, unheard } from "./reach.ts";
import { readChanged } from "./stale.ts";

/** How long a decision can be taken back before it is sent, in milliseconds. */
export const undoTime = 5000;
/** Where the service answers to everything but this, a person has to say that it is tried again. */
const mostTries = 3;
/** After a longer time away nobody expects that what they decided is still to be sent. In milliseconds. */
const longestAway = 60_000;
const page = Math.random().toString(36).slice(2);
const notSent = "You left the page before it was sent. If this still waits, decide again.";
/** Whose decisions these are. */
let decider: string | undefined;

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

interface Held extends Decision, Omit<KeptDecision, "left"> {
  readonly client: QueryClient;
  readonly sent?: (() => void) | undefined;
  readonly refused?: ((error: ApiError) => void) | undefined;
  readonly timer?: ReturnType<typeof setTimeout>;
  /** How often it was sent by itself without an answer. */
  readonly tries?: number;
}

/** Also those that were sent: until it is read again, what they are about looks as if it waited. */
let held: readonly Held[] = [];
let open: readonly Held[] = [];
let said = "";
const readers = new Set<() => void>();

function show(next: readonly Held[], words = said): void {
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
function change(about: string, to: Pick<Held, "state" | "refusal" | "issues" | "tries">, words = said): void {
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

interface Deciding<E extends EndpointSpec> extends Pick<Decision, "about" | "doing" | "done" | "what"> {
  readonly input: CallInput<E>;
  /** What was typed for it: dropped once it has been taken. */
  readonly drafts?: readonly string[];
  /** Why it was not taken, by the service's code, where its own words say too little. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** What a page that is still there does once it has been taken, and when it was not. */
  readonly sent?: () => void;
  readonly refused?: (error: ApiError) => void;
}

/**
 * Decides with time to think again: the request is sent once `undoTime` has passed. Until then nothing is decided, no screen may say so, and
 * the tab is not left without a question.
 */
export function useDecide<E extends EndpointSpec>(endpoint: E) {
  const client = useQueryClient();
  return ({ drafts = [], refusals = {}, ...deciding }: Deciding<E>): void => {
    if (held.some(({ about, state }) => about === deciding.about && state !== "refused")) return;
    const { name, method, path, changes = [], ours } = endpoint;
    const one = wait(
      {
        ...deciding,
        drafts,
        refusals,
        client,
        endpoint: { name, method, path, changes, ...(ours ? { ours } : {}) },
        href: location.pathname + location.search,
      },
      undoTime,
    );
    const others = held.filter(({ about }) => about !== one.about);
    show([...others, one], `${one.doing} in ${undoTime / 1000} seconds: ${ended(one.what)} Undo with Z.`);
  };
}

function wait(one: Omit<Held, "until" | "state" | "timer">, left: number): Held {
  return { ...one, until: Date.now() + left, state: "waiting", timer: setTimeout(() => void send(one.about), left) };
}

/** Goes on with what the page before this one of the same tab had not sent yet: the countdown stood still while no page was there. */
export function useKeptDecisions(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    decider = userId;
    const sayLost = () => {
      const lost = takeNotedDecisions(userId, undoTime).filter((one) => held.every(({ about }) => about !== one.about));
      const nothing = { drafts: [], refusals: {}, input: {}, endpoint: { name: "", method: "POST", path: "/", changes: [] } } as const;
      if (lost.length > 0)
        show([...held, ...lost.map((one): Held => ({ ...nothing, ...one, client, state: "refused", refusal: notSent }))]);
    };
    const goOn = () => {
      const kept = takeKeptDecisions(userId);
      if (!kept) return;
      noteDecisions(kept.page, userId, []);
      const late = Date.now() - kept.leftAt > longestAway;
      const again = kept.decisions.map(({ left, ...one }): Held =>
        late ? { ...one, client, until: 0, state: "refused", refusal: notSent } : wait({ ...one, client }, left),
      );
      const others = held.filter(({ about }) => again.every((each) => each.about !== about));
      show(
        [...others, ...again],
        late ? "" : again.map(({ doing, what }) => `${doing} in a few seconds: ${ended(what)} Undo with Z.`).join(" "),
      );
    };
    const leave = () => {
      const waiting = held.filter(isOpen);
      for (const { timer } of waiting) clearTimeout(timer);
      const decisions = waiting.map(({ client: _, timer: _timer, state: _state, until, ...one }) => ({
        ...one,
        left: Math.max(0, until - Date.now()),
      }));
      keepDecisions({ userId, page, leftAt: Date.now(), decisions });
    };
    goOn();
    sayLost();
    // A page that was left just now may be on its way back.
    const later = setTimeout(sayLost, 2 * undoTime);
    const stopListening = onReach(() => {
      if (lastHeard() === undefined) sendUnsent();
    });
    addEventListener("pagehide", leave);
    // The browser may bring back the page as it was.
    addEventListener("pageshow", goOn);
    return () => {
      clearTimeout(later);
      stopListening();
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", goOn);
    };
  }, [client, userId]);
}

/** Whether something was decided and not yet taken by the service: it would not be sent if the tab were closed. */
export function isDeciding(): boolean {
  return held.some((one) => isOpen(one) || one.state === "sending");
}

/** It can still be taken back. */
function isOpen({ state }: Held): boolean {
  return state === "waiting" || state === "unsent";
}

function sendUnsent(): void {
  for (const { about, state, tries = 0 } of held) if (state === "unsent" && tries < mostTries) void send(about);
}

/** Sends one that the service did not answer to, without waiting for the connection. */
export function sendNow(about: string): void {
  void send(about);
}

async function send(about: string): Promise<void> {
  const found = held.find((each) => each.about === about && isOpen(each));
  if (!found) return;
  clearTimeout(found.timer);
  change(about, { state: "sending" });
  const { client, endpoint, input } = found;
  try {
    await callWith(endpoint as EndpointSpec, input as LooseInput as never).finally(() => readChanged(client, endpoint.changes));
    found.drafts.forEach(dropDraft);
    found.sent?.();
    change(about, { state: "sent" }, `${found.done}: ${ended(found.what)}`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) {
      change(
        about,
        { state: "unsent", tries: (found.tries ?? 0) + 1 },
        `Not sent yet: ${ended(found.what)} It will be sent when you are connected.`,
      );
      // Somebody else may have been answered meanwhile.
      if (lastHeard() === undefined) unheard();
      return;
    }
    found.refused?.(error as ApiError);
    const { code, issues, message } = error as ApiError;
    change(about, { state: "refused", refusal: found.refusals[code] ?? message, issues }, "");
  }
}

/** As a sentence: what is asked ends as it was written. */
export function ended(what: string): string {
  return /[.?!…:]$/.test(what.trim()) ? what.trim() : `${what}.`;
}

/** Takes a decision back that is not sent yet, the latest one if none is named. Answers where it was made. */
export function undoDecision(about?: string): string | undefined {
  const one = held.findLast((each) => isOpen(each) && (about === undefined || each.about === about));
  if (!one) return undefined;
  clearTimeout(one.timer);
  show(
    held.filter((each) => each !== one),
    `Undone. Nothing was sent: ${ended(one.what)}`,
  );
  return one.href;
}

/** Takes the word of a refusal off the screen. */
export function dismissRefusal(about: string): void {
  show(held.filter((each) => each.about !== about || each.state !== "refused"));
}

/** Sends what waits, before somebody signs out. Throws if one was refused. */
export async function sendDecisions(): Promise<void> {
  const waiting = held.filter(isOpen).map(({ about }) => about);
  await Promise.all(waiting.map(send));
  const left = held.find(({ about, state }) => (state === "refused" || state === "unsent") && waiting.includes(about));
  if (left) throw new ApiError(0, "decision_refused", `Not sent: ${ended(left.what)} ${left.refusal ?? "The service did not answer."}`);
}
