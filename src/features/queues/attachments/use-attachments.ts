import { useEffect, useRef, useState } from "react";
import { useWrite } from "#api/query.ts";
import { put, reasonOf } from "#api/signed-put.ts";
import {
  createCaseAttachmentUploadUrl,
  deleteCaseAttachment,
  finalizeCaseAttachment,
  maxAttachmentBytes,
} from "#contract/queues/case-attachments.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { toast } from "#ui/toast.ts";

/** A file on its way to a case. Once it is there, the case's own list shows it. */
export interface Attaching {
  readonly id: string;
  readonly file: File;
  /** Bytes that have left; undefined while it waits for its turn. */
  readonly sent: number | undefined;
  /** Why it did not arrive. */
  readonly failed?: string;
}

/** Attaches files to a case, one after the other. It goes on when the page is left; what fails then is told in a toast. */
export function useAttachments(params: { queue_id: string; case_id: string }) {
  const [list, setList] = useState<readonly Attaching[]>([]);
  const announce = useWrite(createCaseAttachmentUploadUrl);
  const finalize = useWrite(finalizeCaseAttachment);
  const remove = useWrite(deleteCaseAttachment);
  const last = useRef(Promise.resolve());
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const change = (id: string, news: Partial<Attaching>) => setList((now) => now.map((one) => (one.id === id ? { ...one, ...news } : one)));
  const drop = (id: string) => setList((now) => now.filter((one) => one.id !== id));

  async function send(file: File, onProgress: (sent: number) => void): Promise<void> {
    if (file.size > maxAttachmentBytes) throw new Error(`It is larger than ${bytesOf(maxAttachmentBytes)}.`);
    const body = { filename: file.name, mime_type: file.type || "application/octet-stream", size_bytes: file.size };
    const { attachment_id, upload_url, content_type } = await announce.mutateAsync({ params, body });
    const one = { params: { ...params, attachment_id } };
    const answer = await put(upload_url, file, { "content-type": content_type }, new AbortController().signal, onProgress);
    const { attachment } = answer.status === 200 ? await finalize.mutateAsync(one) : { attachment: undefined };
    if (attachment?.status === "ready") return;
    // The row here says it and offers another try; a second one on the case would not.
    await remove.mutateAsync(one).catch(() => undefined);
    throw new Error(attachment?.failure_reason ?? reasonOf(answer, upload_url));
  }

  async function attach({ id, file }: Pick<Attaching, "id" | "file">): Promise<void> {
    change(id, { sent: 0 });
    try {
      await send(file, (sent) => change(id, { sent }));
      drop(id);
    } catch (error) {
      const failed = error instanceof Error ? error.message : "The upload failed.";
      change(id, { failed });
      if (!shown.current) toast(`${file.name} is not attached. ${failed}`, { failed: true });
    }
  }
  const queue = (one: Pick<Attaching, "id" | "file">) => {
    last.current = last.current.then(() => attach(one));
  };
  return {
    list,
    add(files: readonly File[]) {
      const added = files.map((file) => ({ id: crypto.randomUUID(), file, sent: undefined }));
      setList((now) => [...now, ...added]);
      for (const one of added) queue(one);
    },
    retry({ id, file }: Attaching) {
      setList((now) => now.map((one) => (one.id === id ? { id, file, sent: undefined } : one)));
      queue({ id, file });
    },
    drop,
  };
}
