import { useEffect, useRef, useState } from "react";
import { useWrite } from "#api/query.ts";
import { put, reasonOf } from "#api/signed-put.ts";
import { completeClarityCapture, createClarityCaptureUploadUrl, maxCaptureBytes } from "#contract/clarity/captures.ts";

/** The file that is being sent or read. */
interface Sending {
  readonly name: string;
  /** Of its bytes, in percent. */
  readonly sent: number;
}

/** Adds files to a process one after another. What is sent ends with the component. */
export function useAdding(processId: string, onDone: (added: readonly string[]) => void) {
  const announce = useWrite(createClarityCaptureUploadUrl);
  const complete = useWrite(completeClarityCapture);
  const [sending, setSending] = useState<Sending>();
  const [failures, setFailures] = useState<readonly string[]>([]);
  const shown = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    shown.current = controller;
    return () => controller.abort();
  }, []);

  async function send(file: File, signal: AbortSignal): Promise<void> {
    const params = { process_id: processId };
    if (file.size > maxCaptureBytes) throw new Error(`It is larger than ${maxCaptureBytes / 1_000_000} MB.`);
    const { signed_url, capture_id } = await announce.mutateAsync({ params, body: { file_name: file.name } });
    const headers = { "content-type": file.type || "application/octet-stream" };
    const answer = await put(signed_url, file, headers, signal, (bytes) =>
      setSending({ name: file.name, sent: Math.round((100 * bytes) / (file.size || 1)) }),
    );
    if (answer.status !== 200) throw new Error(reasonOf(answer, signed_url));
    setSending({ name: file.name, sent: 100 });
    await complete.mutateAsync({ params: { ...params, capture_id } });
  }

  const add = async (files: readonly File[]) => {
    const signal = shown.current?.signal;
    if (!signal || sending || files.length === 0) return;
    setFailures([]);
    const added: string[] = [];
    const failed: string[] = [];
    for (const file of files) {
      setSending({ name: file.name, sent: 0 });
      // oxlint-disable-next-line no-await-in-loop -- one after another, so that each says how far it is
      const reason = await send(file, signal).then(() => undefined, reasonIn);
      if (signal.aborted) return;
      if (reason === undefined) added.push(file.name);
      else failed.push(`${file.name} was not added. ${reason}`);
    }
    setSending(undefined);
    setFailures(failed);
    if (failed.length === 0) onDone(added);
  };
  return { add: (files: readonly File[]) => void add(files), sending, failures };
}

const reasonIn = (error: unknown) => (error instanceof Error ? error.message : "The upload failed.");
