import { RotateCcw } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { type EventMatch, replayTriggerEvent } from "#contract/schedules/event-triggers.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { titleOf } from "./event-row.tsx";

/** Starts a run with an event that was there, whatever came of it. */
export function ReplayButton({ teamId, match }: { teamId: string; match: EventMatch }) {
  const { agent_id: agentId, agent_name, trigger_id, event_id, facts, outcome } = match;
  const replay = useWrite(replayTriggerEvent);
  const navigate = useNavigate();
  const start = () =>
    replay.mutate(
      { params: { agentId, trigger_id, event_id } },
      {
        onError: toastFailed,
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
      label={`Replay ${titleOf(facts) ?? "this event"} with ${agent_name}${outcome === "filtered" ? ", although its filter does not match" : ""}`}
      disabled={replay.isPending}
      onClick={start}
    />
  );
}
