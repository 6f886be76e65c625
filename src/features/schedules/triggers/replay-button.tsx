import { RotateCcw } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { type EventMatch, type EventTrigger, replayTriggerEvent } from "#contract/schedules/event-triggers.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { problemOf } from "#ui/problem.ts";
import { toast } from "#ui/toast.ts";
import { titleOf } from "./event-row.tsx";

/** Starts a run with an event that was there, whatever came of it. */
export function ReplayButton({ teamId, trigger, match }: { teamId: string; trigger: EventTrigger; match: EventMatch }) {
  const replay = useWrite(replayTriggerEvent);
  const navigate = useNavigate();
  const start = () =>
    replay.mutate(
      { params: { agentId: trigger.agent_id, trigger_id: trigger.id, event_id: match.event_id } },
      {
        onError: (error) => toast(problemOf(error).message, { failed: true }),
        onSuccess: ({ run: { id: runId } }) =>
          toast("Event replayed", {
            action: { label: "Open run", run: () => void navigate({ to: pathTo("/t/$teamId/runs/$runId", { teamId, runId }) }) },
          }),
      },
    );
  return (
    <IconButton
      icon={RotateCcw}
      size="sm"
      label={`Replay ${titleOf(match.facts) ?? "this event"}`}
      disabled={replay.isPending}
      onClick={start}
    />
  );
}
