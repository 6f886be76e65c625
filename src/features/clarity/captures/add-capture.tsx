import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { put, reasonOf } from "#api/signed-put.ts";
import { completeClarityCapture, createClarityCaptureUploadUrl, maxCaptureBytes } from "#contract/clarity/captures.ts";
import { Dialog } from "#ui/dialog.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { Progress } from "#ui/progress.tsx";
import { toast } from "#ui/toast.ts";

interface AddCaptureProps {
  processId: string;
  open: boolean;
  onClose: () => void;
}

/** Takes a document or a transcript, and says why one cannot be read. */
export function AddCapture({ processId, open, onClose }: AddCaptureProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add a document"
      description="Write what is done in lines such as “1. Clerk: check invoice in Ledger”. Any other text is kept as evidence too."
    >
      <Upload processId={processId} onDone={onClose} />
    </Dialog>
  );
}

const sizeWords = `Text, Word, PDF, WebVTT or SubRip, at most ${maxCaptureBytes / 1_000_000} MB`;

function Upload({ processId, onDone }: { processId: string; onDone: () => void }) {
  const announce = useWrite(createClarityCaptureUploadUrl);
  const complete = useWrite(completeClarityCapture);
  const [sent, setSent] = useState<number>();
  const [failed, setFailed] = useState<string>();

  async function send(file: File): Promise<void> {
    const params = { process_id: processId };
    if (file.size > maxCaptureBytes) throw new Error(`It is larger than ${maxCaptureBytes / 1_000_000} MB.`);
    const { signed_url, capture_id } = await announce.mutateAsync({ params, body: { file_name: file.name } });
    const headers = { "content-type": file.type || "application/octet-stream" };
    const answer = await put(signed_url, file, headers, new AbortController().signal, (bytes) => setSent((100 * bytes) / (file.size || 1)));
    if (answer.status !== 200) throw new Error(reasonOf(answer, signed_url));
    await complete.mutateAsync({ params: { ...params, capture_id } });
  }

  const take = ([file]: readonly File[]) => {
    if (!file || sent !== undefined) return;
    setFailed(undefined);
    setSent(0);
    send(file).then(
      () => {
        toast(`${file.name} added`);
        onDone();
      },
      (error: unknown) => {
        setSent(undefined);
        setFailed(`${file.name} is not added. ${error instanceof Error ? error.message : "The upload failed."}`);
      },
    );
  };
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        onFiles={take}
        label="Drop a file here"
        hint={sizeWords}
        multiple={false}
        accept=".txt,.md,.pdf,.docx,.vtt,.srt"
        autoFocus
      />
      <div aria-live="polite">
        {sent === undefined ? null : <Progress label={sent < 100 ? "Uploading" : "Reading"} value={Math.round(sent)} />}
        {failed === undefined ? null : <p className="text-sm text-failed">{failed}</p>}
      </div>
    </div>
  );
}
