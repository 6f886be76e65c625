import type { MouseEvent } from "react";
import { Button } from "./button.tsx";

export interface OvertakenProps {
  /** What somebody else changed, by its label. */
  changes: readonly { readonly label: string; readonly began: string; readonly now: string }[];
  keep: () => void;
  take: () => void;
}

/** The buttons are gone with the decision; the keyboard goes on in the form. */
const decide = (decision: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
  const { form } = event.currentTarget;
  decision();
  form?.querySelector<HTMLElement>("input, textarea, select")?.focus();
};

/** Somebody changed what this form edits after this person began. Nothing is lost before they decide. */
export function Overtaken({ changes, keep, take }: OvertakenProps) {
  return (
    <div role="alert" data-overtaken className="order-first flex w-full flex-col gap-2 rounded-md bg-waiting-soft px-3 py-2 text-sm">
      <p className="text-waiting">
        This was changed elsewhere while you were editing. Choose which version to keep. Yours is not saved until then.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard */}
      <dl tabIndex={0} aria-label="What somebody else changed" className="flex max-h-48 flex-col gap-1.5 overflow-y-auto rounded-sm">
        {changes.map(({ label, began, now }) => (
          <div key={label} className="min-w-0">
            <dt className="font-medium break-words">{label}</dt>
            <dd className="break-words whitespace-pre-wrap">
              <del className="text-ink-2">
                <span className="sr-only">before: </span>
                {began || "nothing"}
              </del>{" "}
              <span aria-hidden>→</span>{" "}
              <ins className="font-medium no-underline">
                <span className="sr-only">now: </span>
                {now || "nothing"}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={decide(keep)}>
          Keep mine
        </Button>
        <Button size="sm" onClick={decide(take)}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}
