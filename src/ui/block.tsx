import { type ReactNode, useId } from "react";
import { AnyLink } from "./link.tsx";

interface BlockProps {
  title: string;
  /** What it is about, beside the title. */
  note?: ReactNode;
  /** Where all of it is, and what that is called. */
  all?: { readonly link: string; readonly words: string } | undefined;
  children: ReactNode;
}

/** A part of a page without a frame: some of what another page has whole. */
export function Block({ title, note, all, children }: BlockProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <header className="mb-1.5 flex min-h-6 items-center gap-x-2">
        <h2 id={heading} className="shrink-0 font-semibold">
          {title}
        </h2>
        {note === undefined ? null : <span className="min-w-0 truncate text-xs text-ink-3">{note}</span>}
        {all ? (
          <AnyLink link={all.link} className="ms-auto shrink-0 rounded-sm text-sm text-accent-ink hover:underline">
            {all.words}
          </AnyLink>
        ) : null}
      </header>
      {children}
    </section>
  );
}

/** Nothing is in a block. */
export function BlockEmpty({ children }: { children: ReactNode }) {
  return <p className="py-1.5 text-sm text-ink-2">{children}</p>;
}
