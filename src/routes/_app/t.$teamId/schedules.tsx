import { createFileRoute } from "@tanstack/react-router";
import { scheduleList } from "#contract/schedules/schedule-list.ts";
import { schedulesRead } from "#features/schedules/queries.ts";
import { SchedulesPage } from "#features/schedules/team/schedules-page.tsx";
import { type InWeek, weekFields } from "#features/schedules/schedules-search.ts";
import { addressOf } from "#lists/list-search.ts";

export const Route = createFileRoute("/_app/t/$teamId/schedules")({
  validateSearch: addressOf<typeof scheduleList, InWeek>(scheduleList, weekFields),
  loaderDeps: ({ search: { open: _, week: __, day: ___, view: ____, ...filter } }) => filter,
  loader: ({ context: { queryClient }, params: { teamId }, deps }) => {
    void queryClient.prefetchQuery(schedulesRead(teamId, deps));
  },
  component: SchedulesPage,
});
