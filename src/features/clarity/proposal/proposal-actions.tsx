import { Sparkles } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { promoteClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import type { Version } from "#features/clarity/version-words.ts";
import { Button } from "#ui/button.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { ProposeDialog } from "./propose-dialog.tsx";

interface ProposalActionsProps {
  processId: string;
  proposals: readonly Version[];
  /** The one that is shown. */
  shown: string | undefined;
  onStarted: () => void;
}

/** Have a proposal written, and make a draft the live one, by those who may. */
export function ProposalActions({ processId, proposals, shown, onStarted }: ProposalActionsProps) {
  const [open, setOpen] = useState(false);
  const mayGenerate = useMay(generateClarityProcessSnapshot);
  const mayPromote = useMay(promoteClarityProcessSnapshot);
  const promote = useWrite(promoteClarityProcessSnapshot);
  const isDraft = proposals.find(({ id }) => id === shown)?.status === "draft";
  const params = { process_id: processId, kind: "transformation_proposal", snapshot_id: shown ?? "" } as const;
  return (
    <>
      {mayGenerate ? (
        <Button icon={Sparkles} fold tone={proposals.length > 0 ? "secondary" : "primary"} onClick={() => setOpen(true)}>
          {proposals.length > 0 ? "Propose again" : "Propose a change"}
        </Button>
      ) : null}
      {isDraft && mayPromote ? (
        <Button
          tone="primary"
          pending={promote.isPending}
          onClick={() => promote.mutate({ params }, { onSuccess: () => toast("This proposal is live"), onError: toastFailed })}
        >
          Make live
        </Button>
      ) : null}
      <ProposeDialog processId={processId} former={shown} open={open} onClose={() => setOpen(false)} onStarted={onStarted} />
    </>
  );
}
