import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import type { Case } from "#contract/queues/case.ts";
import { type CaseAttachment, deleteCaseAttachment, maxAttachmentBytes } from "#contract/queues/case-attachments.ts";
import { caseAttachmentsRead } from "#features/queues/case-queries.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { AttachingRow } from "./attaching-row.tsx";
import { AttachmentRow } from "./attachment-row.tsx";
import { useAttachments } from "./use-attachments.ts";

/** The files of a case: for people, and for the agent that works on it. */
export function CaseAttachments({ one }: { one: Case }) {
  const params = { queue_id: one.queue_id, case_id: one.id };
  const found = useQuery(caseAttachmentsRead(one));
  const { list, add, retry, drop } = useAttachments(params);
  const [asked, setAsked] = useState<CaseAttachment>();
  return (
    <section aria-label="Attachments">
      <h2 className="mb-2 font-semibold">Attachments</h2>
      <Loaded query={found} what="the attachments of this case" inline skeleton={<Skeleton className="mb-2 w-40" />}>
        {({ attachments }) => (
          <ul aria-label="Files" className="mb-2 flex flex-col divide-y divide-line rounded-md border border-line text-sm empty:hidden">
            {attachments.map((attachment) => (
              <AttachmentRow key={attachment.id} queueId={one.queue_id} attachment={attachment} onDelete={() => setAsked(attachment)} />
            ))}
            {list.map((each) => (
              <AttachingRow key={each.id} one={each} onRetry={() => retry(each)} onDrop={() => drop(each.id)} />
            ))}
          </ul>
        )}
      </Loaded>
      <FileDrop
        compact
        onFiles={add}
        label="Drop files here"
        hint={`The agent that handles the case can read them. Up to ${bytesOf(maxAttachmentBytes)} each.`}
      />
      {asked ? <DeleteAttachment queueId={one.queue_id} attachment={asked} onClose={() => setAsked(undefined)} /> : null}
    </section>
  );
}

function DeleteAttachment({ queueId, attachment, onClose }: { queueId: string; attachment: CaseAttachment; onClose: () => void }) {
  const { id, case_id, filename } = attachment;
  const remove = useWrite(deleteCaseAttachment);
  const onConfirm = async () => {
    await remove.mutateAsync({ params: { queue_id: queueId, case_id, attachment_id: id } });
    toast(`${filename} deleted`);
  };
  return (
    <ConfirmDialog open onClose={onClose} title="Delete this attachment?" action="Delete attachment" onConfirm={onConfirm}>
      <p>
        <span className="break-all text-ink">{filename}</span> is deleted for good, for people and agents.
      </p>
    </ConfirmDialog>
  );
}
