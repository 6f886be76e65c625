import type { CaseStatus } from "#contract/queues/case.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { caseStatusWord } from "./case-words.ts";

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
      title={status ? `Set to “${caseStatusWord(status)}”?` : ""}
      action="Stop the run and set it"
      onConfirm={async () => status && onConfirm(status)}
    >
      <p>A run works on this case right now. It is stopped and does not go on.</p>
    </ConfirmDialog>
  );
}
