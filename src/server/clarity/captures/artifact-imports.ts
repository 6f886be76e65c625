import type * as contract from "#contract/clarity/artifact-imports.ts";
import { artifactTypeOf } from "#contract/clarity/artifact-imports.ts";
import { askedFirst, type Handlers } from "#server/platform/http/context.ts";
import { announceFile, endUpload, readUpload } from "./adding.ts";
import { listFindings } from "./captures.store.ts";
import { readArtifact } from "./reading/read-artifact.ts";
import { requireCapture } from "./require-capture.ts";

const reads = (fileName: string) => artifactTypeOf(fileName) !== undefined;

export const clarityArtifactImportHandlers: Handlers<typeof contract> = {
  async createClarityArtifactImportUploadUrl({ params, body: { file_name, extra_capture_request_id } }, context) {
    const announced = { processId: params.process_id, type: "document", fileName: file_name } as const;
    return announceFile(context, { ...announced, requestId: extra_capture_request_id });
  },

  completeClarityArtifactImport: askedFirst(
    ({ params, body: { content_type: type } }, context) =>
      readUpload(context, { params, reads, read: (_name, bytes) => readArtifact({ type, team: context.team.id, bytes }) }),
    ({ params, body: { file_name: name } }, context, brought) => endUpload(context, { params, reads, brought, name }),
  ),

  async listClarityCaptureFindings({ params }, context) {
    const { id } = await requireCapture(context, params.process_id, params.capture_id);
    return { findings: await listFindings(context.db, id) };
  },
};
