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
  /** What is decided, where it does not stand beside it. */
  what?: string;
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
        {what ? <span className="text-ink-2">: {what}</span> : null}
      </p>
      {sending ? null : (
        <Button icon={Undo2} onClick={onUndo} className="max-sm:h-11" {...(what ? { "aria-label": `Undo: ${what}` } : {})}>
          Undo
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

/** As in "Approving in 4 s". */
export function Countdown({ doing, until }: { doing: string; until: number }) {
  const seconds = useNow((now) => Math.max(0, Math.min(5, Math.ceil((until - now) / 1000))));
  return (
    <span className="tabular-nums">
      {doing} in {seconds} s
    </span>
  );
}
