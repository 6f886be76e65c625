import { type ReactNode, useId } from "react";
import { AnyLink } from "./link.tsx";
import { Loaded, type LoadedProps } from "./loaded.tsx";

interface PanelProps {
  title: string;
  /** Where all of it is, and what that is called. */
  all?: { readonly link: string; readonly words: string } | undefined;
  children: ReactNode;
}

/** A part of a page in a frame of its own: some of what another page has whole. */
export function Panel({ title, all, children }: PanelProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0 overflow-hidden rounded-md border border-line bg-surface">
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5 md:px-5">
        <h2 id={heading} className="me-auto min-w-0 font-medium">
          {title}
        </h2>
        {all ? (
          <AnyLink link={all.link} className="rounded-sm text-sm text-accent-ink hover:underline">
            {all.words}
          </AnyLink>
        ) : null}
      </header>
      {children}
    </section>
  );
}

/** As {@link Loaded}: rows reach the frame, and what stands in their place does not. */
export function PanelLoaded<T>(props: Omit<LoadedProps<T>, "inline">) {
  const { query, children } = props;
  if (query.data !== undefined) return children(query.data);
  return (
    <div className="px-4 py-1 md:px-5">
      <Loaded inline {...props} />
    </div>
  );
}

/** One thing in a panel, which leads to its page. */
export function PanelRow({ link, title, beside, end }: { link: string; title: ReactNode; beside?: ReactNode; end?: ReactNode }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <AnyLink link={link} className="flex gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover md:px-5">
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium break-words">{title}</span>
          {beside ? <span className="mt-0.5 block truncate text-sm text-ink-2">{beside}</span> : null}
        </span>
        {end ? <span className="shrink-0 text-sm text-ink-3">{end}</span> : null}
      </AnyLink>
    </li>
  );
}

/** Nothing is in a panel. */
export function PanelEmpty({ children }: { children: ReactNode }) {
  return <p className="px-4 py-3 text-sm text-ink-2 md:px-5">{children}</p>;
}
