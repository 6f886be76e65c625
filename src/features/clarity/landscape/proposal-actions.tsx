import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useSession } from "#api/session.ts";
import type { LandscapeNode } from "#contract/clarity/node.ts";
import { assignClarityLandscapeNodeTeam, declineClarityLandscapeNode, updateClarityLandscapeNode } from "#contract/clarity/nodes.ts";
import { acceptsFor } from "#contract/clarity/rights.ts";
import { ChoiceDialog } from "#features/clarity/choice-dialog.tsx";
import { useStanding } from "#features/clarity/use-standing.ts";
import { Button } from "#ui/button.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface ProposalActionsProps {
  orgId: string;
  node: LandscapeNode;
  manages: boolean;
  onChoose: (id: string | undefined) => void;
}

/** A proposal waits for a Manager: a process is given to a team, or it is declined with what is proposed inside it. */
export function ProposalActions({ orgId, node, manages, onChoose }: ProposalActionsProps) {
  const [accepting, setAccepting] = useState(false);
  const { teams } = useSession();
  const standing = useStanding();
  const { administers } = standing;
  const decline = useWrite(declineClarityLandscapeNode);
  const assign = useWrite(assignClarityLandscapeNodeTeam);
  const confirm = useWrite(updateClarityLandscapeNode);
  const params = { orgId, nodeId: node.id };
  const keep = () => confirm.mutate({ params, body: {} }, { onSuccess: () => toast("Accepted"), onError: toastFailed });
  const managed = teams.filter(({ id }) => acceptsFor(standing, id));
  const accept = async (teamId: string | null) => {
    if (teamId !== null) await assign.mutateAsync({ params, body: { teamId, intent: "accept-proposal" } });
    toast("Accepted");
  };
  const refuse = () =>
    decline.mutate(
      { params },
      {
        onSuccess: () => {
          onChoose(undefined);
          toast(`${node.name} declined`);
        },
        onError: toastFailed,
      },
    );
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
      <p className="w-full text-sm text-ink-2">
        {node.source === "ai" ? "Proposed by a model." : "Proposed."}{" "}
        {manages && (node.kind === "process" || administers)
          ? ""
          : node.kind === "area"
            ? "An administrator of the organization accepts it."
            : "A Manager accepts or declines it."}
      </p>
      {manages && (node.kind === "process" || administers) ? (
        <Button tone="primary" pending={confirm.isPending} onClick={node.kind === "process" ? () => setAccepting(true) : keep}>
          Accept
        </Button>
      ) : null}
      {manages ? (
        <Button pending={decline.isPending} onClick={refuse}>
          Decline
        </Button>
      ) : null}
      <ChoiceDialog
        open={accepting}
        onClose={() => setAccepting(false)}
        title={`Accept ${node.name}`}
        label="Team"
        hint="The process is created in this team"
        options={managed.map(({ id, name }) => ({ value: id, label: name }))}
        from={managed[0]?.id ?? null}
        submit="Accept"
        onChoose={accept}
      />
    </div>
  );
}
