import { type FormEvent, useState } from "react";
import { dropDraft, readDraft, useShownDraft, writeDraft } from "#api/drafts.ts";
import { useWrite } from "#api/query.ts";
import { answerRevisionGeneration } from "#contract/agents/builder-runs.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { whoMayEdit } from "#features/agents/rights.ts";
import { Button } from "#ui/button.tsx";
import { answerText, QuestionField } from "#ui/question-field.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { CancelGeneration } from "./generation-progress.tsx";
import type { Proposal } from "./use-review.ts";

type Given = Readonly<Record<string, readonly string[]>>;

interface GenerationQuestionsProps {
  build: Revision;
  proposal: Proposal;
  mayEdit: boolean;
}

/** What the model wants to know before it goes on; what was entered survives a reload. */
export function GenerationQuestions({ build, proposal: { run, generation }, mayEdit }: GenerationQuestionsProps) {
  const { questions } = generation;
  const draft = `generation-answer-${run.id}`;
  useShownDraft(draft);
  const [given, setGiven] = useState<Given>(() => (readDraft(draft) ?? {}) as Given);
  const [tried, setTried] = useState(false);
  const answer = useWrite(answerRevisionGeneration);
  const give = (question: string, values: readonly string[]) => {
    const next = { ...given, [question]: values };
    setGiven(next);
    writeDraft(draft, next, []);
  };
  const isMissing = (question: string) => (given[question] ?? []).join("").trim() === "";
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    setTried(true);
    if (answer.isPending || questions.some(({ question }) => isMissing(question))) return;
    const answers = Object.fromEntries(questions.map((each) => [each.question, answerText(each, given[each.question] ?? [])]));
    const input = { params: { build_id: build.id }, body: { builder_run_id: run.id, answers } };
    answer.mutate(input, { onSuccess: () => dropDraft(draft) });
  };
  useShortcuts("Questions", [{ keys: "mod+enter", label: "Send the answers", whileTyping: true, run: () => submit() }]);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-lg font-medium">The model has questions</h2>
      <p className="rounded-md bg-sunken px-3 py-2 break-words whitespace-pre-wrap">{generation.prompt}</p>
      {questions.map((each) => (
        <QuestionField
          key={each.question}
          question={each}
          hideText={false}
          values={given[each.question] ?? []}
          digits={false}
          error={tried && isMissing(each.question) ? "Give an answer" : undefined}
          onChoose={(label) => give(each.question, chosen(given[each.question] ?? [], label, each.multi_select === true))}
          onWrite={(text) => give(each.question, [text])}
        />
      ))}
      {answer.error ? (
        <p role="alert" className="text-sm text-failed">
          {answer.error.message}
        </p>
      ) : null}
      {mayEdit ? (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" pending={answer.isPending}>
            {questions.length > 1 ? "Send answers" : "Send answer"}
          </Button>
          <CancelGeneration buildId={build.id} runId={run.id} />
        </div>
      ) : (
        <p className="text-ink-2">{whoMayEdit}</p>
      )}
    </form>
  );
}

function chosen(before: readonly string[], label: string, several: boolean): readonly string[] {
  if (!several) return [label];
  return before.includes(label) ? before.filter((each) => each !== label) : [...before, label];
}
