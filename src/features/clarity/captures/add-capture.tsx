import { artifactFormats } from "#contract/clarity/artifact-imports.ts";
import { captureFormats, maxCaptureBytes } from "#contract/clarity/captures.ts";
import { counted } from "#ui/counted.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { Progress } from "#ui/progress.tsx";
import { toast } from "#ui/toast.ts";
import { useAdding } from "./use-adding.ts";

interface AddCaptureProps {
  processId: string;
  /** What it is to answer. */
  requestId?: string;
  open: boolean;
  onClose: () => void;
}

/** Takes documents, transcripts and drawings, and says why one cannot be read. */
export function AddCapture({ processId, requestId, open, onClose }: AddCaptureProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add documents, transcripts or drawings"
      description="Caseload reads their text and splits it into passages that steps can cite. A process map is read element by element. From a picture nothing is read."
    >
      <Upload processId={processId} requestId={requestId} onDone={onClose} />
    </Dialog>
  );
}

const limits = `Text, Word, PDF, WebVTT, SubRip, BPMN, SVG, PNG or JPEG, at most ${maxCaptureBytes / 1_000_000}\u00a0MB each`;
const accept = ["bpmn", ...Object.keys(captureFormats), ...Object.keys(artifactFormats)].map((end) => `.${end}`).join(",");

function Upload({ processId, requestId, onDone }: { processId: string; requestId: string | undefined; onDone: () => void }) {
  const done = (added: readonly string[]) => {
    toast(added.length === 1 ? `${added[0]} added` : `${counted(added.length, "capture", "captures")} added`);
    onDone();
  };
  const { add, sending, failures } = useAdding(processId, done, requestId);
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
        {failures.map(({ reason, details }) => (
          <div key={reason} className="break-words text-failed">
            <p>{reason}</p>
            {details.length > 0 ? (
              <ul className="ms-4 max-h-40 overflow-y-auto">
                {details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  );
}
