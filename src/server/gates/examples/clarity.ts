import { processOf } from "#server/gates/stage/clarity.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Examples, page } from "./example.ts";

const ofProcess = async (stage: Stage) => ({ params: { process_id: await processOf(stage) } });
const ofTeam = async (stage: Stage) => {
  await processOf(stage);
  return { params: { teamId: stage.teamId } };
};

export const clarityExamples: Examples<"clarityProcesses" | "claritySummaries"> = {
  clarityProcesses: {
    listClarityProcesses: {
      input: async (stage) => ({ ...(await ofTeam(stage)), query: { ...page, search: "pay", status: "complete" as const, version: 2 } }),
    },
    createClarityProcess: {
      input: (stage) => ({
        params: { teamId: stage.teamId },
        body: { name: "Pay an invoice", version: 1, analysis: { steps: [{ title: "Check" }] } },
      }),
      also: (_stage, { params }) => [{ params, body: {} }],
    },
    getClarityProcess: { input: async (stage) => ({ ...(await ofProcess(stage)), query: { captures: "lite" as const } }) },
    updateClarityProcess: {
      input: async (stage) => ({
        ...(await ofProcess(stage)),
        body: { name: "Pay a supplier", visibility: "restricted" as const, custom_prompt: "Keep it short" },
      }),
    },
    deleteClarityProcess: { input: ofProcess },
    duplicateClarityProcess: { input: ofProcess },
  },
  claritySummaries: {
    listClarityProcessSummaries: {
      input: async (stage) => ({
        ...(await ofTeam(stage)),
        query: { ...page, detail: "skeleton" as const, include_current_steps: "true" as const },
      }),
    },
  },
};
