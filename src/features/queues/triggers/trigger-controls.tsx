import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useDeletion } from "#api/deletion.ts";
import { useWrite } from "#api/query.ts";
import { deleteAgentCaseTrigger, updateAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import type { QueueTriggerAgent } from "#contract/queues/queue-triggers.ts";
import { triggerDeletionRead } from "#features/queues/queries.ts";
import { Button } from "#ui/button.tsx";
import { capitalized } from "#ui/capitalized.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Select } from "#ui/select.tsx";
import { Status } from "#ui/status.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { atOnce } from "./trigger-words.ts";

interface TriggerControlsProps {
  agentId: string;
  agentName: string;
  trigger: NonNullable<QueueTriggerAgent["trigger"]>;
  /** Whether an active revision says that the queue starts the agent: then people set only how many cases it takes at once. */
  routed: boolean;
  /** Whether people may let the queue start the agent. */
  allowed: boolean;
  /** Cases at once where the trigger names no number. */
  limit: number;
  onEnable: () => void;
}

/** Whether a trigger starts its agent, how many cases at once, and what a person may change of that. */
export function TriggerControls({ agentId, agentName, trigger, routed, allowed, limit, onEnable }: TriggerControlsProps) {
  const update = useWrite(updateAgentCaseTrigger);
  const [deleting, setDeleting] = useState(false);
  const { id, enabled, concurrency, can_disable, creator_display_name: creator } = trigger;
  const state = <Status look={enabled ? "live" : "idle"} word={enabled ? "Active" : "Paused"} />;
  if (!can_disable)
    return (
      <span className="flex flex-col items-end gap-0.5 text-sm">
        {state}
        <span className="text-ink-2">{atOnce(concurrency ?? limit)}</span>
        {routed ? null : (
          <span className="text-ink-3">Set up by {creator ?? "a former member"}. That person and Managers can change it</span>
        )}
      </span>
    );
  const patch = (body: { enabled?: boolean; concurrency?: 1 | null }, done: string) =>
    update.mutate({ params: { agent_id: agentId, trigger_id: id }, body }, { onSuccess: () => toast(done), onError: toastFailed });
  return (
    <span className="flex flex-wrap items-center gap-2">
      {state}
      <Select
        aria-label={`Cases at once for ${agentName}`}
        className="h-7 w-52 text-sm"
        options={[
          { value: "default", label: capitalized(atOnce(limit)) },
          { value: "1", label: capitalized(atOnce(1)) },
          // A number that only an operator can set.
          ...(concurrency !== null && concurrency !== 1 ? [{ value: String(concurrency), label: capitalized(atOnce(concurrency)) }] : []),
        ]}
        value={concurrency === null ? "default" : String(concurrency)}
        disabled={update.isPending}
        onChange={(event) => patch({ concurrency: event.target.value === "1" ? 1 : null }, "Limit changed")}
      />
      {(enabled ? routed : !allowed) ? null : (
        <Button
          size="sm"
          aria-label={`${enabled ? "Pause" : "Resume"} the trigger of ${agentName}`}
          pending={update.isPending}
          onClick={enabled ? () => patch({ enabled: false }, "Paused. Active runs continue, and no more are started") : onEnable}
        >
          {enabled ? "Pause" : "Resume…"}
        </Button>
      )}
      {routed ? null : (
        <IconButton icon={Trash2} size="sm" label={`Delete the trigger of ${agentName}`} onClick={() => setDeleting(true)} />
      )}
      <DeleteTrigger open={deleting} onClose={() => setDeleting(false)} agentId={agentId} agentName={agentName} triggerId={id} />
    </span>
  );
}

interface DeleteTriggerProps {
  open: boolean;
  onClose: () => void;
  agentId: string;
  agentName: string;
  triggerId: string;
}

function DeleteTrigger({ open, onClose, agentId, agentName, triggerId }: DeleteTriggerProps) {
  const remove = useWrite(deleteAgentCaseTrigger);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this trigger?"
      action="Delete trigger"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { agent_id: agentId, trigger_id: triggerId } });
        toast(`Trigger of ${agentName} deleted`);
      }}
    >
      <p>{agentName} no longer runs automatically on this queue. Active runs continue.</p>
      <Takes agentId={agentId} triggerId={triggerId} />
    </ConfirmDialog>
  );
}

function Takes({ agentId, triggerId }: { agentId: string; triggerId: string }) {
  return <Consequences query={useDeletion(triggerDeletionRead(agentId, triggerId))} />;
}
