import { Check, X } from "lucide-react";
import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { answerButton, AnswerFrame, AnswerKeys, type AnswerProps } from "./answer-frame.tsx";
import { useAnswer } from "./use-answer.ts";

/** A key that was meant for the request before must not decide this one. */
const settleMs = 300;

export function ApprovalAnswer({ runId, request, keys, onDone, instead }: AnswerProps) {
  const { send, pending, refusal } = useAnswer(runId, request.id, onDone);
  const [shownAt] = useState(() => performance.now());
  const [chosen, setChosen] = useState<boolean>();
  const decide = (approved: boolean) => {
    if (instead) return instead({ approved });
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
  const button = (approved: boolean) => ({
    pending: pending && chosen === approved,
    disabled: pending && chosen !== approved,
    onClick: () => decide(approved),
    className: answerButton,
  });
  return (
    <AnswerFrame refusal={refusal?.message}>
      <Button tone="primary" icon={Check} {...button(true)}>
        {instead ? "Approve all" : "Approve"} <AnswerKeys keys="a" shown={keys} />
      </Button>
      <Button icon={X} {...button(false)}>
        {instead ? "Deny all" : "Deny"} <AnswerKeys keys="d" shown={keys} />
      </Button>
    </AnswerFrame>
  );
}
