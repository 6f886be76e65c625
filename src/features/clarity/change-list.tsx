import type { StepChange } from "#contract/clarity/flow/step-changes.ts";
import { cx } from "#ui/cx.ts";
import { changedField } from "./change-words.ts";

const signs = {
  added: { sign: "+", word: "Added", look: "bg-done-soft text-done" },
  removed: { sign: "−", word: "Removed", look: "bg-failed-soft text-failed" },
  changed: { sign: "~", word: "Changed", look: "bg-accent-soft text-accent-ink" },
} as const;

/** What differs between two versions, a step a line. */
export function ChangeList({
  changes,
  chosen,
  onChoose,
}: {
  changes: readonly StepChange[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  return (
    <ul className="-mx-2">
      {changes.map((change) => {
        const { sign, word, look } = signs[change.kind];
        return (
          <li key={`${change.kind} ${change.stepId}`}>
            <button
              type="button"
              aria-current={change.stepId === chosen}
              onClick={() => onChoose(change.stepId)}
              className={cx(
                "flex w-full items-start gap-2 rounded-md px-2 py-1 text-start text-sm",
                change.stepId === chosen ? "bg-accent-soft" : "hover:bg-hover",
              )}
            >
              <span aria-hidden className={cx("mt-0.5 size-4 shrink-0 rounded-sm text-center text-xs leading-4 font-semibold", look)}>
                {sign}
              </span>
              <span className="min-w-0 flex-1">
                <span className="sr-only">{word}: </span>
                <span className="block break-words">{change.title}</span>
                {change.kind === "changed"
                  ? change.fields.map((field) => (
                      <span key={field.field} className="block text-xs break-words text-ink-3">
                        {changedField(field)}
                      </span>
                    ))
                  : null}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
