import { OneByOneDialog } from "#ui/one-by-one-dialog.tsx";
import type { AskingRun } from "./asking-runs.ts";
import { stopWords, type useStopRuns } from "./use-stop-runs.ts";

interface WithdrawDialogProps {
  withdrawing: ReturnType<typeof useStopRuns<AskingRun>>;
  onDone: () => void;
}

/** Asks, then stops runs one after the other, and with each what it asks. */
export function WithdrawDialog({ withdrawing, onDone }: WithdrawDialogProps) {
  const { walk, start, cancel, close } = withdrawing;
  return (
    <OneByOneDialog
      walk={walk}
      words={stopWords}
      describe={({ asks, about }) => [asks, about]}
      onStart={(runs) => void start(runs)}
      onCancel={cancel}
      onClose={() => {
        close();
        if (walk?.state !== "asked") onDone();
      }}
    >
      They wait for answers about cases they no longer have. Their questions are withdrawn. The cases do not change.
    </OneByOneDialog>
  );
}
