import { counted } from "#ui/counted.ts";
import { OneByOneDialog } from "#ui/one-by-one-dialog.tsx";
import type { useWithdraw } from "./use-withdraw.ts";

/** Asks, then stops runs one after the other, and with each what it asks. */
export function WithdrawDialog({ withdrawing, onDone }: { withdrawing: ReturnType<typeof useWithdraw>; onDone: () => void }) {
  const { walk, start, cancel, close } = withdrawing;
  return (
    <OneByOneDialog
      walk={walk}
      words={{
        things: (count) => counted(count, "run", "runs"),
        act: "Stop",
        acting: "Stopping",
        acted: "stopped",
        already: "had already ended",
      }}
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
