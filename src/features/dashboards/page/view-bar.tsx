import { useState } from "react";
import { useTeam } from "#api/session.ts";
import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { Page } from "#contract/dashboards/page.ts";
import type { RangeName } from "#contract/dashboards/ranges.ts";
import type { DashboardRead } from "#contract/dashboards/views.ts";
import { rangeWords } from "#features/dashboards/dashboard-words.ts";
import type { ViewSearch } from "#features/dashboards/dashboards-search.ts";
import { ObjectChoice } from "#lists/object-choice.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Select } from "#ui/select.tsx";
import { Status } from "#ui/status.tsx";
import { exactTime } from "#ui/time.tsx";
import { PersonChoice } from "./person-choice.tsx";
import { ReadTimes } from "./read-times.tsx";
import { RangeDialog } from "./range-dialog.tsx";

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", year: "numeric" });

interface ViewBarProps {
  teamId: string;
  page: Page;
  answers: PageAnswers;
  reads: readonly DashboardRead[];
  search: ViewSearch;
  /** Other figures are being counted. */
  pending: boolean;
  onChange: (next: ViewSearch) => void;
}

/** What holds for the whole page and is said outside of it: when it was counted, of whose work, over which time. */
export function ViewBar({ teamId, page, answers, reads, search, pending, onChange }: ViewBarProps) {
  return (
    <div
      role="group"
      aria-label="What the page shows"
      className="flex min-h-[45px] shrink-0 flex-wrap items-center gap-x-2 gap-y-2 border-b border-line px-3 py-1.5 text-sm md:px-5"
    >
      <span className="flex items-center gap-1.5 whitespace-nowrap" title={exactTime(answers.as_of)} aria-live="off">
        {pending ? <Status look="working" word="Counting" /> : <Status look="live" word="Live" />}
        <time dateTime={answers.as_of} className="text-ink-2 tabular-nums">
          {clock.format(new Date(answers.as_of))}
        </time>
      </span>
      <Scope scope={answers.scope} />
      <ReadTimes reads={reads} />
      <div className="ms-auto flex flex-wrap items-center gap-2 max-sm:ms-0 max-sm:w-full">
        <RangeChoice page={page} answers={answers} search={search} onChange={onChange} />
        {page.parameters.map(({ name, label, by }) => {
          const key = `for_${name}` as const;
          const choice = {
            teamId,
            label,
            placeholder: by === "queue" ? "All queues" : by === "agent" ? "All agents" : "All people",
            value: search[key] ?? null,
            onChange: (value: string | null) => onChange({ ...search, [key]: value ?? undefined }),
            className: "max-sm:w-0 max-sm:flex-1 sm:w-36",
          };
          return by === "person" ? <PersonChoice key={name} {...choice} /> : <ObjectChoice key={name} of={by} {...choice} />;
        })}
      </div>
    </div>
  );
}

function Scope({ scope }: { scope: PageAnswers["scope"] }) {
  const team = useTeam();
  const [open, setOpen] = useState(false);
  const name = team?.name ?? "this team";
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 border-line text-ink-2 sm:border-s sm:ps-2">
      {scope === "team" ? (
        <span className="min-w-0 break-words">All runs and cases in {name}</span>
      ) : (
        <>
          <span className="min-w-0 break-words">Your runs only, and all cases in {name}</span>
          <Button tone="quiet" size="sm" className="-mx-2 text-accent-ink" onClick={() => setOpen(true)}>
            Why figures differ
          </Button>
        </>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title="Why figures differ">
        <div className="flex flex-col gap-3">
          <p>
            Everyone sees this dashboard with their own rights. As a Member or Builder you see your own runs and schedules, so only these
            are counted here.
          </p>
          <p>
            Managers and Administrators see the runs and schedules of the whole team, so their figures are higher. All members see the same
            cases.
          </p>
        </div>
      </Dialog>
    </span>
  );
}

function RangeChoice({ page, answers, search, onChange }: Pick<ViewBarProps, "page" | "answers" | "search" | "onChange">) {
  const [choosing, setChoosing] = useState(false);
  const shown = answers.answers.find(
    (each) => each.from !== null && page.queries.find(({ name }) => name === each.name)?.range === undefined,
  );
  const { range, from, to, ...rest } = search;
  const custom = from !== undefined && to !== undefined && from < to;
  const usual = typeof page.range === "string" ? page.range : "span";
  const value = custom ? "custom" : (range ?? usual);
  const options = [
    ...(usual === "span" ? [{ value: "span", label: spanWords(page.range as { from: string; to: string }) }] : []),
    ...Object.entries(rangeWords).map(([name, label]) => ({ value: name, label })),
    ...(custom ? [{ value: "custom", label: spanWords({ from, to }) }] : []),
    { value: "choose", label: "Choose dates…" },
  ];
  return (
    <div className="min-w-0 max-sm:flex-1 sm:w-36">
      <Select
        aria-label="Time range"
        options={options}
        value={value}
        onChange={({ target }) => {
          const next = target.value;
          if (next === "choose") setChoosing(true);
          else if (next !== "custom") onChange({ ...rest, ...(next !== usual && { range: next as RangeName }) });
        }}
      />
      <RangeDialog
        open={choosing}
        onClose={() => setChoosing(false)}
        zone={page.zone}
        from={shown?.from ?? null}
        to={shown?.to ?? null}
        onChoose={(span) => onChange({ ...rest, ...span })}
      />
    </div>
  );
}

/** `to` is no longer part of it. */
function spanWords({ from, to }: { from: string; to: string }): string {
  const [first, last] = [new Date(from), new Date(Date.parse(to) - 1)].map((date) => day.format(date));
  return first === last ? `${first}` : `${first} – ${last}`;
}
