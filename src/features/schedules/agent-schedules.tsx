import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Plus } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useRule } from "#api/roles.ts";
import type { Agent } from "#contract/agents/agents.ts";
import { seesAllSchedules } from "#contract/schedules/rights.ts";
import { useNamedRow } from "#lists/named-row.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { GoneDialog } from "#ui/gone-dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { EditSchedule } from "./edit-schedule.tsx";
import { scheduleRead, schedulesPerPage, schedulesRead } from "./queries.ts";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ScheduleTable } from "./schedule-table.tsx";

interface AgentSchedulesProps {
  teamId: string;
  agent: Agent;
  /** A schedule's id, or `new`. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
}

/** On an agent's page: when it runs by the clock. */
export function AgentSchedules({ teamId, agent, open, onOpen }: AgentSchedulesProps) {
  const schedules = useQuery(schedulesRead(teamId, { agent: agent.id }));
  const all = useRule(seesAllSchedules);
  const { chosen, ...missing } = useNamedRow(
    open,
    schedules.data?.schedules,
    (id) => scheduleRead(teamId, id),
    (data) => data.schedules,
  );
  const begin = { label: "New schedule", icon: Plus, run: () => onOpen("new") };
  usePageActions([{ id: "new-schedule", ...begin }]);
  const add = (
    <Button tone="primary" icon={begin.icon} onClick={begin.run}>
      {begin.label}
    </Button>
  );
  return (
    <>
      <Loaded query={schedules} what="the schedules of this agent">
        {({ schedules: rows, total }) =>
          rows.length === 0 ? (
            <EmptyState icon={CalendarClock} title="No schedules yet" action={add}>
              A schedule starts a run of the live revision at set times. {all ? "" : "You see the schedules that you created."}
            </EmptyState>
          ) : (
            <div className="flex min-h-0 flex-1 flex-col">
              <div className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2 text-sm text-ink-2 md:px-5">
                <span className="me-auto">
                  {total > schedulesPerPage
                    ? `The first ${schedulesPerPage} of ${total.toLocaleString("en")} schedules`
                    : counted(total, "schedule", "schedules")}
                  {all ? "" : ", those that you created"}
                </span>
                {add}
              </div>
              <ScheduleTable
                rows={rows}
                total={total}
                link={(id) => pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }, { tab: "schedules", open: id })}
                view={agent.id}
                owners={all}
              />
            </div>
          )
        }
      </Loaded>
      <Dialog open={open === "new"} onClose={() => onOpen(undefined)} size="lg" title="New schedule">
        <EditSchedule teamId={teamId} agentId={agent.id} onDone={() => onOpen(undefined)} />
      </Dialog>
      <ScheduleDialog teamId={teamId} schedule={chosen} onClose={() => onOpen(undefined)} />
      <GoneDialog {...missing} title="Schedule" onClose={() => onOpen(undefined)} />
    </>
  );
}
