import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Case, DisplayStatus } from "#contract/queues/case.ts";
import { type ByHand, isByHand, whyNotInto } from "#features/queues/by-hand.ts";
import type { CaseScope } from "#features/queues/case-queries.ts";
import { useCaseStatus } from "#features/queues/use-case-status.ts";
import { moveCard, readColumn } from "./board-pages.ts";

/** What has to be said before a card moves: until when it is postponed, or that its run may be stopped. */
interface Asked {
  readonly one: Case;
  readonly to: ByHand;
}

/** Brings cards into other columns. They stand there at once, and back where they were when the service refuses. */
export function useBoardMoves(scope: CaseScope, entry: string) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [landed, setLanded] = useState<{ readonly id: string; readonly in: DisplayStatus }>();
  const onMove = (one: Case, from: DisplayStatus, to: DisplayStatus) => {
    moveCard(client, scope, entry, one, from, to);
    setLanded({ id: one.id, in: to });
  };
  const onRefused = (one: Case, from: DisplayStatus, to: DisplayStatus) => {
    onMove(one, to, from);
    readColumn(client, scope, entry, from);
  };
  const { set, postpone } = useCaseStatus({ nameOf: ({ title }) => `“${title}”`, onMove, onRefused });
  return {
    asked,
    close: () => setAsked(undefined),
    /** The card that moved last. */
    landed,
    settle: () => setLanded(undefined),
    bring: (one: Case, to: DisplayStatus): "moves" | "asks" | "stays" => {
      if (to === one.display_status || !isByHand(to) || whyNotInto(to, one)) return "stays";
      const asks = to === "postponed" || one.display_status === "in_progress";
      if (asks) setAsked({ one, to });
      else void set(one, to);
      return asks ? "asks" : "moves";
    },
    set,
    postpone,
  };
}
