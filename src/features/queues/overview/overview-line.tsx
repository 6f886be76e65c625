import { useFigures } from "#api/use-figures.ts";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { answerIn, countOf } from "#api/figures.ts";
import type { PageAnswers } from "#contract/dashboards/answers.ts";
import type { ChartSpan } from "#ui/chart/chart-span.ts";
import { SpanChoice } from "#ui/chart/span-choice.tsx";
import { cx } from "#ui/cx.ts";
import { durationOf } from "#ui/duration.tsx";
import { useEntryState } from "#ui/use-entry-state.ts";
import { overviewRead, todayRead } from "./overview-reads.ts";
import { QueueOverview } from "./queue-overview.tsx";

interface OverviewLineProps {
  teamId: string;
  queueId: string;
  span: ChartSpan;
  onSpan: (span: ChartSpan) => void;
}

/** Where the band has no room: what it says in one line, which opens it. */
export function OverviewLine({ teamId, queueId, span, onSpan }: OverviewLineProps) {
  const id = useId();
  // Of one entry of the history: the list that a number leads to is in sight.
  const [open, setOpen] = useEntryState("queue-overview", false);
  const figures = useFigures(overviewRead(teamId, queueId, span), ["case"]);
  const today = useFigures(todayRead(teamId, queueId), ["case"]).data;
  const [arrived = 0, closed = 0] = (today && answerIn(today, "today")?.total.values) ?? [];
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex h-14.25 w-full shrink-0 items-center gap-3 border-b border-line px-3 text-start hover:bg-hover md:px-5"
      >
        <Spark figures={figures.data} />
        <span className="min-w-0 flex-1 text-sm">
          <span className="block truncate">
            {today ? `${(arrived ?? 0).toLocaleString("en")} in, ${(closed ?? 0).toLocaleString("en")} out today` : "Overview"}
          </span>
          <span className="block truncate text-xs text-ink-2">
            {figures.data ? lineOf(figures.data) : figures.error ? "The overview could not be loaded" : ""}
          </span>
        </span>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden className={cx("shrink-0 text-ink-3", open && "rotate-180")} />
      </button>
      <div id={id} hidden={!open} className="max-h-[70dvh] shrink-0 overflow-y-auto">
        {open ? (
          <>
            <div className="px-3 pt-3 md:px-5">
              <SpanChoice span={span} onChange={onSpan} />
            </div>
            <QueueOverview teamId={teamId} queueId={queueId} span={span} />
          </>
        ) : null}
      </div>
    </>
  );
}

/** What an overview comes to: what waits too long, how long most take, what failed. */
function lineOf(figures: PageAnswers): string {
  const old = answerIn(figures, "ages")?.rows.find(({ by: [age] }) => age === "over_7_days");
  const flow = answerIn(figures, "by_day");
  const slow = flow?.total.values[flow.measures.indexOf("time_to_close_p95")];
  const causes = answerIn(figures, "causes");
  return [
    ...(old && countOf(old) > 0 ? [`${countOf(old).toLocaleString("en")} over 7 days old`] : []),
    ...(typeof slow === "number" ? [`95% closed within ${durationOf(slow)}`] : []),
    ...(causes ? [countOf(causes.total) === 0 ? "none failed" : `${countOf(causes.total).toLocaleString("en")} failed`] : []),
  ].join(" · ");
}

/** What came in, period by period: the same as the first block, beside the figures that say it. */
function Spark({ figures }: { figures: PageAnswers | undefined }) {
  const values = (figures && answerIn(figures, "by_day")?.rows.map(countOf)) ?? [];
  const most = Math.max(1, ...values);
  return (
    <span aria-hidden className="flex h-7 w-18 shrink-0 items-end gap-px">
      {values.map((value, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a period has no other name here
        <span key={at} className="min-w-0 flex-1 bg-chart-mid" style={{ height: `${(value / most) * 100}%` }} />
      ))}
    </span>
  );
}
