import { completeClarityCapture, createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { createClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { getClarityPromise, type PromiseFigure, promiseFigures, updateClarityPromise } from "#contract/clarity/promise.ts";
import { sampleProcess } from "#contract/clarity/sample-process.ts";
import { promoteClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import type { SampleApi } from "./api.ts";
import type { Loading } from "./loading.ts";
import { handOver } from "./process-agent.ts";
import { waitFor } from "./wait-for.ts";

/** No capture says any of it. */
const promised: Readonly<Record<PromiseFigure, number>> = { cases_a_week: 40, minutes_a_case: 5, success: 0.9 };

/**
 * Adds the sample process with its captures, has it described and a change proposed, and hands it over to an agent that works on the latest invoices.
 * Each step is done where it is missing: called again, it goes on from where it was.
 */
export async function makeSampleProcess(loading: Loading): Promise<void> {
  const { api, teamId, made } = loading;
  const process_id = await made(
    "process",
    sampleProcess.name,
    async () => (await api.call(createClarityProcess, { params: { teamId }, body: { name: sampleProcess.name } })).process.id,
  );
  const { captures } = await shown(api, process_id);
  for (const { fileName, text } of sampleProcess.captures) {
    const started = captures.find(({ documentFileName }) => documentFileName === fileName);
    if (started?.status !== "complete") await capture(loading, process_id, fileName, text);
  }
  await makeLive(api, process_id, "current_process");
  await makeLive(api, process_id, "transformation_proposal");
  const promise = await api.call(getClarityPromise, { params: { process_id } });
  const missing = promiseFigures.filter((figure) => promise[figure] === null);
  const given = missing.map((figure) => [figure, { value: promised[figure], evidence_id: null, confirmed: true, revision: 0 }] as const);
  if (given.length > 0) await api.call(updateClarityPromise, { params: { process_id }, body: Object.fromEntries(given) });
  const { sandbox } = await api.call(getCapabilities, {});
  await handOver(loading, { process_id, runs: sandbox.available });
}

const shown = (api: SampleApi, process_id: string) => api.call(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });

async function capture({ api, note }: Loading, process_id: string, file_name: string, text: string): Promise<void> {
  const upload = await api.call(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name } });
  await note("capture", [upload.capture_id]);
  await api.upload(upload.signed_url, text);
  await api.call(completeClarityCapture, { params: { process_id, capture_id: upload.capture_id } });
}

/** Has a version written, waits for it, and makes it live. */
async function makeLive(api: SampleApi, process_id: string, kind: "current_process" | "transformation_proposal"): Promise<void> {
  const versions = async () => {
    const { process, ...found } = await shown(api, process_id);
    return {
      generating: process.generation_progress !== null,
      all: kind === "current_process" ? found.current_process_versions : found.transformation_proposal_versions,
    };
  };
  const first = await versions();
  if (first.all.some(({ status }) => status === "live")) return;
  if (!first.generating && first.all.length === 0) await api.call(generateClarityProcessSnapshot, { params: { process_id, kind } });
  const written = await waitFor(`the ${kind} of the sample process`, async () => {
    const { generating, all } = await versions();
    return generating ? undefined : all;
  });
  const draft = written.find(({ status }) => status === "draft");
  if (!draft) throw new Error(`The ${kind} of the sample process was not written.`);
  await api.call(promoteClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: draft.id } });
}
