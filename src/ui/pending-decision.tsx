import { Undo2 } from "lucide-react";
import { Button } from "./button.tsx";
import { Keys } from "./kbd.tsx";
import { useNow } from "./ticker.ts";

interface PendingDecisionProps {
  /** As in "Approving". */
  doing: string;
  /** Milliseconds since 1970. */
  until: number;
  sending: boolean;
  /** What is decided. */
  what: string;
  onUndo: () => void;
  /** Z takes this one back: the latest. */
  keys?: boolean;
}

/** A decision that is not sent yet: how long it can be taken back, and the way to do it. */
export function PendingDecision({ doing, until, sending, what, onUndo, keys = false }: PendingDecisionProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <p className="min-w-0 flex-1 break-words">
        <span className="font-medium">{sending ? `${doing}…` : <Countdown doing={doing} until={until} />}</span>
        <span className="text-ink-2">: {what}</span>
      </p>
      {sending ? null : (
        <Button icon={Undo2} onClick={onUndo} className="max-sm:h-11">
          Undo
          <span className="sr-only">: {what}</span>
          {keys ? (
            <span aria-hidden className="hidden ps-1 md:inline">
              <Keys keys="z" />
            </span>
          ) : null}
        </Button>
      )}
    </div>
  );
}

/** Of a decision to which the service did not answer. */
export const notSentYet = "Not sent yet";

/** The same where it was made: that it is under way. What takes it back is in one place, under the page. */
export function DecisionUnderWay({ doing, until, state }: { doing: string; until: number; state: string }) {
  return (
    <p className="flex min-h-8 items-center font-medium max-sm:min-h-11">
      {state === "sending" ? `${doing}…` : state === "unsent" ? notSentYet : <Countdown doing={doing} until={until} />}
    </p>
  );
}

/** As in "Approving in 4 s". */
export function Countdown({ doing, until }: { doing: string; until: number }) {
  const seconds = useNow((now) => Math.max(0, Math.min(5, Math.ceil((until - now) / 1000))));
  return (
    <span className="tabular-nums">
      {doing} in {seconds} s
    </span>
  );
}
