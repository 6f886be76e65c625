import { randomUUID } from "node:crypto";
import type { BuilderRun } from "#contract/agents/builder-run.ts";
import { draftOf, generationOf } from "#server/gates/stage/agents.ts";
import { type Examples, page, team } from "./example.ts";

const reviewOf = ({ id, build_id, started_at }: BuilderRun) => ({
  params: { build_id },
  body: { builder_run_id: id, expected_started_at: started_at, note: "Agreed with the accounting team." },
});

export const builderRunsExamples: Examples<"builderRuns"> = {
  builderRuns: {
    generateRevision: {
      input: async (stage) => ({
        params: { build_id: (await draftOf(stage)).buildId },
        body: {
          prompt: 'ask "Which month?"',
          conversation: "Ask for the month first.",
          model: "scripted",
          process_id: randomUUID(),
          insight_index: 1,
          selected_automation_revision_id: randomUUID(),
        },
      }),
      also: (_stage, { params, body }) => [{ params, body: { ...body, run_id: randomUUID(), previous_build_id: randomUUID() } }],
      owned: "forbidden",
      compared: ["body.run_id", "body.previous_build_id"],
    },
    getRevisionGeneration: { input: async (stage) => ({ params: { build_id: (await generationOf(stage)).build_id } }) },
    listRevisionGenerations: {
      input: async (stage) => ({ params: { build_id: (await generationOf(stage)).build_id }, query: page }),
    },
    acceptRevisionGeneration: { input: async (stage) => reviewOf(await generationOf(stage)), owned: "forbidden" },
    declineRevisionGeneration: { input: async (stage) => reviewOf(await generationOf(stage)), owned: "forbidden" },
    answerRevisionGeneration: {
      input: async (stage) => {
        const { build_id, id } = await generationOf(stage, 'ask "Which month?"');
        return { params: { build_id }, body: { builder_run_id: id, answers: { "Which month?": "March" } } };
      },
      owned: "forbidden",
      compared: ["body.answers"],
    },
    cancelRevisionGeneration: {
      input: async (stage) => {
        const { build_id, id } = await generationOf(stage, 'ask "Which month?"');
        return { params: { build_id }, body: { builder_run_id: id } };
      },
      owned: "forbidden",
    },
    listOpenBuilderRuns: { input: (stage) => ({ ...team(stage), query: page }) },
  },
};
