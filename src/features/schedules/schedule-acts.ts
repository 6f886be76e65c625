import { useNavigate } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import type { TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import { createSchedule, deleteSchedule, runSchedule, updateSchedule } from "#contract/schedules/schedules.ts";
import { toast, toastFailed } from "#ui/toast.ts";
import { bodyOf } from "./schedule-form.ts";

/** What a person may do with a schedule, each with its word. */
export function useScheduleActs(teamId: string, schedule: TeamSchedule) {
  const update = useWrite(updateSchedule);
  const remove = useWrite(deleteSchedule);
  const create = useWrite(createSchedule);
  const run = useWrite(runSchedule);
  const navigate = useNavigate();
  const own = useSession().user.id === schedule.user_id;
  const params = { agent_id: schedule.agent_id, schedule_id: schedule.id };
  const set = (enabled: boolean, undo: boolean) =>
    update.mutate(
      { params, body: { enabled } },
      {
        onError: toastFailed,
        onSuccess: () =>
          toast(enabled ? "Schedule resumed" : "Schedule paused", {
            about: schedule.id,
            ...(undo && { undo: () => set(!enabled, false) }),
          }),
      },
    );
  return {
    own,
    removing: remove.isPending,
    busy: update.isPending || run.isPending,
    pause: () => set(false, true),
    resume: () => set(true, true),
    runNow: () =>
      run.mutate(
        { params },
        {
          onError: toastFailed,
          onSuccess: ({ run: { id: runId } }) =>
            toast("Run started", {
              action: { label: "Open run", run: () => void navigate({ to: pathTo("/t/$teamId/runs/$runId", { teamId, runId }) }) },
            }),
        },
      ),
    /** One's own comes back by the same values. */
    remove: async () => {
      await remove.mutateAsync({ params });
      const undo = () => create.mutate({ params: { agent_id: schedule.agent_id }, body: bodyOf(schedule) }, { onError: toastFailed });
      toast("Schedule deleted", own ? { undo } : {});
    },
  };
}
