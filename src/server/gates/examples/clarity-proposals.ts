import { randomUUID } from "node:crypto";
import { findLive } from "#server/clarity/snapshots/snapshots.store.ts";
import { captureOf, generatingOf, versionOf } from "#server/gates/stage/clarity.ts";
import { askedOf, builtOf } from "#server/gates/stage/clarity-proposals.ts";
import type { Stage } from "#server/gates/stage/stage.ts";
import { type Examples, page } from "./example.ts";

const dbOf = (stage: Stage) => stage.service.app.services.store.db;
const kind = "transformation_proposal" as const;

export const clarityProposalExamples: Examples<"clarityAutomation" | "clarityExtraCaptures" | "clarityGeneration"> = {
  clarityAutomation: {
    buildClarityAutomation: {
      input: async (stage) => {
        const { process_id, transformation_proposal_id } = await askedOf(stage);
        return { params: { process_id }, body: { transformation_proposal_id } };
      },
    },
    getClarityAutomation: { input: async (stage) => ({ params: { process_id: (await builtOf(stage)).process_id } }) },
    getRevisionClarityProcess: { input: async (stage) => ({ params: { build_id: (await builtOf(stage)).build_id } }) },
  },
  clarityExtraCaptures: {
    listClarityExtraCaptureRequests: {
      input: async (stage) => {
        const { process_id, transformation_proposal_id } = await askedOf(stage);
        return { params: { process_id, transformation_proposal_id }, query: page };
      },
    },
    assignClarityExtraCaptureRequest: {
      input: async (stage) => ({ params: await askedOf(stage), body: { user_id: stage.service.ids.member } }),
    },
  },
  clarityGeneration: {
    generateClarityProcessSnapshot: {
      input: async (stage) => {
        const { process_id } = await captureOf(stage);
        const [source, former] = [
          await findLive(dbOf(stage), process_id, "current_process"),
          await findLive(dbOf(stage), process_id, kind),
        ];
        const asked = { custom_guidance: "Leave payments alone", transformation_aggressiveness: "conservative" as const };
        return {
          params: { process_id, kind },
          body: { source_snapshot_id: source?.id ?? "", regenerate_from: former?.id ?? "", ...asked },
        };
      },
      also: (_stage, { params }) => [{ params: { ...params, kind: "current_process" as const }, body: {} }],
    },
    postprocessClaritySnapshot: {
      input: async (stage) => {
        const { process_id, snapshot_id } = await versionOf(stage);
        return { params: { process_id }, body: { type: "current_process" as const, current_process_id: snapshot_id } };
      },
      also: (_stage, { params }) => [{ params, body: { type: kind, transformation_proposal_id: randomUUID() } }],
      // Of the two the type says which one is there.
      compared: ["body.current_process_id", "body.transformation_proposal_id"],
    },
    stopClarityProcessSnapshot: { input: async (stage) => ({ params: await generatingOf(stage) }) },
  },
};
