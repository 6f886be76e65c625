import { Plus, X } from "lucide-react";
import { faultsOf } from "#contract/clarity/flow/step-faults.ts";
import { gatewaySubtypes, type Step, type StepTarget, taskSubtypes } from "#contract/clarity/step.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { typeWords } from "#features/clarity/step-words.ts";

interface StepEditorProps {
  steps: readonly Step[];
  step: Step;
  onEdit: (patch: Partial<Step>) => void;
}

const texts = [
  ["Action", "action"],
  ["Input", "input"],
  ["Output", "output"],
  ["Condition", "condition"],
  ["Fails when", "exception"],
  ["Then", "handling"],
] as const;

/** What the table has no column for: the type of a step, its details, and where it leads. Each value is an edit once it is left. */
export function StepEditor({ steps, step, onEdit }: StepEditorProps) {
  const subtypes = step.nodeType === "task" ? taskSubtypes : step.nodeType === "gateway" ? gatewaySubtypes : [];
  const fields = step.nodeType === "event" ? texts.filter(([, field]) => field !== "condition") : texts;
  return (
    <div className="flex flex-col gap-3 border-b border-line px-4 py-3 text-sm">
      {subtypes.length > 0 ? (
        <div className="flex flex-col gap-1">
          <span aria-hidden className="text-xs text-ink-2">
            Type
          </span>
          <Select
            aria-label="Type"
            options={subtypes.map((value) => ({ value, label: typeWords[value].word }))}
            value={step.nodeSubtype}
            onChange={({ target }) => onEdit({ nodeSubtype: target.value } as Partial<Step>)}
          />
        </div>
      ) : null}
      {fields.map(([label, field]) => (
        <label key={`${step.id} ${field} ${step[field] ?? ""}`} className="flex flex-col gap-1">
          <span className="text-xs text-ink-2">{label}</span>
          <textarea
            rows={step[field] ? 2 : 1}
            maxLength={2_000}
            defaultValue={step[field] ?? ""}
            onBlur={({ target: { value } }) => value.trim() !== (step[field] ?? "") && onEdit({ [field]: value.trim() || null })}
            className="control resize-y py-1.5"
          />
        </label>
      ))}
      {step.nodeType === "event" && step.nodeSubtype === "end" ? null : <Flows {...{ steps, step, onEdit }} />}
    </div>
  );
}

function Flows({ steps, step, onEdit }: StepEditorProps) {
  const { targetSteps } = step;
  const decides = step.nodeType === "gateway" && step.nodeSubtype !== "parallel";
  const set = (next: StepTarget[]) => onEdit({ targetSteps: next });
  const change = (at: number, patch: Partial<StepTarget>) =>
    set(targetSteps.map((target, i) => (i === at ? { ...target, ...patch } : target)));
  const others = steps.map(({ id, title }, i) => ({ value: id, label: `${i + 1} ${title}` })).filter(({ value }) => value !== step.id);
  const faults = faultsOf(steps).filter(({ path }) => path[0] === steps.indexOf(step));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs text-ink-2">Next</legend>
      {targetSteps.map((target, at) => (
        <div key={`${at} ${target.stepId} ${target.label ?? ""}`} className="flex flex-wrap items-center gap-1.5">
          <span className="min-w-0 flex-1 basis-32">
            <Select
              aria-label={`Flow ${at + 1} leads to`}
              options={others}
              value={target.stepId}
              onChange={({ target: { value } }) => change(at, { stepId: value })}
            />
          </span>
          {decides ? (
            <>
              <input
                aria-label={`Label of flow ${at + 1}`}
                placeholder="Answer"
                maxLength={200}
                defaultValue={target.label ?? ""}
                onBlur={({ target: { value } }) => value.trim() !== (target.label ?? "") && change(at, { label: value.trim() || null })}
                className="control w-24"
              />
              <label className="flex items-center gap-1 text-xs text-ink-2" title="Taken when no other flow is">
                <input
                  type="radio"
                  name={`default-${step.id}`}
                  checked={target.isDefault}
                  onChange={() => set(targetSteps.map((one, i) => ({ ...one, isDefault: i === at })))}
                />
                Default
              </label>
            </>
          ) : null}
          <IconButton icon={X} size="sm" label={`Remove flow ${at + 1}`} onClick={() => set(targetSteps.filter((_, i) => i !== at))} />
        </div>
      ))}
      {faults.map(({ message }) => (
        <p key={message} role="alert" className="text-xs text-failed">
          {message}
        </p>
      ))}
      {decides || step.nodeType === "gateway" || targetSteps.length === 0 ? (
        <span>
          <Button
            size="sm"
            icon={Plus}
            disabled={!others[0]}
            onClick={() => others[0] && set([...targetSteps, { stepId: freeTarget(step, others), label: null, isDefault: false }])}
          >
            Add a flow
          </Button>
        </span>
      ) : null}
    </fieldset>
  );
}

/** A step that it does not lead to yet. */
function freeTarget({ targetSteps }: Step, others: readonly { value: string }[]): string {
  const taken = new Set(targetSteps.map(({ stepId }) => stepId));
  return (others.find(({ value }) => !taken.has(value)) ?? others[0])?.value ?? "";
}
