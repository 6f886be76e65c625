import { Check, X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useAtRest } from "#ui/use-at-rest.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { answerButton, AnswerFrame, AnswerKeys, type AnswerProps } from "./answer-frame.tsx";
import { useAnswer } from "./use-answer.ts";

export function ApprovalAnswer({ runId, request, keys, onDone, instead }: AnswerProps) {
  const { send, refusal } = useAnswer(runId, request, onDone);
  const settled = useAtRest(`${request.id} ${keys}`);
  const decide = (approved: boolean) => {
    if (settled) (instead ?? send)({ approved });
  };
  const byKey = (approved: boolean) => (event: KeyboardEvent) => {
    if (!event.repeat) decide(approved);
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
          { id: "approve", label: "Approve", icon: Check, keys: "a", decides: true, run: () => decide(true) },
          { id: "deny", label: "Deny", icon: X, keys: "d", decides: true, run: () => decide(false) },
        ]
      : [],
  );
  const button = (approved: boolean) => ({
    "aria-disabled": !settled,
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
