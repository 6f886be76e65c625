import {
  getClarityArtifactChatMessages,
  listClarityArtifactChatConversations,
  sendClarityArtifactChatMessage,
} from "#contract/clarity/chat.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { getClarityProcess } from "#contract/clarity/processes.ts";
import { getClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { editTool } from "#server/clarity/chat/edit-tools.ts";
import type { WireReply } from "#server/testing/model-server.ts";
import type { ServiceProcess } from "#server/testing/service-process.ts";
import { compatible } from "#server/testing/wire-dialects.ts";
import { writeTool } from "./flow.ts";
import type { Killed, Scene } from "./kills.cases.ts";
import { summaryTool } from "./summary.ts";

const kind = "current_process" as const;
const called = (name: string, args: object): WireReply => ({
  body: [...compatible.call(name, JSON.stringify(args)), ...compatible.end("tool_calls")],
});
const event = { nodeType: "event", evidence: [], confidence: "high" };
const task = { nodeType: "task", nodeSubtype: "user", confidence: "high" };
/** Three steps, one of which rests on a unit. */
export const flowOf = (evidence: string, title = "Check invoice") => ({
  steps: [
    { ...event, id: "start", nodeSubtype: "start", title: "Start", targetSteps: [{ stepId: "check" }] },
    { ...task, id: "check", title, evidence: [evidence], targetSteps: [{ stepId: "end" }] },
    { ...event, id: "end", nodeSubtype: "end", title: "End", targetSteps: [] },
  ],
});
export const summaryOf = () => ({
  summary: "A clerk checks it.",
  swot: { strengths: [], weaknesses: [], opportunities: [], threats: [] },
});

const offers = (body: string, tool: string) => body.includes(`"name":"${tool}"`);

async function draftsOf(service: ServiceProcess, { process_id }: Killed) {
  const { process, current_process_versions } = await service.call(getClarityProcess, { params: { process_id }, query: {} });
  const { status, generation_error, generation_progress } = process;
  const drafts = [];
  for (const { id: snapshot_id, status: state } of current_process_versions) {
    if (state === "live") continue;
    const { snapshot } = await service.call(getClarityProcessSnapshot, { params: { process_id, kind, snapshot_id } });
    drafts.push({ state, titles: snapshot.data.steps.map(({ title }) => title), summary: snapshot.data.summary ?? null });
  }
  return { status, generation_error, generation_progress, versions: current_process_versions.length, drafts };
}

/** Its model cites what does not exist, is told so, writes the steps, and describes them. */
export const generating: Scene = {
  answer: (body) =>
    offers(body, summaryTool)
      ? called(summaryTool, summaryOf())
      : called(writeTool, flowOf(body.includes("No capture has c9.4") ? "c1.1" : "c9.4")),
  ask: (service, { process_id }) => service.call(generateClarityProcessSnapshot, { params: { process_id, kind } }),
  follows: ({ turns, data }, body) =>
    offers(body, data === null ? writeTool : summaryTool) && body.includes("No capture has c9.4") === turns.length > 0,
  found: draftsOf,
  expected: {
    status: "review",
    generation_error: null,
    generation_progress: null,
    versions: 2,
    drafts: [{ state: "draft", titles: ["Start", "Check invoice", "End"], summary: "A clerk checks it." }],
  },
  events: ["clarity_process.generation_started", "clarity_process.generated"],
};

/** Its model names a step that does not exist, is told so, and makes an edit. */
export const talking: Scene = {
  answer: (body) =>
    called(editTool, { operations: [{ op: "rename", stepId: told(body) ? "check" : "no-such-step", title: "Compare it" }] }),
  ask: (service, { process_id, live_id }) =>
    service.call(sendClarityArtifactChatMessage, {
      params: { process_id },
      body: { conversation_id: null, snapshot_kind: kind, baseline_snapshot_id: live_id, content: "Rename the check" },
    }),
  follows: ({ turns }, body) => offers(body, editTool) && told(body) === turns.length > 0,
  async found(service, killed) {
    const params = { process_id: killed.process_id };
    const { conversations } = await service.call(listClarityArtifactChatConversations, { params, query: { snapshot_kind: kind } });
    const said = [];
    for (const { id: conversation_id, status } of conversations) {
      const { messages } = await service.call(getClarityArtifactChatMessages, { params: { ...params, conversation_id } });
      said.push({ status, messages: messages.map(({ role, body }) => [role, body.kind]) });
    }
    return { said, ...(await draftsOf(service, killed)) };
  },
  expected: {
    said: [
      {
        status: "waiting_for_patch",
        messages: [
          ["user", "text"],
          ["assistant", "patch"],
        ],
      },
    ],
    status: "review",
    generation_error: null,
    generation_progress: null,
    versions: 2,
    drafts: [{ state: "draft", titles: ["Start", "Compare it", "Paid"], summary: null }],
  },
  events: [],
};

/** What is wrong with an edit stands in the result of a tool. */
const told = (body: string) => body.includes('"role":"tool"');
