import { AudioLines, CircleAlert } from "lucide-react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { completeClarityCapture } from "#contract/clarity/captures.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { toastFailed } from "#ui/toast.ts";

/** A recording of which nobody has written down yet what is said. */
export function UnheardRecording({ capture: { id, processId, status, failureReason } }: { capture: ClarityCapture }) {
  const again = useWrite(completeClarityCapture);
  const mayAgain = useMay(completeClarityCapture);
  const start = () => again.mutate({ params: { process_id: processId, capture_id: id } }, { onError: toastFailed });
  if (status === "processing")
    return (
      <EmptyState icon={AudioLines} title="The recording is being transcribed">
        A model writes down what is said. You can leave this page. Delete the capture to stop.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={CircleAlert}
      title="The recording was not transcribed"
      action={
        mayAgain ? (
          <Button pending={again.isPending} onClick={start}>
            Try again
          </Button>
        ) : null
      }
    >
      {failureReason ?? "The reason is not known."} You can also delete it and add it with a transcript.
    </EmptyState>
  );
}
