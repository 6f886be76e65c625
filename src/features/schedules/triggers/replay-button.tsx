import { titleOfEvent } from "#contract/schedules/event-title.ts";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { type EventMatch, replayTriggerEvent } from "#contract/schedules/event-triggers.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { toast } from "#ui/toast.ts";

/** Starts a run with an event that was there, whatever came of it. Asks first: a run cannot be taken back. */
export function ReplayButton({ teamId, match }: { teamId: string; match: EventMatch }) {
  const { agent_id: agentId, agent_name, trigger_id, event_id, facts, outcome } = match;
  const [asking, setAsking] = useState(false);
  const replay = useWrite(replayTriggerEvent);
  const navigate = useNavigate();
  const event = titleOfEvent(facts) ?? "this event";
  const start = async () => {
    const { run } = await replay.mutateAsync({ params: { agentId, trigger_id, event_id } });
    toast("Event replayed", {
      action: { label: "Open run", run: () => void navigate({ to: pathTo("/t/$teamId/runs/$runId", { teamId, runId: run.id }) }) },
    });
  };
  return (
    <>
      <IconButton icon={RotateCcw} size="sm" label={`Replay ${event} with ${agent_name}`} onClick={() => setAsking(true)} />
      <ConfirmDialog mild open={asking} onClose={() => setAsking(false)} title={`Replay ${event}?`} action="Start run" onConfirm={start}>
        {agent_name} starts a run on your behalf now.{outcome === "filtered" ? " The filter of the trigger does not match this event." : ""}
      </ConfirmDialog>
    </>
  );
}
