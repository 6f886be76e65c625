import { CircleAlert, RotateCw, Upload, X } from "lucide-react";
import { Bytes } from "#ui/bytes.tsx";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Progress } from "#ui/progress.tsx";
import type { Attaching } from "./use-attachments.ts";

interface AttachingRowProps {
  readonly one: Attaching;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}

/** A file that is on its way, or did not arrive. */
export function AttachingRow({ one: { file, sent, failed }, onRetry, onDrop }: AttachingRowProps) {
  const Icon = failed ? CircleAlert : Upload;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={failed ? "shrink-0 text-failed" : "shrink-0 text-running"} />
      <span className="min-w-0 flex-1 truncate" title={file.name}>
        {file.name}
      </span>
      {failed ? (
        <>
          <span role="alert" className="order-last min-w-0 basis-full ps-7 text-failed">
            Not attached. {failed}
          </span>
          <Button size="sm" icon={RotateCw} aria-label={`Try again: ${file.name}`} onClick={onRetry}>
            Try again
          </Button>
          <IconButton icon={X} size="sm" label={`Remove ${file.name}`} onClick={onDrop} />
        </>
      ) : (
        <>
          <span className="text-ink-3">{sent === undefined ? "Waiting" : <Bytes size={file.size} />}</span>
          <span className="w-24">
            <Progress label={`Upload of ${file.name}`} value={sent ?? 0} max={Math.max(1, file.size)} />
          </span>
        </>
      )}
    </li>
  );
}
