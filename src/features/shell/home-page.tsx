import type { ReactNode } from "react";
import { spans } from "#contract/list.ts";
import { Page } from "#ui/page.tsx";
import { Select } from "#ui/select.tsx";

interface HomePageProps<S extends keyof typeof spans> {
  /** How far it looks back, of which spans. */
  last: S;
  choices: readonly S[];
  onLast: (last: S) => void;
  /** Takes the place of everything else where there is nothing to say yet. */
  empty: ReactNode | undefined;
  figures: ReactNode;
  /** What a person deals with. */
  work: ReactNode;
  /** What goes by itself. */
  plans: ReactNode;
}

/** The start of a team: what waits, what failed, what comes next. */
export function HomePage<S extends keyof typeof spans>({ last, choices, onLast, empty, figures, work, plans }: HomePageProps<S>) {
  const span = (
    <div className="w-36">
      <Select
        aria-label="Time"
        value={last}
        onChange={({ target }) => onLast(choices.find((each) => each === target.value) ?? last)}
        options={choices.map((each) => ({ value: each, label: spans[each] }))}
      />
    </div>
  );
  return (
    <Page title="Home" actions={empty ? null : span}>
      {empty ?? (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div className="flex max-w-6xl flex-col gap-6 px-3 py-5 md:px-5">
            {figures}
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <div className="flex min-w-0 flex-col gap-4">{work}</div>
              <div className="flex min-w-0 flex-col gap-4">{plans}</div>
            </div>
          </div>
        </div>
      )}
    </Page>
  );
}
