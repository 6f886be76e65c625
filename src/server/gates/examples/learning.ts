import { randomUUID } from "node:crypto";
import { createEvalRubric } from "#contract/agents/eval-rubrics.ts";
import { putAgentMemoryFile } from "#contract/agents/memory.ts";
import { listAgentSuggestions } from "#contract/agents/suggestions.ts";
import { atLeast } from "#contract/roles.ts";
import { insertSuggestion } from "#server/agents/suggestions/suggestions.store.ts";
import { type Stage, roleIn } from "#server/gates/stage/stage.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { waitingRun } from "#server/gates/stage/runs.ts";
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

/** A suggestion as repeated failures of a rubric leave it, without the runs. */
async function suggestionOf(stage: Stage): Promise<{ id: string; buildId: string }> {
  const agent = await agentOf(stage);
  const as = atLeast(roleIn(stage), "team:builder") ? stage.as : stage.owner;
  const { rubric } = await stage.service.ok(createEvalRubric, { params: { agentId: agent.id }, body: words }, { as });
  await insertSuggestion(stage.service.app.services.store.db, {
    agent_id: agent.id,
    build_id: agent.buildId,
    rubric_slug: rubric.slug,
    title: "Runs keep failing it",
    description: "3 of the last 3 evaluated runs failed it.",
    addition: "Name the month.",
    sources: [{ agent_run_id: randomUUID(), run_number: 1, created_at: "2026-01-31T09:30:00.000Z" }],
  });
  const { data } = await stage.service.ok(listAgentSuggestions, { params: { agent_id: agent.id } }, { as });
  return { id: data[0]?.id ?? "", buildId: agent.buildId };
}

/** What agents learn, and how their work is judged. */
export const learningExamples: Examples<"evalRubrics" | "evalScores" | "evaluations" | "memory" | "suggestions"> = {
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
  },
  suggestions: {
    listAgentSuggestions: {
      input: async (stage) => ({ ...(await ofAgent(stage)), query: { status: "pending", limit: 10, offset: 0 } }),
      owned: "forbidden",
    },
    consumeAgentSuggestion: {
      input: async (stage) => {
        const { id, buildId } = await suggestionOf(stage);
        return { params: { id }, body: { revision_id: buildId } };
      },
      owned: "forbidden",
      compared: ["body.revision_id"],
    },
    rejectAgentSuggestion: { input: async (stage) => ({ params: { id: (await suggestionOf(stage)).id } }), owned: "forbidden" },
  },
};
