import { Check, CheckCheck, X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { onceSettled } from "#ui/settling.ts";
import { useDecisionKeys } from "#ui/use-decision-keys.ts";
import { answerButton, AnswerFrame, AnswerKeys, type AnswerProps } from "./answer-frame.tsx";
import { useAnswer } from "./use-answer.ts";

const alwaysLabel = "Always allow this tool";
const alwaysKeys = "shift+a";

export function ApprovalAnswer({ runId, request, keys, onDone, instead }: AnswerProps) {
  const { send, refusal } = useAnswer(runId, request, onDone);
  const decide = (approved: boolean, always = false) => (instead ?? send)({ approved, ...(always && { always }) });
  // One of many is decided alone: what a tool may do is not a part of an answer to all.
  const mayAlways = request.may_always && !instead;
  const acts = [
    { id: "approve", label: mayAlways ? "Allow once" : "Approve", icon: Check, keys: "a", run: () => decide(true) },
    ...(mayAlways ? [{ id: "always", label: alwaysLabel, icon: CheckCheck, keys: alwaysKeys, run: () => decide(true, true) }] : []),
    { id: "decline", label: "Decline", icon: X, keys: "d", run: () => decide(false) },
  ];
  const settled = useDecisionKeys("Request", request.id, acts, keys);
  const button = (approved: boolean, always = false) => ({
    "aria-disabled": !settled,
    onClick: () => onceSettled(settled, () => decide(approved, always)),
    className: always ? `${answerButton} max-sm:col-span-2 max-sm:row-start-2` : answerButton,
  });
  return (
    <AnswerFrame refusal={refusal?.message}>
      <Button tone="primary" icon={Check} {...button(true)}>
        {instead ? "Approve all" : mayAlways ? "Allow once" : "Approve"} <AnswerKeys keys="a" shown={keys} />
      </Button>
      {mayAlways ? (
        <Button icon={CheckCheck} {...button(true, true)}>
          {alwaysLabel} <AnswerKeys keys={alwaysKeys} shown={keys} />
        </Button>
      ) : null}
      <Button icon={X} {...button(false)}>
        {instead ? "Decline all" : "Decline"} <AnswerKeys keys="d" shown={keys} />
      </Button>
    </AnswerFrame>
  );
}
