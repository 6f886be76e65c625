import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useWrite } from "#api/query.ts";
import { type Automation, deleteAutomation } from "#contract/agents/automations.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { toast } from "#ui/toast.ts";
import { currentRead } from "./automation-queries.ts";
import { useRestore } from "./use-restore.ts";

interface DeleteAutomationProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  automation: Automation;
}

/** Asks although it can be taken back: runs that it stops do not start again. */
export function DeleteAutomation({ open, onClose, teamId, automation }: DeleteAutomationProps) {
  const navigate = useNavigate();
  const restore = useRestore(teamId);
  const remove = useWrite(deleteAutomation, {
    alsoStale: ["Agents", "Queues", "Runs"],
    // Before anything is read again: the page of the automation would ask for what is gone.
    onSuccess: () => navigate({ to: "/t/$teamId/automations", params: { teamId } }),
  });
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this automation?"
      action="Delete automation"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { automation_id: automation.id } });
        toast(`${automation.name} deleted`, { undo: () => void restore(automation) });
      }}
    >
      <Takes automationId={automation.id} />
      <p>Active runs of these agents are stopped for good. You can restore everything else from the deleted automations.</p>
    </ConfirmDialog>
  );
}

/** What goes with the automation, by name. */
function Takes({ automationId }: { automationId: string }) {
  const members = useQuery(currentRead(automationId)).data;
  if (!members) return <p>Its agents and queues are deleted with it.</p>;
  return (
    <>
      <p>With it {members.agents.length + members.queues.length === 1 ? "goes" : "go"}:</p>
      <ul className="list-disc ps-5">
        <Named one="agent" many="agents" members={members.agents} />
        <Named one="queue" many="queues" members={members.queues} />
      </ul>
    </>
  );
}

const shown = 8;

function Named({ one, many, members }: { one: string; many: string; members: readonly { readonly name: string }[] }) {
  if (members.length === 0) return <li>no {many}</li>;
  const rest = members.length - shown;
  return (
    <li>
      {members.length === 1 ? `1 ${one}` : `${members.length} ${many}`}:{" "}
      {members
        .slice(0, shown)
        .map(({ name }) => name)
        .join(", ")}
      {rest > 0 ? ` and ${rest} more` : ""}
    </li>
  );
}
