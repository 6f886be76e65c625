import { captureOf, processOf } from "#server/gates/stage/clarity.ts";
import { handedOverOf } from "#server/gates/stage/clarity-handover.ts";
import type { Examples } from "./example.ts";

const given = { value: 0.95, evidence_id: null, confirmed: true, revision: 0 };

export const clarityPromiseExamples: Examples<"clarityAchieved" | "clarityPromise"> = {
  clarityAchieved: {
    getClarityAchieved: {
      input: async (stage) => ({
        params: { process_id: (await handedOverOf(stage, { days: 30 })).process_id },
        query: { revision: "live" as const, timezone: "Europe/Berlin" },
      }),
    },
  },
  clarityPromise: {
    getClarityPromise: { input: async (stage) => ({ params: { process_id: await processOf(stage) } }) },
    updateClarityPromise: {
      input: async (stage) => {
        const { process_id, capture_id } = await captureOf(stage);
        const said = { ...given, evidence_id: `${capture_id}:0` };
        return {
          params: { process_id },
          body: { cases_a_week: { ...said, value: 12 }, minutes_a_case: { ...said, value: 6 }, success: said },
        };
      },
      also: (_stage, { params }) => [{ params, body: { success: given } }],
    },
  },
};
