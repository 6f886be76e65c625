import type { StepChange } from "#contract/clarity/flow/step-changes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { fieldWord, saidIn } from "#features/clarity/change-words.ts";

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
            <dt className="text-xs text-ink-3">{fieldWord(field.field)}</dt>
            <dd className="break-words whitespace-pre-wrap">
              <del className="text-failed">
                <span className="sr-only">before: </span>
                {saidIn(field, field.before, titles)}
              </del>{" "}
              <ins className="text-done no-underline">
                <span className="sr-only">now: </span>
                {saidIn(field, field.after, titles)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
