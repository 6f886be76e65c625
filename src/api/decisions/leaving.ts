import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { lastHeard, onReach } from "#api/reach.ts";
import { sendUnsent, undoTime, wait } from "./decide.ts";
import { decideAs, ended, type Held, held, isOpen, page, show } from "./held.ts";
import { keepDecisions, noteDecisions, takeKeptDecisions, takeNotedDecisions } from "./kept.ts";

/** After a longer time away nobody expects that what they decided is still to be sent. In milliseconds. */
const longestAway = 60_000;
const notSent = "You left the page before it was sent. If this still waits, decide again.";

/** Goes on with what the page before this one of the same tab had not sent yet: the countdown stood still while no page was there. */
export function useKeptDecisions(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    decideAs(userId);
    const sayLost = () => {
      const lost = takeNotedDecisions(userId, undoTime).filter((one) => held.every(({ about }) => about !== one.about));
      if (lost.length > 0) show([...held, ...lost.map((one): Held => ({ ...one, client, state: "refused", refusal: notSent }))]);
    };
    const goOn = () => {
      const kept = takeKeptDecisions(userId);
      if (!kept) return;
      noteDecisions(kept.page, userId, []);
      const late = Date.now() - kept.leftAt > longestAway;
      const again = kept.decisions.map(({ left, endpoint, input, drafts, refusals, ...words }): Held => {
        const one = { ...words, client, request: { endpoint, input, drafts, refusals } };
        return late ? { ...one, until: 0, state: "refused", refusal: notSent } : wait(one, left);
      });
      const others = held.filter(({ about }) => again.every((each) => each.about !== about));
      show(
        [...others, ...again],
        late ? "" : again.map(({ doing, what }) => `${doing} in a few seconds: ${ended(what)} Undo with Z.`).join(" "),
      );
    };
    const leave = () => {
      const waiting = held.filter(isOpen);
      for (const { timer } of waiting) clearTimeout(timer);
      const decisions = waiting.flatMap(({ about, doing, done, what, href, until, request }) =>
        request ? [{ about, doing, done, what, href, ...request, left: Math.max(0, until - Date.now()) }] : [],
      );
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
