import { CircleAlert } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { SidePanel, Split } from "#ui/side-panel.tsx";
import type { StepForm } from "./step-form.ts";

interface StepFrameProps {
  form: StepForm["form"];
  /** Takes the place of what was refused: it says that too, and what to do. */
  notice?: ReactNode;
  main: ReactNode;
  side: ReactNode;
}

/** For the buttons that send it: they stand in the page's top bar, outside of the form. */
export const stepFormId = "step-form";

/** The form of a whole page: the text on the left, settings beside it. */
export function StepFrame({ form, notice, main, side }: StepFrameProps) {
  const { ref, onSubmit, error } = form.props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Mod+Enter sends from every field inside
    <form id={stepFormId} ref={ref} noValidate onSubmit={onSubmit} onKeyDown={submitByKeys} className="flex min-h-0 flex-1 flex-col">
      <div aria-live="polite" className="shrink-0 empty:hidden">
        {notice ??
          (error ? (
            <p className="flex items-start gap-2 bg-failed-soft px-3 py-2 text-sm text-failed md:px-5">
              <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
              {error}
            </p>
          ) : null)}
      </div>
      <Split
        side={
          <SidePanel title="Settings">
            <div className="flex flex-col gap-5 p-4">{side}</div>
          </SidePanel>
        }
      >
        <div className="flex flex-1 flex-col gap-4 p-3 md:p-5">{main}</div>
      </Split>
    </form>
  );
}

function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
