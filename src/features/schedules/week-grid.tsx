import { cx } from "#ui/cx.ts";
import { LinkButton } from "#ui/link-button.tsx";
import type { Reply } from "#contract/endpoint.ts";
import type { getTeamScheduleWeek } from "#contract/schedules/schedule-firings.ts";
import type { LinkTarget } from "#ui/link.tsx";
import { outcomes, ownZone } from "./schedule-words.ts";

type Week = Reply<typeof getTeamScheduleWeek>;
type Cell = Week["cells"][number];

const hour = 3_600_000;
/** Six blocks of four hours a day are enough to see a night's work, and fit a phone. */
const blockHours = 4;

const worst = ["owner_left", "no_live", "missing_connection", "missed", "overlap", "started", "by_hand", "planned"] as const;
/** What was missed is told apart without its hue too. */
const hatched = {
  backgroundImage: "repeating-linear-gradient(135deg, transparent 0 5px, color-mix(in oklab, currentColor 22%, transparent) 5px 7px)",
};
const legend = [
  { look: "started", word: "Started" },
  { look: "overlap", word: "Skipped" },
  { look: "missed", word: "Missed" },
  { look: "no_live", word: "Could not start" },
  { look: "planned", word: "Planned" },
] as const;
const wordOf = (outcome: Cell["outcome"]) => (outcome === "planned" ? "planned" : outcomes[outcome].word.toLowerCase());
const looks: Record<Cell["outcome"], string> = {
  started: "bg-done-soft text-done",
  by_hand: "bg-done-soft text-done",
  planned: "border border-line text-ink-2",
  overlap: "bg-waiting-soft text-waiting",
  missed: "bg-failed-soft text-failed",
  missing_connection: "bg-failed-soft text-failed",
  no_live: "bg-failed-soft text-failed",
  owner_left: "bg-failed-soft text-failed",
};

/** Seven days of a team's due times: what came of them, and how many are to come. */
export function WeekGrid({ week, at, link }: { week: Week; at: number; link: (week: number) => LinkTarget }) {
  const days = week.days.slice(0, -1).map((from, i) => ({ from: Date.parse(from), to: Date.parse(week.days[i + 1] ?? from) }));
  const blocks = Array.from({ length: 24 / blockHours }, (_, i) => i);
  return (
    <section aria-label="Week" className="shrink-0 border-b border-line px-3 py-3 md:px-5">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="me-auto font-semibold">{at === 0 ? "The next seven days" : range(week)}</h2>
        <LinkButton size="sm" link={link(at - 1)}>
          Earlier
        </LinkButton>
        {at === 0 ? null : (
          <LinkButton size="sm" link={link(0)}>
            Today
          </LinkButton>
        )}
        <LinkButton size="sm" link={link(at + 1)}>
          Later
        </LinkButton>
      </div>
      <div className="overflow-x-auto" role="region" aria-label="Due times by day" tabIndex={0}>
        <table className="w-full min-w-[560px] table-fixed border-separate border-spacing-1 text-xs tabular-nums">
          <thead>
            <tr>
              <th className="w-12">
                <span className="sr-only">From</span>
              </th>
              {days.map(({ from }, day) => (
                <th
                  key={from}
                  scope="col"
                  aria-current={at === 0 && day === 0 ? "date" : undefined}
                  className="text-start font-normal text-ink-2 aria-[current]:font-medium aria-[current]:text-ink"
                >
                  {shortDay.format(from)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {blocks.map((block) => (
              <tr key={block}>
                <th scope="row" className="text-end font-normal text-ink-3">
                  {String(block * blockHours).padStart(2, "0")}:00
                </th>
                {days.map((day) => (
                  <td key={day.from} className="h-6 p-0">
                    <Block cells={cellsIn(week.cells, day, block)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul aria-label="What the cells show" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {legend.map(({ look, word }) => (
          <li key={look} className="flex items-center gap-1.5">
            <span aria-hidden className={cx("size-3 rounded-sm", looks[look])} style={look === "missed" ? hatched : undefined} />
            {word}
          </li>
        ))}
        <li className="sm:ms-auto">Times in {ownZone().replaceAll("_", " ")}</li>
      </ul>
      {week.truncated ? <p className="mt-1 text-sm text-ink-2">Only the 200 schedules that are due next are counted as planned.</p> : null}
    </section>
  );
}

const dayOfMonth = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const shortDay = new Intl.DateTimeFormat("en", { weekday: "short", day: "numeric" });
const range = ({ days }: Week) => dayOfMonth.formatRange(new Date(days[0] ?? 0), new Date(days[6] ?? 0));

/** The last block takes the hour that a day has more. */
function cellsIn(cells: readonly Cell[], day: { from: number; to: number }, block: number): Cell[] {
  const from = day.from + block * blockHours * hour;
  const to = (block + 1) * blockHours === 24 ? day.to : from + blockHours * hour;
  return cells.filter((cell) => Date.parse(cell.hour) >= from && Date.parse(cell.hour) < to);
}

function Block({ cells }: { cells: readonly Cell[] }) {
  if (cells.length === 0) return <span className="block h-6 rounded-sm bg-sunken" />;
  const counts = worst.flatMap((outcome) => {
    const count = cells.filter((cell) => cell.outcome === outcome).reduce((sum, cell) => sum + cell.count, 0);
    return count > 0 ? [{ outcome, count }] : [];
  });
  const said = counts.map(({ outcome, count }) => `${count.toLocaleString("en")} ${wordOf(outcome)}`).join(", ");
  const shown = counts[0]?.outcome ?? "planned";
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <span
      title={said}
      className={cx("flex h-6 items-center justify-center rounded-sm px-1", looks[shown])}
      style={shown === "missed" ? hatched : undefined}
    >
      <span aria-hidden className={cx(shown === "missed" && "rounded-sm bg-failed-soft px-1")}>
        {total.toLocaleString("en")}
      </span>
      <span className="sr-only">{said}</span>
    </span>
  );
}
