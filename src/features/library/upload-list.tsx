import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon, Upload as UploadIcon, X } from "lucide-react";
import { Bytes } from "#ui/bytes.tsx";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Progress } from "#ui/progress.tsx";
import { clearUploads, dropUpload, replaceUpload, retryUpload, type Upload, type UploadState } from "./uploads.ts";

/** What is being uploaded and what became of it, a line a file. Stays until somebody closes it. */
export function UploadList({ teamId, uploads }: { teamId: string; uploads: readonly Upload[] }) {
  if (uploads.length === 0) return null;
  const waiting = uploads.filter((upload) => upload.state === "exists");
  const busy = uploads.some((upload) => upload.state === "sending" || upload.state === "queued");
  return (
    <section aria-label="Uploads" className="flex max-h-[40%] shrink-0 flex-col border-t border-line bg-sunken">
      <div className="flex items-center gap-2 px-3 py-1.5 md:px-5">
        <h2 className="flex-1 text-sm font-medium" role="status">
          {summaryOf(uploads)}
        </h2>
        {waiting.length > 1 ? (
          <Button size="sm" onClick={() => waiting.forEach((upload) => replaceUpload(upload.id))}>
            Replace all {waiting.length}
          </Button>
        ) : null}
        {busy ? null : <IconButton icon={X} label="Close the uploads" size="sm" onClick={() => clearUploads(teamId)} />}
      </div>
      <ul className="min-h-0 overflow-y-auto pb-2">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function summaryOf(uploads: readonly Upload[]): string {
  const count = (...states: UploadState[]) => uploads.filter((upload) => states.includes(upload.state)).length;
  const parts = [
    [count("sending", "queued"), "uploading"],
    [count("done"), "uploaded"],
    [count("failed"), "failed"],
    [count("exists"), "waiting for you"],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}`)
    .join(", ");
}

const looks: Record<UploadState, { icon: LucideIcon; tone: string; word: string }> = {
  queued: { icon: UploadIcon, tone: "text-ink-3", word: "Waiting" },
  sending: { icon: UploadIcon, tone: "text-running", word: "Uploading" },
  done: { icon: CircleCheck, tone: "text-done", word: "Uploaded" },
  failed: { icon: CircleAlert, tone: "text-failed", word: "Failed" },
  exists: { icon: CircleHelp, tone: "text-waiting", word: "A file with this path already exists" },
};

const removeWords: Record<UploadState, string> = { queued: "Cancel", sending: "Cancel", exists: "Skip", done: "Clear", failed: "Clear" };

function UploadRow({ upload }: { upload: Upload }) {
  const { id, path, size, sent, state, reason } = upload;
  const { icon: Icon, tone, word } = looks[state];
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 text-sm md:px-5">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={`shrink-0 ${tone}`} />
      <span className="min-w-0 flex-1 truncate" title={path}>
        {path}
      </span>
      <span className="flex items-center gap-3 max-sm:order-last max-sm:basis-full max-sm:ps-7">
        <span className={state === "failed" ? "min-w-0 text-failed max-sm:flex-1" : "min-w-0 text-ink-2 max-sm:flex-1"}>{word}</span>
        {state === "sending" ? (
          <span className="w-24">
            <Progress label={`Upload of ${path}`} value={sent} max={Math.max(1, size)} />
          </span>
        ) : null}
        <span className="w-16 text-end text-ink-3">
          <Bytes size={size} />
        </span>
        {state === "exists" ? (
          <Button size="sm" aria-label={`Replace ${path}`} onClick={() => replaceUpload(id)}>
            Replace
          </Button>
        ) : null}
        {state === "failed" ? (
          <Button size="sm" aria-label={`Try again: ${path}`} onClick={() => retryUpload(id)}>
            Try again
          </Button>
        ) : null}
      </span>
      <IconButton icon={X} label={`${removeWords[state]} ${path}`} size="sm" onClick={() => dropUpload(id)} />
      {state === "failed" && reason ? <span className="order-last basis-full ps-7 text-failed">{reason}</span> : null}
    </li>
  );
}
