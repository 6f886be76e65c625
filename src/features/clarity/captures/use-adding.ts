import { useEffect, useRef, useState } from "react";
import { type Failure, notAdded, useSending } from "./use-sending.ts";

/** The file that is being sent or read. */
interface Sending {
  readonly name: string;
  /** In percent. At 100 the service reads it. */
  readonly sent: number;
}

/** A file, and what is said in it where it is a recording. */
export interface Given {
  readonly file: File;
  readonly transcript?: File | undefined;
}

/** Adds files to a process one after another. What is sent ends with the component. */
export function useAdding(processId: string, onDone: (added: readonly string[]) => void, requestId?: string) {
  const send = useSending();
  const [sending, setSending] = useState<Sending>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const shown = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    shown.current = controller;
    return () => controller.abort();
  }, []);

  const add = async (files: readonly Given[]) => {
    const signal = shown.current?.signal;
    if (!signal || sending || files.length === 0) return;
    setFailures([]);
    const added: string[] = [];
    const failed: Failure[] = [];
    for (const { file, transcript } of files) {
      const { name } = file;
      setSending({ name, sent: 0 });
      const sent = send({ processId, file, transcript, signal, requestId, onSent: (percent) => setSending({ name, sent: percent }) });
      // oxlint-disable-next-line no-await-in-loop -- one after another, so that each says how far it is
      const failure = await sent.then(
        () => undefined,
        (error: unknown) => notAdded(file, error),
      );
      if (signal.aborted) return;
      if (failure === undefined) added.push(name);
      else failed.push(failure);
    }
    setSending(undefined);
    setFailures(failed);
    if (failed.length === 0) onDone(added);
  };
  return { add: (files: readonly Given[]) => void add(files), sending, failures };
}
