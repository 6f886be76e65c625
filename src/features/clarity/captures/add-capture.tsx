import { captureFormats, maxCaptureBytes } from "#contract/clarity/captures.ts";
import { counted } from "#ui/counted.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { Progress } from "#ui/progress.tsx";
import { toast } from "#ui/toast.ts";
import { useAdding } from "./use-adding.ts";

interface AddCaptureProps {
  processId: string;
  open: boolean;
  onClose: () => void;
}

/** Takes documents and transcripts, and says why one cannot be read. */
export function AddCapture({ processId, open, onClose }: AddCaptureProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add documents or transcripts"
      description="Caseload reads their text and splits it into passages that steps can cite."
    >
      <Upload processId={processId} onDone={onClose} />
    </Dialog>
  );
}

const limits = `Text, Word, PDF, WebVTT or SubRip, at most ${maxCaptureBytes / 1_000_000}\u00a0MB each`;
const accept = Object.keys(captureFormats)
  .map((end) => `.${end}`)
  .join(",");

function Upload({ processId, onDone }: { processId: string; onDone: () => void }) {
  const { add, sending, failures } = useAdding(processId, (added) => {
    toast(added.length === 1 ? `${added[0]} added` : `${counted(added.length, "capture", "captures")} added`);
    onDone();
  });
  return (
    <div className="flex flex-col gap-3">
      <FileDrop onFiles={add} label="Drop files here" hint={limits} accept={accept} autoFocus />
      <div aria-live="polite" className="flex flex-col gap-2 text-sm empty:hidden">
        {sending ? (
          <>
            <p className="truncate text-ink-2">
              {sending.sent < 100 ? "Uploading" : "Reading"} {sending.name}
            </p>
            <Progress label={sending.name} {...(sending.sent < 100 ? { value: sending.sent } : {})} />
          </>
        ) : null}
        {failures.map((failure) => (
          <p key={failure} className="break-words text-failed">
            {failure}
          </p>
        ))}
      </div>
    </div>
  );
}
