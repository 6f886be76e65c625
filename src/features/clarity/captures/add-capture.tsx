import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { read } from "#api/query.ts";
import { artifactFormats } from "#contract/clarity/artifact-imports.ts";
import { captureFormats, maxCaptureBytes } from "#contract/clarity/captures.ts";
import { maxMediaBytes, mediaFormats } from "#contract/clarity/media.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { counted } from "#ui/counted.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { Progress } from "#ui/progress.tsx";
import { toast } from "#ui/toast.ts";
import { pairFiles } from "./pair-files.ts";
import { WaitingRecordings } from "./waiting-recordings.tsx";
import { useAdding } from "./use-adding.ts";

interface AddCaptureProps {
  processId: string;
  /** What it is to answer. */
  requestId?: string;
  open: boolean;
  onClose: () => void;
}

/** Takes documents, transcripts, recordings and drawings, and says why one cannot be read. */
export function AddCapture({ processId, requestId, open, onClose }: AddCaptureProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add documents, recordings or drawings"
      description="Caseload reads their text and splits it into passages that steps can cite. A process map is read element by element. Of a recording its transcript is read. From pictures nothing is read."
    >
      <Upload processId={processId} requestId={requestId} onDone={onClose} />
    </Dialog>
  );
}

const limits = `Text, Word, PDF, WebVTT, SubRip, BPMN, SVG, PNG or JPEG, at most ${maxCaptureBytes / 1_000_000}\u00a0MB each. Video (MP4, WebM, MOV) and audio (M4A, MP3, WAV), at most ${maxMediaBytes / 1_000_000}\u00a0MB, together with their transcripts`;
const accept = ["bpmn", ...Object.keys(captureFormats), ...Object.keys(mediaFormats), ...Object.keys(artifactFormats)]
  .map((end) => `.${end}`)
  .join(",");

function Upload({ processId, requestId, onDone }: { processId: string; requestId: string | undefined; onDone: () => void }) {
  const listens = useQuery(read(getCapabilities)).data?.transcription === true;
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  /** As many as there are now: what is sent outlasts what was drawn when it started. */
  const left = useRef(0);
  const wait = (recordings: readonly File[]) => {
    left.current = recordings.length;
    setWaiting(recordings);
  };
  const done = (added: readonly string[]) => {
    toast(added.length === 1 ? `${added[0]} added` : `${counted(added.length, "capture", "captures")} added`);
    if (left.current === 0) onDone();
  };
  const { add, sending, failures } = useAdding(processId, done, requestId);
  const take = (files: readonly File[]) => {
    const { ready, waiting: unsaid } = pairFiles(files);
    wait([...waiting, ...unsaid]);
    add(ready);
  };
  const without = (recording: File) => waiting.filter((one) => one !== recording);
  return (
    <div className="flex flex-col gap-3">
      <FileDrop onFiles={take} label="Drop files here" hint={limits} accept={accept} autoFocus />
      {waiting.length > 0 ? (
        <WaitingRecordings
          recordings={waiting}
          onTranscript={(file, transcript) => {
            if (sending) return;
            wait(without(file));
            add([{ file, transcript }]);
          }}
          onRemove={(file) => wait(without(file))}
          onTranscribe={
            listens
              ? (file) => {
                  if (sending) return;
                  wait(without(file));
                  add([{ file }]);
                }
              : undefined
          }
        />
      ) : null}
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
