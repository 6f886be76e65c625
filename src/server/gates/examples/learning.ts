import { putAgentMemoryFile } from "#contract/agents/memory.ts";
import { atLeast } from "#contract/roles.ts";
import { type Stage, agentOf, roleIn } from "#server/gates/stage.ts";
import { type Examples, ofAgent } from "./example.ts";

/** A memory file of an agent, and its generation. */
async function memoryOf(stage: Stage) {
  const params = { agent_id: (await agentOf(stage)).id, path: "notes/suppliers.md" };
  const as = atLeast(roleIn(stage), "team:builder") ? stage.as : stage.owner;
  const { generation } = await stage.service.ok(putAgentMemoryFile, { params, body: { content: "Net 30", generation: null } }, { as });
  return { params, generation };
}

/** What agents learn, and how their work is judged. */
export const learningExamples: Examples<"memory"> = {
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
