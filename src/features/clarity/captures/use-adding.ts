import { useEffect, useRef, useState } from "react";
import { ApiError } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import { put, reasonOf } from "#api/signed-put.ts";
import { artifactTypeOf, completeClarityArtifactImport, createClarityArtifactImportUploadUrl } from "#contract/clarity/artifact-imports.ts";
import { completeClarityCapture, createClarityCaptureUploadUrl, maxCaptureBytes } from "#contract/clarity/captures.ts";

/** The file that is being sent or read. */
interface Sending {
  readonly name: string;
  /** Of its bytes, in percent. */
  readonly sent: number;
}

/** Why a file was not added, and each place in it that is wrong where there are several. */
interface Failure {
  readonly reason: string;
  readonly details: readonly string[];
}

/** A BPMN file is XML, which is what the service knows such files by. */
const sentAs = (name: string) => (/\.bpmn$/i.test(name) ? `${name}.xml` : name);

/** Adds files to a process one after another. What is sent ends with the component. */
export function useAdding(processId: string, onDone: (added: readonly string[]) => void) {
  const announce = useWrite(createClarityCaptureUploadUrl);
  const complete = useWrite(completeClarityCapture);
  const announceDrawing = useWrite(createClarityArtifactImportUploadUrl);
  const completeDrawing = useWrite(completeClarityArtifactImport);
  const [sending, setSending] = useState<Sending>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const shown = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    shown.current = controller;
    return () => controller.abort();
  }, []);

  async function send(file: File, signal: AbortSignal): Promise<void> {
    const params = { process_id: processId };
    if (file.size > maxCaptureBytes) throw new Error(`It is larger than ${maxCaptureBytes / 1_000_000} MB.`);
    const file_name = sentAs(file.name);
    const content_type = artifactTypeOf(file_name);
    const drawing = content_type && { file_name, content_type };
    const { signed_url, capture_id } = drawing
      ? await announceDrawing.mutateAsync({ params, body: drawing })
      : await announce.mutateAsync({ params, body: { file_name } });
    const headers = { "content-type": file.type || "application/octet-stream" };
    const answer = await put(signed_url, file, headers, signal, (bytes) =>
      setSending({ name: file.name, sent: Math.round((100 * bytes) / (file.size || 1)) }),
    );
    if (answer.status !== 200) throw new Error(reasonOf(answer, signed_url));
    setSending({ name: file.name, sent: 100 });
    if (drawing) await completeDrawing.mutateAsync({ params: { ...params, capture_id }, body: drawing });
    else await complete.mutateAsync({ params: { ...params, capture_id } });
  }

  const add = async (files: readonly File[]) => {
    const signal = shown.current?.signal;
    if (!signal || sending || files.length === 0) return;
    setFailures([]);
    const added: string[] = [];
    const failed: Failure[] = [];
    for (const file of files) {
      setSending({ name: file.name, sent: 0 });
      // oxlint-disable-next-line no-await-in-loop -- one after another, so that each says how far it is
      const problem = await send(file, signal).then(() => undefined, problemIn);
      if (signal.aborted) return;
      if (problem === undefined) added.push(file.name);
      else failed.push({ ...problem, reason: `${file.name} was not added. ${problem.reason}` });
    }
    setSending(undefined);
    setFailures(failed);
    if (failed.length === 0) onDone(added);
  };
  return { add: (files: readonly File[]) => void add(files), sending, failures };
}

function problemIn(error: unknown): Failure {
  const details = error instanceof ApiError ? [...new Set(error.issues.map(({ message }) => message))] : [];
  if (details.length > 1) return { reason: `It is wrong in ${details.length} places:`, details };
  return { reason: error instanceof Error ? error.message : "The upload failed.", details: [] };
}
