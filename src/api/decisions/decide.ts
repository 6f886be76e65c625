import { useQueryClient } from "@tanstack/react-query";
import type { CallInput, EndpointSpec } from "#contract/endpoint.ts";
import { ApiError, callWith, type LooseInput } from "#api/client.ts";
import { dropDraft } from "#api/drafts.ts";
import { lastHeard, unheard } from "#api/reach.ts";
import { readChanged } from "#api/stale.ts";
import { change, type Decision, ended, type Held, held, isOpen, type Request, show } from "./held.ts";

/** How long a decision can be taken back before it is sent, in milliseconds. */
export const undoTime = 5000;
/** So often it is sent as soon as the service answers to something else. Where that does not help, the service answers to everything but this. */
const mostTries = 3;
/** How long after those it is sent once more by itself, again and again, in milliseconds. */
const slowly = 30_000;

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
  return ({ input, drafts = [], refusals = {}, ...deciding }: Deciding<E>): void => {
    if (held.some(({ about, state }) => about === deciding.about && state !== "refused")) return;
    const { name, method, path, changes = [], ours } = endpoint;
    const one = wait(
      {
        ...deciding,
        client,
        request: { endpoint: { name, method, path, changes, ...(ours ? { ours } : {}) }, input, drafts, refusals },
        href: location.pathname + location.search,
      },
      undoTime,
    );
    const others = held.filter(({ about }) => about !== one.about);
    show([...others, one], `${one.doing} in ${undoTime / 1000} seconds: ${ended(one.what)} Undo with Z.`);
  };
}

/** Sent once `left` milliseconds have passed. */
export function wait(one: Omit<Held, "until" | "state" | "timer">, left: number): Held {
  return { ...one, until: Date.now() + left, state: "waiting", timer: setTimeout(() => void send(one.about), left) };
}

/** Whether something was decided and not yet taken by the service: it would not be sent if the tab were closed. */
export function isDeciding(): boolean {
  return held.some((one) => isOpen(one) || one.state === "sending");
}

export function sendUnsent(): void {
  for (const { about, state, tries = 0 } of held) if (state === "unsent" && tries < mostTries) void send(about);
}

/** Sends one that the service did not answer to, without waiting for the connection. */
export function sendNow(about: string): void {
  void send(about);
}

/** The service tells a program how to sign in. */
const sessionEnded = "Your session had ended. Decide again.";

/** What is being sent, by what it is about. */
const underWay = new Map<string, Promise<void>>();

/** Ends with what was being sent already, where that is so. */
async function send(about: string): Promise<void> {
  const found = held.find((each) => each.about === about && isOpen(each));
  if (!found?.request) return underWay.get(about);
  const sending = carryOut(found, found.request).finally(() => {
    if (underWay.get(about) === sending) underWay.delete(about);
  });
  underWay.set(about, sending);
  return sending;
}

async function carryOut(found: Held, request: Request): Promise<void> {
  const { about, client } = found;
  clearTimeout(found.timer);
  change(about, { state: "sending" });
  const { endpoint, input, drafts, refusals } = request;
  try {
    await callWith(endpoint as EndpointSpec, input as LooseInput as never).finally(() => readChanged(client, endpoint.changes));
    drafts.forEach(dropDraft);
    found.sent?.();
    change(about, { state: "sent" }, `${found.done}: ${ended(found.what)}`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) {
      const tries = (found.tries ?? 0) + 1;
      change(
        about,
        { state: "unsent", tries, ...(tries >= mostTries && { timer: setTimeout(() => void send(about), slowly) }) },
        `Not sent yet: ${ended(found.what)} It will be sent when you are connected.`,
      );
      // Somebody else may have been answered meanwhile.
      if (lastHeard() === undefined) unheard();
      return;
    }
    found.refused?.(error as ApiError);
    const { status, code, issues, message } = error as ApiError;
    change(about, { state: "refused", refusal: status === 401 ? sessionEnded : (refusals[code] ?? message), issues }, "");
  }
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

/** Sends what waits, before somebody signs out. Throws if one was refused. */
export async function sendDecisions(): Promise<void> {
  const waiting = held.filter((one) => isOpen(one) || one.state === "sending").map(({ about }) => about);
  await Promise.all(waiting.map(send));
  const left = held.find(({ about, state }) => (state === "refused" || state === "unsent") && waiting.includes(about));
  if (left) throw new ApiError(0, "decision_refused", `Not sent: ${ended(left.what)} ${left.refusal ?? "The service did not answer."}`);
}
