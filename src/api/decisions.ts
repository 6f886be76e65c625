import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { CallInput, EndpointSpec } from "#contract/endpoint.ts";
import type { Issue } from "#contract/errors.ts";
import { ApiError, callWith, type LooseInput } from "./client.ts";
import { dropDraft } from "./drafts.ts";
import { type KeptDecision, keepDecisions, noteDecisions, takeKeptDecisions, takeNotedDecisions } from "./kept-decisions.ts";
import { readChanged } from "./stale.ts";

/** How long a decision can be taken back before it is sent, in milliseconds. */
export const undoTime = 5000;
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
  readonly state: "waiting" | "sending" | "refused" | "sent";
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
function change(about: string, to: Pick<Held, "state" | "refusal" | "issues">, words = said): void {
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
      const waiting = held.filter(({ state }) => state === "waiting");
      for (const { timer } of waiting) clearTimeout(timer);
      const decisions = waiting.map(({ client: _, timer: _timer, state: _state, until, ...one }) => ({ ...one, left: until - Date.now() }));
      keepDecisions({ userId, page, leftAt: Date.now(), decisions });
    };
    goOn();
    sayLost();
    // A page that was left just now may be on its way back.
    const later = setTimeout(sayLost, 2 * undoTime);
    addEventListener("pagehide", leave);
    // The browser may bring back the page as it was.
    addEventListener("pageshow", goOn);
    return () => {
      clearTimeout(later);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", goOn);
    };
  }, [client, userId]);
}

/** Whether something was decided and not yet taken by the service: it would not be sent if the tab were closed. */
export function isDeciding(): boolean {
  return held.some(({ state }) => state === "waiting" || state === "sending");
}

async function send(about: string): Promise<void> {
  const found = held.find((each) => each.about === about && each.state === "waiting");
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
    found.refused?.(error as ApiError);
    const { code, issues } = error as ApiError;
    change(about, { state: "refused", refusal: found.refusals[code] ?? inWords(error as ApiError), issues }, "");
  }
}

function inWords({ status, message }: ApiError): string {
  return status === 0 ? "The service did not answer. If this still waits, decide again." : message;
}

/** As a sentence: what is asked ends as it was written. */
export function ended(what: string): string {
  return /[.?!…:]$/.test(what.trim()) ? what.trim() : `${what}.`;
}

/** Takes a decision back that is not sent yet, the latest one if none is named. Answers where it was made. */
export function undoDecision(about?: string): string | undefined {
  const one = held.findLast((each) => each.state === "waiting" && (about === undefined || each.about === about));
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
  const waiting = held.filter(({ state }) => state === "waiting").map(({ about }) => about);
  await Promise.all(waiting.map(send));
  const refused = held.find(({ about, state }) => state === "refused" && waiting.includes(about));
  if (refused) throw new ApiError(0, "decision_refused", `Not sent: ${ended(refused.what)} ${refused.refusal}`);
}
