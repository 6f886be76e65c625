import { ChevronLeft, ChevronRight, ListPlus, Pencil, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { lanesOf } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Facts, SidePanel } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { OpenQuestion } from "./open-question.tsx";
import { Quote } from "./quote.tsx";
import { StepEditor } from "./step-editor.tsx";
import { capturesOf, confidenceWords, factsOf, typeWords } from "#features/clarity/step-words.ts";

interface StepPanelProps {
  teamId: string;
  processId: string;
  steps: readonly Step[];
  step: Step;
  /** Undefined where the version is only read. */
  onEdit: ((patch: Partial<Step>) => void) | undefined;
  onAnswer: ((question: string, answer: string) => void) | undefined;
  onAdd: (() => void) | undefined;
  onRemove: (() => void) | undefined;
  onChoose: (id: string | undefined) => void;
  /** What else there is to say about it, after its questions. */
  children?: ReactNode;
  /** What was done of it, after what was said about it. */
  runs?: ReactNode;
}

/** Everything about one step: what it is, what is asked about it, and who said what. */
export function StepPanel({ teamId, processId, steps, step, onEdit, onAnswer, onAdd, onRemove, onChoose, children, runs }: StepPanelProps) {
  const [editing, setEditing] = useState(false);
  const at = steps.findIndex(({ id }) => id === step.id);
  const role = lanesOf(steps).get(step.id) ?? null;
  const { openQuestions, sources, confidence, assumptions } = step;
  const captures = capturesOf(step).size;
  const titles = new Map(steps.map(({ id, title }, i) => [id, `${i + 1} ${title}`]));
  const before = steps.filter(({ targetSteps }) => targetSteps.some(({ stepId }) => stepId === step.id));
  const way = (id: string, label?: string | null) => (
    <li key={`${id} ${label ?? ""}`}>
      <button type="button" onClick={() => onChoose(id)} className="rounded-sm text-start text-accent-ink hover:underline">
        {titles.get(id) ?? id}
      </button>
      {label ? <span className="text-ink-3"> {label}</span> : null}
    </li>
  );
  return (
    <SidePanel title={`Step ${at + 1}`}>
      <header className="border-b border-line px-4 py-3">
        <div className="flex items-start gap-2">
          <span className="pt-0.5 text-sm text-ink-3 tabular-nums">{at + 1}</span>
          <h2 className="min-w-0 flex-1 font-semibold break-words">{step.title}</h2>
          <IconButton icon={ChevronLeft} label="Step before" size="sm" disabled={at <= 0} onClick={() => onChoose(steps[at - 1]?.id)} />
          <IconButton
            icon={ChevronRight}
            label="Next step"
            size="sm"
            disabled={at >= steps.length - 1}
            onClick={() => onChoose(steps[at + 1]?.id)}
          />
          <IconButton icon={X} label="Close" size="sm" onClick={() => onChoose(undefined)} />
        </div>
        <p className="text-sm text-ink-2">{factsOf(step, role)}</p>
      </header>
      {(openQuestions ?? []).map((question) => (
        <OpenQuestion
          key={question}
          {...{ teamId, processId, steps }}
          text={question}
          onAnswer={onAnswer && ((answer) => onAnswer(question, answer))}
        />
      ))}
      {children}
      {editing && onEdit ? <StepEditor steps={steps} step={step} onEdit={onEdit} /> : null}
      {sources.length > 0 ? (
        <section aria-label="Evidence" className="flex flex-col gap-3 border-b border-line px-4 py-3">
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <span className="font-semibold">Evidence</span>
            <span className="text-ink-3">
              {counted(sources.length, "quote", "quotes")}, {counted(captures, "capture", "captures")}
            </span>
            <span className="ms-auto">
              <Status {...confidenceWords[confidence]} />
            </span>
          </p>
          {sources.map((source) => (
            <Quote key={`${source.evidenceId ?? ""} ${source.excerpt}`} teamId={teamId} processId={processId} source={source} />
          ))}
        </section>
      ) : null}
      {runs}
      <Facts
        rows={[
          ...factRows(step),
          ...(before.length > 0 ? [["After", <ul key="before">{before.map(({ id }) => way(id))}</ul>] as const] : []),
          ...(step.targetSteps.length > 0
            ? [["Next", <ul key="next">{step.targetSteps.map(({ stepId, label }) => way(stepId, label))}</ul>] as const]
            : []),
          ...((assumptions ?? []).length > 0 ? [["Assumed", (assumptions ?? []).join(" ")] as const] : []),
        ]}
      />
      {onAdd || onRemove ? (
        <div className="mt-auto flex flex-wrap gap-2 border-t border-line px-4 py-3">
          <Button size="sm" icon={Pencil} aria-pressed={editing} onClick={() => setEditing(!editing)}>
            {editing ? "Done" : "Edit"}
          </Button>
          {onAdd && !(step.nodeType === "event" && step.nodeSubtype === "end") ? (
            <Button size="sm" icon={ListPlus} onClick={onAdd}>
              Add a step after
            </Button>
          ) : null}
          {onRemove ? (
            <Button size="sm" icon={Trash2} onClick={onRemove}>
              Remove
            </Button>
          ) : null}
        </div>
      ) : null}
    </SidePanel>
  );
}

const named = [
  ["Action", "action"],
  ["Input", "input"],
  ["Output", "output"],
  ["Decided by", "condition"],
  ["Fails when", "exception"],
  ["Then", "handling"],
] as const satisfies [string, keyof Step][];

function factRows(step: Step): (readonly [string, ReactNode])[] {
  return [
    ["Type", typeWords[step.nodeSubtype].word],
    ...named.flatMap(([label, field]) => (step[field] ? [[label, step[field]] as const] : [])),
    ...(step.description && step.description !== step.title ? [["About", step.description] as const] : []),
  ];
}
