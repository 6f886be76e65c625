import { CircleAlert, Download, Eye, EyeOff, FileText, Trash2 } from "lucide-react";
import { useState } from "react";
import { call } from "#api/client.ts";
import { type CaseAttachment, getCaseAttachmentDownloadUrl } from "#contract/queues/case-attachments.ts";
import { Bytes } from "#ui/bytes.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { problemOf } from "#ui/problem.ts";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { AttachmentView, drawnAs } from "./attachment-view.tsx";

interface AttachmentRowProps {
  readonly queueId: string;
  readonly attachment: CaseAttachment;
  readonly onDelete: () => void;
}

/** A file of a case. The browser keeps it, whatever kind it is; pictures and PDF can be looked at in place. */
export function AttachmentRow({ queueId, attachment, onDelete }: AttachmentRowProps) {
  const { filename, status, failure_reason, size_bytes, created_by_user_name, created_at } = attachment;
  const failed = status === "failed";
  const drawn = drawnAs(attachment);
  const [shown, setShown] = useState(false);
  const Icon = failed ? CircleAlert : FileText;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={failed ? "shrink-0 text-failed" : "shrink-0 text-ink-3"} />
      <span className="min-w-0 flex-1 truncate font-medium" title={filename}>
        {filename}
      </span>
      {failed ? (
        <span className="min-w-0 text-failed max-sm:order-last max-sm:basis-full max-sm:ps-7">Upload failed. {failure_reason}</span>
      ) : null}
      <span className="flex items-center gap-3 text-ink-3 max-sm:order-last max-sm:basis-full max-sm:ps-7">
        {failed ? null : <Bytes size={size_bytes} />}
        {created_by_user_name ? <span className="max-w-40 truncate">{created_by_user_name}</span> : null}
        <Time at={created_at} />
      </span>
      {drawn ? (
        <IconButton
          icon={shown ? EyeOff : Eye}
          size="sm"
          label={`${shown ? "Hide" : "Show"} ${filename}`}
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        />
      ) : null}
      {failed ? null : (
        <IconButton icon={Download} size="sm" label={`Download ${filename}`} onClick={() => void download(queueId, attachment)} />
      )}
      <IconButton icon={Trash2} size="sm" label={`Delete ${filename}`} onClick={onDelete} />
      {drawn && shown ? <AttachmentView queueId={queueId} attachment={attachment} drawn={drawn} /> : null}
    </li>
  );
}

/** Fetches a signed address and hands it to the browser, which keeps the file. */
async function download(queue_id: string, { id, case_id, filename }: CaseAttachment): Promise<void> {
  try {
    const { url } = await call(getCaseAttachmentDownloadUrl, { params: { queue_id, case_id, attachment_id: id } });
    const link = document.createElement("a");
    link.href = url;
    link.download = filename;
    link.click();
  } catch (error) {
    toast(`${filename} could not be downloaded. ${problemOf(error).message}`, { failed: true });
  }
}
