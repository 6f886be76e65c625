import type { ReactNode } from "react";
import { useEffect } from "react";
import { Wordmark } from "./wordmark.tsx";

/** The page around sign-in and set-up: one column, nothing else. */
export function EntryFrame({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Caseload`;
  }, [title]);
  return (
    <div className="flex min-h-dvh flex-col items-center bg-sunken px-4 py-10 sm:pt-[12dvh]">
      <main className="w-full max-w-[400px]">
        <p className="mb-6 text-lg">
          <Wordmark />
        </p>
        <div className="rounded-md border border-line bg-surface p-5">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {lead ? <p className="mt-1 text-ink-2">{lead}</p> : null}
          <div className="mt-5">{children}</div>
        </div>
        {footer ? <div className="mt-4 text-center text-sm text-ink-3">{footer}</div> : null}
      </main>
    </div>
  );
}
