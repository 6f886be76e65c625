import { Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import type { TeamSchedule } from "#contract/schedules/schedule-firings.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Status } from "#ui/status.tsx";
import { toastFailed } from "#ui/toast.ts";
import { EditSchedule } from "./edit-schedule.tsx";
import { MissingNotice } from "./missing-notice.tsx";
import { PlannedFirings } from "./planned-firings.tsx";
import { useScheduleActs } from "./schedule-acts.ts";
import { ScheduleHistory } from "./schedule-history.tsx";
import { stateOf, timingInWords } from "./schedule-words.ts";

interface ScheduleDialogProps {
  teamId: string;
  schedule: TeamSchedule | undefined;
  onClose: () => void;
}

/** One schedule: when it is due, what came of it, and what a person can do. */
export function ScheduleDialog({ teamId, schedule, onClose }: ScheduleDialogProps) {
  return (
    <Dialog open={schedule !== undefined} onClose={onClose} size="lg" title={schedule ? timingInWords(schedule) : "Schedule"}>
      {schedule ? <Opened key={schedule.id} teamId={teamId} schedule={schedule} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Opened({ teamId, schedule, onClose }: ScheduleDialogProps & { schedule: TeamSchedule }) {
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
  const acts = useScheduleActs(teamId, schedule);
  if (editing) return <EditSchedule teamId={teamId} agentId={schedule.agent_id} schedule={schedule} onDone={() => setEditing(false)} />;
  const remove = async () => {
    await acts.remove();
    onClose();
  };
  const removeAtOnce = () => void remove().catch(toastFailed);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Status {...stateOf(schedule)} />
        <span className="text-ink-2">
          Runs {schedule.agent_name} as {acts.own ? "you" : (schedule.user_name ?? "its owner")}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        {schedule.ended ? null : (
          <Button icon={schedule.enabled ? Pause : Play} pending={acts.busy} onClick={schedule.enabled ? acts.pause : acts.resume}>
            {schedule.enabled ? "Pause" : "Resume"}
          </Button>
        )}
        <Button icon={Play} pending={acts.busy} onClick={acts.runNow}>
          Run now
        </Button>
        <Button icon={Pencil} onClick={() => setEditing(true)}>
          Edit
        </Button>
        <Button tone="quiet" icon={Trash2} pending={acts.removing} onClick={acts.own ? removeAtOnce : () => setAsking(true)}>
          Delete
        </Button>
      </div>
      <MissingNotice teamId={teamId} agentId={schedule.agent_id} own={acts.own} of={schedule} />
      {schedule.enabled ? (
        <section aria-label="Next">
          <h3 className="mb-2 font-semibold">Next</h3>
          <PlannedFirings teamId={teamId} timing={timingOf(schedule)} once={schedule.recurring === false} />
        </section>
      ) : (
        <p className="text-ink-2">
          {schedule.ended
            ? "This one-time schedule has run. Edit it to run again."
            : "Runs missed while this schedule is paused are not started later."}
        </p>
      )}
      <ScheduleHistory teamId={teamId} schedule={schedule} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete this schedule?"
        action="Delete schedule"
        onConfirm={remove}
      >
        <p>It belongs to {schedule.user_name ?? "somebody else"}. Its history is deleted too; runs that it started continue.</p>
      </ConfirmDialog>
    </div>
  );
}

function timingOf({ frequency, time, timezone, day, day_of_month, cron }: TeamSchedule) {
  return { frequency, time, timezone, day: day as "monday" | null, day_of_month, cron };
}
