import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { CallInput, EndpointSpec } from "#contract/endpoint.ts";
import type { Issue } from "#contract/errors.ts";
import { ApiError, callWith } from "./client.ts";
import { readAgain } from "./stale.ts";

/** How long a decision can be taken back before it is sent, in milliseconds. */
export const undoTime = 5000;

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

interface Held extends Decision {
  readonly send: (leaving: boolean) => Promise<void>;
  readonly sent: () => void;
  readonly refused: (error: ApiError) => string;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Also those that were sent: until it is read again, what they are about looks as if it waited. */
let held: readonly Held[] = [];
let open: readonly Held[] = [];
let said = "";
const readers = new Set<() => void>();

function show(next: readonly Held[], words = said): void {
  held = next;
  open = next.filter(({ state }) => state !== "sent");
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
  /** It has been taken. */
  readonly sent?: () => void;
  /** Why it was not, in words, if not in the service's own. */
  readonly refused?: (error: ApiError) => string | undefined;
}

/**
 * Decides with time to think again: the request is sent once `undoTime` has passed, or when the page is left. Until then nothing is decided, and
 * no screen may say so.
 */
export function useDecide<E extends EndpointSpec>(endpoint: E, { alsoStale = [] }: { readonly alsoStale?: readonly string[] } = {}) {
  const client = useQueryClient();
  return ({ input, sent = () => undefined, refused = () => undefined, ...words }: Deciding<E>): void => {
    if (held.some(({ about, state }) => about === words.about && state !== "refused")) return;
    const areas = [endpoint.area, ...alsoStale];
    const one: Held = {
      ...words,
      href: location.pathname + location.search,
      until: Date.now() + undoTime,
      state: "waiting",
      send: async (leaving) => {
        await callWith(endpoint, input, { leaving }).finally(() => readAgain(client, ([area]) => areas.includes(area)));
      },
      sent,
      refused: (error) => refused(error) ?? inWords(error),
      timer: setTimeout(() => void send(words.about, false), undoTime),
    };
    const others = held.filter(({ about }) => about !== words.about);
    show([...others, one], `${words.doing} in ${undoTime / 1000} seconds: ${words.what}. Undo with Z.`);
  };
}

async function send(about: string, leaving: boolean): Promise<void> {
  const found = held.find((each) => each.about === about && each.state === "waiting");
  if (!found) return;
  clearTimeout(found.timer);
  change(about, { state: "sending" });
  try {
    await found.send(leaving);
    found.sent();
    change(about, { state: "sent" }, `${found.done}: ${found.what}.`);
  } catch (error) {
    const { issues } = error as ApiError;
    change(about, { state: "refused", refusal: found.refused(error as ApiError), issues }, "");
  }
}

function inWords({ status, message }: ApiError): string {
  return status === 0 ? "The service did not answer. If this still waits, decide again." : message;
}

/** Takes a decision back that is not sent yet, the latest one if none is named. Answers where it was made. */
export function undoDecision(about?: string): string | undefined {
  const one = held.findLast((each) => each.state === "waiting" && (about === undefined || each.about === about));
  if (!one) return undefined;
  clearTimeout(one.timer);
  show(
    held.filter((each) => each !== one),
    `Undone. Nothing was sent: ${one.what}.`,
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
  await Promise.all(waiting.map((about) => send(about, false)));
  const refused = held.find(({ about, state }) => state === "refused" && waiting.includes(about));
  if (refused) throw new ApiError(0, "decision_refused", `Not sent: ${refused.what}. ${refused.refusal}`);
}

// What somebody decided before they left is sent: the page said that it would be.
addEventListener("pagehide", () => {
  for (const { about } of held) void send(about, true);
});
