import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import type { LaneDay } from "#contract/schedules/schedule-firings.ts";
import { AnyLink } from "#ui/link.tsx";

interface LaneLinkProps {
  teamId: string;
  day: LaneDay;
  label: string;
  className: string;
  onOpen: () => void;
  children?: ReactNode;
}

/** From a day of a lane to what it counts: to the run where it is one, else to all of its due times. */
export function LaneLink({ teamId, day, label, className, onOpen, children }: LaneLinkProps) {
  const [only, further] = day.marks;
  if (only?.run_id && !further && day.ran + day.failed === 1 && day.missed + day.skipped + day.planned === 0) {
    return (
      <AnyLink
        link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: only.run_id })}
        aria-label={label}
        title={label}
        className={className}
      >
        {children}
      </AnyLink>
    );
  }
  return (
    <button type="button" aria-label={label} title={label} onClick={onOpen} className={className}>
      {children}
    </button>
  );
}
