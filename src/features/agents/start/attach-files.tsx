import { CircleAlert, CircleCheck, File, X } from "lucide-react";
import { bytesOf } from "#ui/bytes.tsx";
import { Field } from "#ui/field.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { type Attachment, largestAttachment, type useAttachments } from "./use-attachments.ts";

interface AttachFilesProps {
  attachments: ReturnType<typeof useAttachments>;
  sending: boolean;
}

/** The files that a run starts with. */
export function AttachFiles({ attachments: { list, add, remove }, sending }: AttachFilesProps) {
  const tooLarge = list.find(({ file }) => file.size > largestAttachment)?.file;
  return (
    <Field label="Files" group error={tooLarge ? `${tooLarge.name} is larger than 100 MB` : undefined}>
      <FileDrop onFiles={add} label="Drop files here" hint="Available in /workspace when the run starts. Up to 100 MB each." />
      {list.length > 0 ? (
        <ul aria-label="Attached files" className="mt-2 flex flex-col">
          {list.map((each) => (
            <li key={each.file.name} className="flex min-h-8 items-center gap-2 text-sm">
              <StateIcon state={each.state} />
              <span className="min-w-0 flex-1 truncate">{each.file.name}</span>
              <span className="text-ink-3">{each.state === "failed" ? "failed" : bytesOf(each.file.size)}</span>
              <IconButton size="sm" icon={X} label={`Remove ${each.file.name}`} disabled={sending} onClick={() => remove(each.file)} />
            </li>
          ))}
        </ul>
      ) : null}
    </Field>
  );
}

function StateIcon({ state }: { state: Attachment["state"] }) {
  if (state === "uploading") return <Spinner />;
  const Icon = state === "uploaded" ? CircleCheck : state === "failed" ? CircleAlert : File;
  const ink = state === "uploaded" ? "text-done" : state === "failed" ? "text-failed" : "text-ink-3";
  return <Icon size={16} strokeWidth={1.75} aria-hidden className={`shrink-0 ${ink}`} />;
}
