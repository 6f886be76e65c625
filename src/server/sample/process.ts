import { completeClarityCapture, createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { sampleProcess } from "#contract/clarity/sample-process.ts";
import type { SampleApi } from "./api.ts";

/** Adds the sample process with its captures, and has its first version generated: a draft with an open question, which is for a person to review. */
export async function makeSampleProcess(api: SampleApi, teamId: string): Promise<void> {
  const { process } = await api.call(createClarityProcess, { params: { teamId }, body: { name: sampleProcess.name } });
  const process_id = process.id;
  for (const { fileName, text } of sampleProcess.captures) {
    const upload = await api.call(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name: fileName } });
    await api.upload(upload.signed_url, text);
    await api.call(completeClarityCapture, { params: { process_id, capture_id: upload.capture_id } });
  }
  await api.call(generateClarityProcessSnapshot, { params: { process_id, kind: "current_process" } });
}
