import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CalendarClock, Plus } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useMay, useRule } from "#api/roles.ts";
import type { Reply } from "#contract/endpoint.ts";
import type { SearchOf } from "#contract/list.ts";
import { seesAllSchedules } from "#contract/schedules/rights.ts";
import { scheduleColumns } from "#contract/schedules/schedule-columns.ts";
import type { listTeamSchedules } from "#contract/schedules/schedule-firings.ts";
import { scheduleList } from "#contract/schedules/schedule-list.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { isNarrowed } from "#lists/list-words.ts";
import { useNamedRow } from "#lists/named-row.ts";
import { PagedList, usePages } from "#lists/paged-list.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { GoneDialog } from "#ui/gone-dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { Page } from "#ui/page.tsx";
import { AssignDialog } from "#features/schedules/assign/assign-dialog.tsx";
import { scheduleRead, schedulesPerPage, schedulesRead, weekRead } from "#features/schedules/queries.ts";
import { scheduleCells, scheduleLine } from "#features/schedules/schedule-cells.tsx";
import { ScheduleDialog } from "#features/schedules/schedule-dialog.tsx";
import { ownZone } from "#ui/own-zone.ts";
import { SchedulesTabs } from "#features/schedules/schedules-tabs.tsx";
import { WeekView } from "#features/schedules/week/week-view.tsx";

const route = getRouteApi("/_app/t/$teamId/schedules");
const page = "/t/$teamId/schedules";

type WeekSearch = SearchOf<typeof scheduleList>;

/** What runs by the clock in a team: the week, or the list of schedules. */
export function SchedulesPage() {
  const { teamId } = route.useParams();
  const { open, view, week = 0, day, ...search } = route.useSearch();
  const go = useGo();
  const owners = useRule(seesAllSchedules);
  const mayAdd = useMay(createSchedule);
  // An address that narrows the list is of the list.
  const isList = view === "list" || (view === undefined && (isNarrowed(scheduleList, search) || search.offset !== undefined));
  const query = useQuery(schedulesRead(teamId, search));
  const seen = useQuery({ ...weekRead(teamId, week, ownZone()), enabled: !isList });
  const rowsOf = ({ schedules }: Reply<typeof listTeamSchedules>) => schedules;
  const pages = usePages({ search, query, rowsOf, limit: schedulesPerPage });
  const { chosen, ...missing } = useNamedRow(open, query.data?.schedules, (id) => scheduleRead(teamId, id), rowsOf);
  const { offset: _, ...filters } = search;
  /** What the address of a week has, beside what narrows it. */
  const inWeek = (of: WeekSearch, at: { week: number; day?: number | undefined }) => ({
    ...of,
    ...(isNarrowed(scheduleList, of) && { view: "week" as const }),
    ...(at.week !== 0 && { week: at.week }),
    ...(at.day !== undefined && { day: at.day }),
  });
  const kept = { view: "list" as const };
  const place = isList ? { ...search, ...kept } : inWeek(filters, { week, day });
  const linkTo = (id?: string) => pathTo(page, { teamId }, { ...place, ...(id && { open: id }) });
  const begin = { label: "New schedule", icon: Plus, run: () => go(linkTo("new")) };
  usePageActions(mayAdd ? [{ id: "new-schedule", ...begin }] : []);
  const add = mayAdd ? (
    <Button tone="primary" icon={begin.icon} onClick={begin.run}>
      {begin.label}
    </Button>
  ) : null;
  const none = query.data?.total === 0 && !isNarrowed(scheduleList, search);
  const empty = (
    <EmptyState icon={CalendarClock} title="No schedules yet" action={add}>
      A schedule starts runs of an agent at set times. {owners ? "" : "You see the schedules that you created."}
    </EmptyState>
  );
  const close = () => go(linkTo());
  return (
    // An empty page offers it itself.
    <Page title="Schedules" actions={none ? null : add}>
      <SchedulesTabs teamId={teamId} value={isList ? "list" : "week"} />
      {isList ? (
        <PagedList
          {...{ teamId, search, query, pages, kept, empty }}
          list={scheduleList}
          columns={scheduleColumns}
          to={page}
          cells={scheduleCells({ owners, agents: true })}
          beneath={(row) => scheduleLine(row, true)}
          rowLink={({ id }) => linkTo(id)}
        />
      ) : (
        <Loaded query={seen} what="the week" needs="Member">
          {(found) =>
            found.lanes.length === 0 ? (
              empty
            ) : (
              <WeekView
                {...{ teamId, day }}
                search={filters}
                onSearch={(next, step) => go(pathTo(page, { teamId }, inWeek(next, { week, day })), step)}
                week={found}
                at={week}
                link={(next) => pathTo(page, { teamId }, inWeek(filters, next))}
                onDay={(next) => go(pathTo(page, { teamId }, inWeek(filters, { week, day: next })), { replace: true })}
                scheduleLink={linkTo}
              />
            )
          }
        </Loaded>
      )}
      <AssignDialog teamId={teamId} by="schedule" title="New schedule" open={open === "new"} onClose={close} />
      <ScheduleDialog teamId={teamId} schedule={chosen} onClose={close} />
      <GoneDialog {...missing} title="Schedule" onClose={close} />
    </Page>
  );
}
