import { createEvalRubric } from "#contract/agents/eval-rubrics.ts";
import { putAgentMemoryFile } from "#contract/agents/memory.ts";
import { atLeast } from "#contract/roles.ts";
import { type Stage, agentOf, roleIn, waitingRun } from "#server/gates/stage.ts";
import { type Examples, ofAgent } from "./example.ts";

/** A memory file of an agent, and its generation. */
async function memoryOf(stage: Stage) {
  const params = { agent_id: (await agentOf(stage)).id, path: "notes/suppliers.md" };
  const as = atLeast(roleIn(stage), "team:builder") ? stage.as : stage.owner;
  const { generation } = await stage.service.ok(putAgentMemoryFile, { params, body: { content: "Net 30", generation: null } }, { as });
  return { params, generation };
}

const words = { title: "Names the month", description: "Does the answer name the month that it is about?" };

async function rubricOf(stage: Stage) {
  const { id } = await agentOf(stage);
  const as = atLeast(roleIn(stage), "team:builder") ? stage.as : stage.owner;
  const { rubric } = await stage.service.ok(createEvalRubric, { params: { agentId: id }, body: words }, { as });
  return { agentId: id, rubricId: rubric.id };
}

/** What agents learn, and how their work is judged. */
export const learningExamples: Examples<"evalRubrics" | "evalScores" | "evaluations" | "memory"> = {
  evalRubrics: {
    getEvalRubrics: {
      input: async (stage) => {
        const { id, buildId } = await agentOf(stage);
        return { params: { agentId: id }, query: { build_id: buildId } };
      },
      compared: ["query.build_id"],
    },
    createEvalRubric: {
      input: async (stage) => {
        const { id, buildId } = await agentOf(stage);
        return { params: { agentId: id }, body: { ...words, build_id: buildId } };
      },
      owned: "forbidden",
      compared: ["body.build_id"],
    },
    replaceEvalRubrics: {
      input: async (stage) => {
        const { id, buildId } = await agentOf(stage);
        return { params: { agentId: id }, body: { rubrics: [words], build_id: buildId } };
      },
      owned: "forbidden",
      compared: ["body.build_id"],
    },
    updateEvalRubric: {
      input: async (stage) => ({ params: await rubricOf(stage), body: { ...words, title: "Other title" } }),
      owned: "forbidden",
    },
    deleteEvalRubric: { input: async (stage) => ({ params: await rubricOf(stage) }), owned: "forbidden" },
  },
  evalScores: {
    getEvalScores: {
      input: async (stage) => {
        const { id, buildId } = await agentOf(stage);
        return { params: { agentId: id }, query: { since: "2026-01-31T09:30:00Z", scope: "custom", revision_id: buildId } };
      },
      compared: ["query.revision_id"],
    },
    getEvalHistory: { input: async (stage) => ({ params: { agentId: (await agentOf(stage)).id }, query: { days: 30 } }) },
  },
  evaluations: {
    getRunEvaluation: {
      input: async (stage) => {
        const { run_id, agent_id } = await waitingRun(stage);
        return { params: { agentId: agent_id, runId: run_id } };
      },
      owned: "forbidden",
    },
  },
  memory: {
    listAgentMemoryFiles: { input: ofAgent },
    getAgentMemoryFile: { input: async (stage) => ({ params: (await memoryOf(stage)).params }) },
    putAgentMemoryFile: {
      input: async (stage) => {
        const { params, generation } = await memoryOf(stage);
        return { params, body: { content: "Net 14", generation } };
      },
      also: (_stage, { params }) => [{ params, body: { content: "Net 60", generation: null } }],
      owned: "forbidden",
      compared: ["body.generation"],
    },
    deleteAgentMemoryFile: {
      input: async (stage) => {
        const { params, generation } = await memoryOf(stage);
        return { params, query: { generation } };
      },
      owned: "forbidden",
      compared: ["query.generation"],
    },
  },
};
