import { Check, X } from "lucide-react";
import { useState } from "react";
import type { PendingHumanRequest } from "#contract/runs/human-requests.ts";
import { Button } from "#ui/button.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { useAnswer } from "./use-answer.ts";

/** A key that was meant for the request before must not decide this one. */
const settleMs = 300;

export function ApprovalAnswer({
  runId,
  request,
  keys,
  onDone,
}: {
  runId: string;
  request: PendingHumanRequest;
  keys: boolean;
  onDone: () => void;
}) {
  const { send, pending, refusal } = useAnswer(runId, request.id, onDone);
  const [shownAt] = useState(() => performance.now());
  const [chosen, setChosen] = useState<boolean>();
  const decide = (approved: boolean) => {
    setChosen(approved);
    send({ approved });
  };
  const byKey = (approved: boolean) => (event: KeyboardEvent) => {
    if (!event.repeat && event.timeStamp - shownAt > settleMs) decide(approved);
  };
  useShortcuts(
    "Request",
    keys
      ? [
          { keys: "a", label: "Approve", run: byKey(true) },
          { keys: "d", label: "Deny", run: byKey(false) },
        ]
      : [],
  );
  usePageActions(
    keys
      ? [
          { id: "approve", label: "Approve", icon: Check, keys: "a", run: () => decide(true) },
          { id: "deny", label: "Deny", icon: X, keys: "d", run: () => decide(false) },
        ]
      : [],
  );
  return (
    <>
      <div className="grid grid-cols-2 gap-2 sm:flex">
        <Button
          tone="primary"
          icon={Check}
          pending={pending && chosen === true}
          disabled={pending && chosen === false}
          onClick={() => decide(true)}
          className="max-sm:h-11"
        >
          Approve {keys ? <Hint>A</Hint> : null}
        </Button>
        <Button
          icon={X}
          pending={pending && chosen === false}
          disabled={pending && chosen === true}
          onClick={() => decide(false)}
          className="max-sm:h-11"
        >
          Deny {keys ? <Hint>D</Hint> : null}
        </Button>
      </div>
      {refusal ? (
        <p role="alert" className="text-sm text-failed">
          {refusal.message}
        </p>
      ) : null}
    </>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <span aria-hidden className="hidden ps-1 md:inline">
      <Kbd inverse>{children}</Kbd>
    </span>
  );
}
