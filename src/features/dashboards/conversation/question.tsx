import { Check } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useWrite } from "#api/query.ts";
import type { Artifact, TurnStep } from "#contract/dashboards/dashboard.ts";
import { answerDashboardQuestion } from "#contract/dashboards/messages.ts";
import { Button } from "#ui/button.tsx";
import { problemOf } from "#ui/problem.ts";
import { TextInput } from "#ui/text-input.tsx";

interface QuestionProps {
  artifact: Artifact;
  step: Extract<TurnStep, { kind: "asked" }>;
  /** It can still be answered. */
  open: boolean;
}

/** What the agent asked, with what was answered, or the ways to answer. */
export function Question({ artifact, step, open }: QuestionProps) {
  const [typed, setTyped] = useState("");
  const send = useWrite(answerDashboardQuestion);
  const answer = (text: string) => {
    if (text.trim() === "" || send.isPending) return;
    send.mutate({
      params: { artifactId: artifact.id },
      body: { toolCallId: step.tool_call_id, answers: { [step.question]: text.trim() } },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer(typed);
  };
  return (
    <div className="mt-2 border-s-2 border-line-strong ps-3">
      <p dir="auto" className="font-medium break-words">
        {step.question}
      </p>
      {step.answer === null ? null : (
        <p className="flex items-start gap-1.5 text-ink-2">
          <Check size={14} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
          <span dir="auto" className="min-w-0 break-words">
            {step.answer}
          </span>
        </p>
      )}
      {open ? (
        <form onSubmit={submit} className="flex flex-col items-start gap-1.5 pt-1.5">
          {step.options.map((option) => (
            <Button key={option} size="sm" className="max-w-full whitespace-normal!" onClick={() => answer(option)}>
              {option}
            </Button>
          ))}
          <div className="flex w-full gap-1.5">
            <div className="min-w-0 flex-1">
              <TextInput
                aria-label={`Answer to: ${step.question}`}
                placeholder={step.options.length > 0 ? "Another answer" : "Your answer"}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </div>
            <Button type="submit" pending={send.isPending}>
              Answer
            </Button>
          </div>
          <div aria-live="polite" className="empty:hidden">
            {send.error ? <p className="text-failed">{problemOf(send.error).message}</p> : null}
          </div>
        </form>
      ) : step.answer === null ? (
        <p className="text-ink-3">Not answered</p>
      ) : null}
    </div>
  );
}
