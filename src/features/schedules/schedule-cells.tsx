import type { scheduleColumns } from "#contract/schedules/schedule-columns.ts";
import type { TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import type { Cells } from "#lists/list-columns.ts";
import { Status } from "#ui/status.tsx";
import { onClock, outcomes, stateOf, timingInWords } from "./schedule-words.ts";

interface Options {
  /** Says whose they are. */
  readonly owners: boolean;
  /** Says of which agents, where they are of several. */
  readonly agents: boolean;
}

export function scheduleCells({ owners, agents }: Options): Cells<typeof scheduleColumns, TeamSchedule> {
  return {
    when: (row) => <span className="truncate">{timingInWords(row)}</span>,
    agent: agents ? ({ agent_name }) => <span className="truncate">{agent_name}</span> : null,
    owner: owners ? ({ user_name }) => <span className="truncate">{user_name}</span> : null,
    state: (row) => <Status {...stateOf(row)} />,
    next,
    last,
  };
}

/** All that a phone says of a schedule beside its times. A long name is cut, and nothing before it. */
export function scheduleLine(row: TeamSchedule, agents: boolean) {
  return (
    <>
      {row.enabled ? `Next ${next(row)}` : stateOf(row).word}
      {agents ? ` · ${row.agent_name}` : ""}
    </>
  );
}

function next({ next_fire_at: at }: TeamSchedule) {
  return at ? onClock(at) : "–";
}

function last({ last_firing: firing }: TeamSchedule) {
  if (!firing) return <span className="text-ink-3">–</span>;
  const { look, word } = outcomes[firing.outcome];
  return <Status look={look} word={word} />;
}
