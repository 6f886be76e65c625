import { Check, CheckCheck, X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useAtRest } from "#ui/use-at-rest.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { answerButton, AnswerFrame, AnswerKeys, type AnswerProps } from "./answer-frame.tsx";
import { useAnswer } from "./use-answer.ts";

const alwaysLabel = "Always allow this tool";
const alwaysKeys = "shift+a";

export function ApprovalAnswer({ runId, request, keys, onDone, instead }: AnswerProps) {
  const { send, refusal } = useAnswer(runId, request, onDone);
  const settled = useAtRest(`${request.id} ${keys}`);
  const decide = (approved: boolean, always = false) => {
    if (settled) (instead ?? send)({ approved, ...(always && { always }) });
  };
  // One of many is decided alone: what a tool may do is not a part of an answer to all.
  const mayAlways = request.may_always && !instead;
  const byKey =
    (approved: boolean, always = false) =>
    (event: KeyboardEvent) => {
      if (!event.repeat) decide(approved, always);
    };
  useShortcuts(
    "Request",
    keys
      ? [
          { keys: "a", label: mayAlways ? "Allow once" : "Approve", run: byKey(true) },
          ...(mayAlways ? [{ keys: alwaysKeys, label: alwaysLabel, run: byKey(true, true) }] : []),
          { keys: "d", label: "Deny", run: byKey(false) },
        ]
      : [],
  );
  usePageActions(
    keys
      ? [
          { id: "approve", label: mayAlways ? "Allow once" : "Approve", icon: Check, keys: "a", decides: true, run: () => decide(true) },
          ...(mayAlways
            ? [{ id: "always", label: alwaysLabel, icon: CheckCheck, keys: alwaysKeys, decides: true, run: () => decide(true, true) }]
            : []),
          { id: "deny", label: "Deny", icon: X, keys: "d", decides: true, run: () => decide(false) },
        ]
      : [],
  );
  const button = (approved: boolean, always = false) => ({
    "aria-disabled": !settled,
    onClick: () => decide(approved, always),
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
        {instead ? "Deny all" : "Deny"} <AnswerKeys keys="d" shown={keys} />
      </Button>
    </AnswerFrame>
  );
}
