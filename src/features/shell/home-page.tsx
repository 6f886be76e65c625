import type { ReactNode } from "react";
import { useMedia } from "#ui/media.ts";
import { Page } from "#ui/page.tsx";
import { Select } from "#ui/select.tsx";
import { type HomeSpan, homeSpans } from "./home-search.ts";

const spanNames: Record<HomeSpan, string> = { visit: "Since your last visit", today: "Today", "7d": "Last 7 days" };
/** Beside the title of a phone. */
const shortNames: Record<HomeSpan, string> = { ...spanNames, visit: "Since last visit" };

interface HomePageProps {
  span: HomeSpan;
  onSpan: (span: HomeSpan) => void;
  /** The time that it tells of, in words. */
  line: string;
  /** Takes the place of everything else where there is nothing to tell yet. */
  empty: ReactNode | undefined;
  /** In the place of the choice of time, where something takes the place of everything else. */
  emptyActions?: ReactNode;
  figures: ReactNode;
  /** What a person acts on. */
  acts: ReactNode;
  /** What they read. */
  reads: ReactNode;
}

/** The start of a team: what happened since one was here, what to do about it, and what comes next. */
export function HomePage({ span, onSpan, line, empty, emptyActions, figures, acts, reads }: HomePageProps) {
  const names = useMedia("(min-width: 600px)") ? spanNames : shortNames;
  const choice = (
    <div className="w-36 sm:w-48">
      <Select
        aria-label="Time"
        value={span}
        onChange={({ target }) => onSpan(homeSpans.find((each) => each === target.value) ?? span)}
        options={homeSpans.map((value) => ({ value, label: names[value] }))}
      />
    </div>
  );
  return (
    <Page title="Home" actions={empty ? emptyActions : choice}>
      {empty ?? (
        <div className="min-h-0 flex-1 overflow-y-auto" data-scroll-restoration-id="home">
          <p className="px-3 pt-3 text-sm text-ink-2 md:px-5">{line}</p>
          <dl className="grid grid-cols-3 gap-x-3 gap-y-4 border-b border-line px-3 pt-2 pb-4 md:gap-x-8 md:px-5 lg:grid-cols-6">
            {figures}
          </dl>
          <div className="grid gap-x-8 gap-y-6 px-3 pt-4 pb-8 md:px-5 lg:grid-cols-12">
            <div className="flex min-w-0 flex-col gap-6 lg:col-span-7">{acts}</div>
            <div className="flex min-w-0 flex-col gap-6 lg:col-span-5">{reads}</div>
          </div>
        </div>
      )}
    </Page>
  );
}
