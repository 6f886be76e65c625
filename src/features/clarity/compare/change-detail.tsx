import type { ReactNode } from "react";
import { type FieldChange, type StepChange, targetWords } from "#contract/clarity/flow/step-changes.ts";
import { questionWords } from "#contract/clarity/order-question.ts";
import type { Step, StepTarget } from "#contract/clarity/step.ts";
import { capitalized } from "#ui/capitalized.ts";
import { counted } from "#ui/counted.ts";
import { fieldWord } from "#features/clarity/change-list.tsx";

interface ChangeDetailProps {
  change: StepChange | undefined;
  old: readonly Step[];
  now: readonly Step[];
}

/** What a step said, and what it says, field by field. */
export function ChangeDetail({ change, old, now }: ChangeDetailProps) {
  if (change?.kind !== "changed") return null;
  const titles = new Map([...old, ...now].map(({ id, title }) => [id, title]));
  return (
    <section aria-label={`What changed in ${change.title}`} className="px-4 py-3">
      <h2 className="mb-2 text-sm font-semibold break-words">{change.title}</h2>
      <dl className="flex flex-col gap-2 text-sm">
        {change.fields.map((field) => (
          <div key={field.field}>
            <dt className="text-xs text-ink-3">{capitalized(fieldWord(field.field))}</dt>
            <dd className="break-words whitespace-pre-wrap">
              <del className="text-failed">
                <span className="sr-only">before: </span>
                {worded(field, field.before, titles)}
              </del>{" "}
              <ins className="text-done no-underline">
                <span className="sr-only">now: </span>
                {worded(field, field.after, titles)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function worded({ field }: FieldChange, value: unknown, titles: ReadonlyMap<string, string>): ReactNode {
  if (value === null || value === undefined || value === "") return "nothing";
  if (field === "targetSteps") return targetWords(value as StepTarget[], titles) || "nothing";
  if (field === "sources") return counted((value as unknown[]).length, "quote", "quotes");
  if (field === "openQuestions") return (value as string[]).map(questionWords).join("; ");
  if (field === "extraCaptureNeeded") return (value as NonNullable<Step["extraCaptureNeeded"]>).gap;
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.join("; ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
