import { ApiError } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import { put, reasonOf } from "#api/signed-put.ts";
import { artifactTypeOf, completeClarityArtifactImport, createClarityArtifactImportUploadUrl } from "#contract/clarity/artifact-imports.ts";
import { maxMediaBytes, maxTranscriptLetters, mediaOf } from "#contract/clarity/media.ts";
import { completeClarityCapture, createClarityCaptureUploadUrl, formatOf, maxCaptureBytes } from "#contract/clarity/captures.ts";

export interface Sent {
  readonly processId: string;
  readonly file: File;
  /** Of a recording: a file with what is said in it. */
  readonly transcript?: File | undefined;
  readonly signal: AbortSignal;
  /** What it is to answer. */
  readonly requestId?: string | undefined;
  /** Hears how much of it was sent, in percent. */
  readonly onSent?: (percent: number) => void;
}

/** Why a file was not added, and each place in it that is wrong where there are several. */
export interface Failure {
  readonly reason: string;
  readonly details: readonly string[];
}

/** A BPMN file is XML, which is what the service knows such files by. */
const sentAs = (name: string) => (/\.bpmn$/i.test(name) ? `${name}.xml` : name);

/** Adds one file to a process, and rejects with the reason where it cannot be added. */
export function useSending(): (sent: Sent) => Promise<void> {
  const announce = useWrite(createClarityCaptureUploadUrl);
  const complete = useWrite(completeClarityCapture);
  const announceDrawing = useWrite(createClarityArtifactImportUploadUrl);
  const completeDrawing = useWrite(completeClarityArtifactImport);
  return async ({ processId, file, transcript, signal, requestId, onSent }) => {
    const params = { process_id: processId };
    const file_name = sentAs(file.name);
    const content_type = artifactTypeOf(file_name);
    if (!content_type && !formatOf(file.name) && !mediaOf(file.name)) throw new Error("Files of its kind cannot be read.");
    const most = mediaOf(file.name) ? maxMediaBytes : maxCaptureBytes;
    if (file.size > most) throw new Error(`It is larger than ${most / 1_000_000} MB.`);
    if (transcript && transcript.size > maxTranscriptLetters)
      throw new Error(`${transcript.name} is larger than ${maxTranscriptLetters / 1_000_000} MB.`);
    const asked = requestId === undefined ? {} : { extra_capture_request_id: requestId };
    const drawing = content_type && { file_name, content_type };
    const { signed_url, capture_id } = drawing
      ? await announceDrawing.mutateAsync({ params, body: { ...drawing, ...asked } })
      : await announce.mutateAsync({ params, body: { file_name, ...asked, ...(transcript && { transcript: await transcript.text() }) } });
    const headers = { "content-type": file.type || "application/octet-stream" };
    const answer = await put(signed_url, file, headers, signal, (bytes) => onSent?.(Math.round((100 * bytes) / (file.size || 1))));
    if (answer.status !== 200) throw new Error(reasonOf(answer, signed_url));
    onSent?.(100);
    if (drawing) await completeDrawing.mutateAsync({ params: { ...params, capture_id }, body: drawing });
    else await complete.mutateAsync({ params: { ...params, capture_id } });
  };
}

export function notAdded({ name }: File, error: unknown): Failure {
  const details = error instanceof ApiError ? [...new Set(error.issues.map(({ message }) => message))] : [];
  const reason =
    details.length > 1 ? `It is wrong in ${details.length} places:` : error instanceof Error ? error.message : "The upload failed.";
  return { reason: `${name} was not added. ${reason}`, details: details.length > 1 ? details : [] };
}
