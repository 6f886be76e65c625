import { Plug } from "lucide-react";
import type { DashboardRead } from "#contract/dashboards/views.ts";
import { ClockTime, exactTime } from "#ui/time.tsx";

/** As many connections are named; the others are counted. */
const mostNamed = 2;

/** When each connection of a page was read, the oldest of its values. */
export function ReadTimes({ reads }: { reads: readonly DashboardRead[] }) {
  const all = [...Map.groupBy(reads, (read) => read.connection_name)].map(([name, own]) => ({
    name,
    at: own.reduce((oldest, { read_at }) => (read_at < oldest ? read_at : oldest), own[0]?.read_at ?? ""),
    failed: own.some(({ failure }) => failure !== null),
  }));
  if (all.length === 0) return null;
  return (
    <ul aria-label="Connections" className="flex min-w-0 flex-wrap items-center gap-x-3 border-line text-ink-2 sm:border-s sm:ps-2">
      {all.slice(0, mostNamed).map(({ name, at, failed }) => (
        <li
          key={name}
          className={failed ? "flex min-w-0 items-center gap-1.5 text-failed" : "flex min-w-0 items-center gap-1.5"}
          title={exactTime(at)}
        >
          <Plug size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
          <span className="min-w-0 break-words">
            {name}, read <ClockTime at={Date.parse(at)} />
          </span>
        </li>
      ))}
      {all.length > mostNamed ? <li>{all.length - mostNamed} more</li> : null}
    </ul>
  );
}
