import { type FormEvent, useRef, useState } from "react";
import { readDraft, useShownDraft, writeDraft } from "#api/drafts.ts";
import { Button } from "#ui/button.tsx";
import { answerText, QuestionField } from "#ui/question-field.tsx";
import { useAtRest } from "#ui/use-at-rest.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { answerButton, AnswerFrame, AnswerKeys, type AnswerProps } from "./answer-frame.tsx";
import { draftOf, useAnswer } from "./use-answer.ts";

/** What was chosen or written, by the question's place. */
type Given = Readonly<Record<string, readonly string[]>>;

/** One form for all questions of a request. Digits choose in the question that is next; what was entered survives a reload. */
export function QuestionAnswers({ runId, request, keys, onDone, instead }: AnswerProps) {
  const questions = request.questions ?? [];
  const { send, refusal } = useAnswer(runId, request, onDone);
  const settled = useAtRest(`${request.id} ${keys}`);
  useShownDraft(draftOf(request.id));
  const [given, setGiven] = useState<Given>(() => (readDraft(draftOf(request.id)) ?? {}) as Given);
  const [tried, setTried] = useState(false);
  const [at, setAt] = useState<number>();
  const form = useRef<HTMLFormElement>(null);

  const isMissing = (index: number) => (given[index] ?? []).join("").trim() === "";
  const firstMissing = questions.findIndex((_, index) => isMissing(index));
  const current = at ?? Math.max(0, firstMissing);
  const give = (index: number, values: readonly string[]) => {
    const next = { ...given, [index]: values };
    setGiven(next);
    writeDraft(draftOf(request.id), next, []);
  };
  const choose = (index: number, label: string) => {
    const before = given[index] ?? [];
    if (!questions[index]?.multi_select) give(index, [label]);
    else give(index, before.includes(label) ? before.filter((each) => each !== label) : [...before, label]);
  };
  const chooseByDigit = (digit: number) => {
    const question = questions[current];
    const option = question?.options?.[digit - 1];
    if (!question || !option) return;
    choose(current, option.label);
    // Several may be chosen, so the digits stay where they are.
    setAt(question.multi_select ? current : Math.min(current + 1, questions.length - 1));
  };
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!settled) return;
    setTried(true);
    if (firstMissing >= 0) {
      setAt(firstMissing);
      form.current?.querySelectorAll("fieldset")[firstMissing]?.querySelector<HTMLElement>("input, textarea")?.focus();
      return;
    }
    (instead ?? send)({
      answers: Object.fromEntries(questions.map((question, index) => [question.question, answerText(question, given[index] ?? [])])),
    });
  };
  useShortcuts(
    "Request",
    keys
      ? [
          ...Array.from(
            { length: Math.min(9, Math.max(0, ...questions.map((question) => question.options?.length ?? 0))) },
            (_, index) => ({
              keys: String(index + 1),
              label: `Choose option ${index + 1}`,
              run: () => chooseByDigit(index + 1),
            }),
          ),
          { keys: "mod+enter", label: "Send the answer", whileTyping: true, run: () => submit() },
        ]
      : [],
  );
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {questions.map((question, index) => (
        <div key={index} onFocus={() => setAt(index)}>
          <QuestionField
            question={question}
            hideText={questions.length === 1 && question.question === request.title}
            values={given[index] ?? []}
            digits={keys && index === current}
            error={refusal?.byQuestion[question.question] ?? (tried && isMissing(index) ? "Give an answer" : undefined)}
            onChoose={(label) => choose(index, label)}
            onWrite={(text) => give(index, [text])}
          />
        </div>
      ))}
      <AnswerFrame refusal={refusal?.message}>
        <Button type="submit" tone="primary" aria-disabled={!settled} className={answerButton}>
          {instead ? "Send to all" : questions.length > 1 ? "Send answers" : "Send answer"}
          <AnswerKeys keys="mod+enter" shown={keys} />
        </Button>
      </AnswerFrame>
    </form>
  );
}
