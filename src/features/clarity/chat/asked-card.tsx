import { type FormEvent, useState } from "react";
import { useWrite } from "#api/query.ts";
import { sendClarityArtifactChatMessage } from "#contract/clarity/chat.ts";
import type { ChatMessage, ChatQuestion } from "#contract/clarity/chat-message.ts";
import type { SnapshotKind } from "#contract/clarity/snapshot.ts";
import { Button } from "#ui/button.tsx";
import { problemOf } from "#ui/problem.ts";
import { answerText, QuestionField } from "#ui/question-field.tsx";

interface AskedCardProps {
  processId: string;
  kind: SnapshotKind;
  message: ChatMessage;
  questions: readonly ChatQuestion[];
  /** It can still be answered. */
  open: boolean;
}

/** What the model asks before it goes further, and the ways to answer. */
export function AskedCard({ processId, kind, message, questions, open }: AskedCardProps) {
  const [given, setGiven] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [asked, setAsked] = useState(false);
  const send = useWrite(sendClarityArtifactChatMessage);
  const answers = questions.map((question) => [question.question, answerText(asField(question), given[question.question] ?? [])] as const);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (send.isPending || answers.some(([, answer]) => answer === "")) return;
    const { conversation_id, baseline_snapshot_id } = message;
    const body = { conversation_id, baseline_snapshot_id, snapshot_kind: kind, answers: Object.fromEntries(answers) };
    send.mutate({ params: { process_id: processId }, body });
  };
  if (!open)
    return (
      <ul>
        {questions.map(({ question }) => (
          <li key={question} dir="auto" className="break-words">
            {question}
          </li>
        ))}
      </ul>
    );
  return (
    <form aria-label="Answer" className="flex flex-col items-start gap-3 pt-1" onSubmit={submit}>
      {questions.map((question) => {
        const { question: text, multiSelect } = question;
        const values = given[text] ?? [];
        const set = (next: readonly string[]) => setGiven({ ...given, [text]: next });
        return (
          <div key={text} className="w-full">
            <QuestionField
              question={asField(question)}
              hideText={false}
              values={values}
              digits={false}
              error={asked && answerText(asField(question), values) === "" ? "Give an answer" : undefined}
              onChoose={(label) =>
                set(multiSelect ? (values.includes(label) ? values.filter((one) => one !== label) : [...values, label]) : [label])
              }
              onWrite={(answer) => set([answer])}
            />
          </div>
        );
      })}
      <Button type="submit" size="sm" tone="primary" pending={send.isPending}>
        Answer
      </Button>
      <div aria-live="polite" className="empty:hidden">
        {send.error ? <p className="text-failed">{problemOf(send.error).message}</p> : null}
      </div>
    </form>
  );
}

const asField = ({ question, header, options, multiSelect }: ChatQuestion) => ({
  question,
  options,
  multi_select: multiSelect,
  ...(header !== "" && { header }),
});
