import { CircleSlash, CircleX } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import type { Lane } from "#contract/schedules/schedule-firings.ts";
import { useScheduleActs } from "#features/schedules/schedule-acts.ts";
import { outcomes, whyOf } from "#features/schedules/schedule-words.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { AnyLink, type LinkTarget } from "#ui/link.tsx";
import { soon } from "./week-lanes.tsx";

type NotStartedOf = Lane["not_started"][number];

interface NotStartedProps {
  teamId: string;
  lanes: readonly Lane[];
  /** How often schedules were due in the week so far. */
  past: number;
  now: number;
  link: (scheduleId: string) => LinkTarget;
}

/** What started no run in a week, why, and the one thing that helps. */
export function NotStarted({ teamId, lanes, past, now, link }: NotStartedProps) {
  const all = lanes.flatMap((lane) => lane.not_started.map((of) => ({ lane, of })));
  const count = all.reduce((sum, { of }) => sum + of.count, 0);
  return (
    <section aria-label="Did not start this week" className="min-w-0">
      <h2 className="mb-2 font-semibold">
        Did not start{" "}
        {past > 0 ? (
          <span className="ms-1 text-xs font-normal text-ink-3">
            {count.toLocaleString("en")} of {counted(past, "time", "times")}
          </span>
        ) : null}
      </h2>
      {all.length === 0 ? (
        <p className="py-1 text-sm text-ink-2">{past === 0 ? "No schedule was due." : "Every due time started a run."}</p>
      ) : null}
      <ul>
        {all.map(({ lane, of }) => (
          <Item key={`${lane.schedule.id} ${of.outcome}`} {...{ teamId, lane, of, now, link }} />
        ))}
      </ul>
    </section>
  );
}

function Item({
  teamId,
  lane: { schedule },
  of,
  now,
  link,
}: Pick<NotStartedProps, "teamId" | "now" | "link"> & { lane: Lane; of: NotStartedOf }) {
  const skipped = of.outcome === "overlap";
  const Icon = skipped ? CircleSlash : CircleX;
  const [first, last] = [soon(Date.parse(of.first), now), soon(Date.parse(of.last), now)];
  const why = whyOf({ outcome: of.outcome, due_at: of.first, created_at: of.last }, schedule) ?? outcomes[of.outcome].word;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 text-sm last:border-b-0">
      <Icon
        size={16}
        strokeWidth={1.75}
        aria-hidden
        className={skipped ? "shrink-0 self-start text-ink-3" : "shrink-0 self-start text-failed"}
      />
      <div className="min-w-0 flex-1">
        <AnyLink link={link(schedule.id)} className="block truncate font-medium hover:underline">
          {schedule.agent_name} {skipped ? "was skipped" : "did not start"}
          {of.count > 1 ? `, ${counted(of.count, "time", "times")}` : ""}
        </AnyLink>
        <span className="block text-xs text-ink-3">
          {first === last ? first : `${first} to ${last}`} · {why}
        </span>
      </div>
      <Act {...{ teamId, schedule, of, link }} />
    </li>
  );
}

/** One thing to do about it. A skipped one needs none. */
function Act({
  teamId,
  schedule,
  of,
  link,
}: {
  teamId: string;
  schedule: Lane["schedule"];
  of: NotStartedOf;
  link: NotStartedProps["link"];
}) {
  const acts = useScheduleActs(teamId, schedule);
  if (of.outcome === "overlap") return null;
  if (of.outcome === "no_live")
    return (
      <LinkButton size="sm" link={pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: schedule.agent_id })}>
        Open agent
      </LinkButton>
    );
  if (of.outcome === "missing_connection" || of.outcome === "owner_left" || schedule.ended)
    return (
      <LinkButton size="sm" link={link(schedule.id)}>
        Open schedule
      </LinkButton>
    );
  return (
    <Button size="sm" pending={acts.busy} onClick={schedule.enabled ? acts.runNow : acts.resume}>
      {schedule.enabled ? "Run now" : "Resume"}
    </Button>
  );
}
