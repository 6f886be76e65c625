import { caseStates } from "#api/states/case-states.ts";
import type { CaseStatus } from "#contract/queues/case.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";

interface ConfirmStopProps {
  /** What a case that a run works on is to be set to; undefined: nothing is asked. */
  status: CaseStatus | undefined;
  onClose: () => void;
  onConfirm: (status: CaseStatus) => Promise<unknown>;
}

/** What stops a run is asked for first. */
export function ConfirmStop({ status, onClose, onConfirm }: ConfirmStopProps) {
  return (
    <ConfirmDialog
      open={status !== undefined}
      onClose={onClose}
      title={status ? `Set to “${caseStates[status].word}”?` : ""}
      action="Stop run and set"
      onConfirm={async () => status && onConfirm(status)}
    >
      <p>A run is working on this case. It will be stopped and will not continue.</p>
    </ConfirmDialog>
  );
}
