import { type ReactNode, useEffect } from "react";
import { Progress } from "#ui/progress.tsx";
import { Wordmark } from "#ui/wordmark.tsx";

interface GuestFrameProps {
  /** Who asks. */
  organization: string | undefined;
  title: string;
  /** How many questions are answered. `planned` is null where a model asks. */
  progress?: { readonly answered: number; readonly planned: number | null };
  children: ReactNode;
}

/** The page of a guest: made for a phone, and without a way into the console. */
export function GuestFrame({ organization, title, progress, children }: GuestFrameProps) {
  useEffect(() => {
    document.title = `${title} · Caseload`;
  }, [title]);
  const planned = progress?.planned ?? null;
  const count = progress && Math.min(progress.answered + 1, planned ?? Infinity);
  return (
    <div className="flex min-h-dvh flex-col bg-canvas">
      <header className="border-b border-line">
        <div className="mx-auto flex min-h-13 w-full max-w-[560px] items-center gap-2 px-4">
          <Wordmark bare />
          <span className="min-w-0 truncate font-semibold">{organization}</span>
          {count === undefined ? null : (
            <span className="ms-auto shrink-0 text-sm text-ink-3 tabular-nums">
              {planned === null ? `Question ${count}` : `${count} of ${planned}`}
            </span>
          )}
        </div>
        {progress && planned !== null ? <Progress label="Questions answered" value={progress.answered} max={planned} /> : null}
      </header>
      <main className="mx-auto flex w-full max-w-[560px] flex-1 flex-col px-4 pt-5">{children}</main>
    </div>
  );
}
