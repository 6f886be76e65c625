import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { createAgent } from "#contract/agents/agents.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { refreshSlotTools, setSlotTools } from "#contract/connections/slot-tools.ts";
import { respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { listRunMessages } from "#contract/runs/messages.ts";
import { getRun, getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { python, scripted } from "#server/testing/agents.ts";
import { crashable } from "#server/testing/crashable.ts";
import { startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { comes, patienceMs } from "#server/testing/patience/comes.ts";

let server: TestMcpServer;
let service: Awaited<ReturnType<typeof crashable>>;
let teamId: string;
let asking: string;
let calling: string;
beforeAll(async () => {
  server = await startMcpServer([{ name: "pay", inputSchema: { type: "object" } }]);
  service = await crashable({ OUTBOUND_ALLOW: server.host });
  teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
  const params = { teamId };
  const named = { name: "Ledger", auth_method: "url" as const, server_url: server.url };
  const { id: integration_id } = await service.call(createCustomIntegration, { params, body: named });
  const body = { name: "Books", provider: "user" as const, auth_method: "url" as const, custom_integration_id: integration_id };
  const { id: connection_id } = await service.call(createConnection, { params, body });
  const make = async (config: Config) => {
    const { agent, build } = await service.call(createAgent, { params, body: { name: "Payer", build: { name: "First", config } } });
    const revision = { agent_id: agent.id, build_id: build?.id ?? "" };
    await service.call(attachRevisionIntegrations, { params: revision, body: { integration_ids: [integration_id] } });
    const slot = { params: { ...revision, integration_id } };
    await service.call(pinRevisionIntegrationConnection, { ...slot, body: { connection_id } });
    return { id: agent.id, slot };
  };
  asking = (await make(scripted('call ledger__pay {"no": 7}', "say {{last}}"))).id;
  const program = await make(python('import caseload\nprint(caseload.call("ledger__pay", no=7)["content"][0]["text"])'));
  const { tools } = await service.call(refreshSlotTools, program.slot);
  const chosen = tools.map(({ server_url, digest }) => ({ server_url, digest, policy: "allow" as const }));
  await service.call(setSlotTools, { ...program.slot, body: { tools: chosen } });
  calling = program.id;
});
afterAll(async () => {
  await service.close();
  await server.close();
});

async function settled(run_id: string): Promise<string> {
  const look = async () => {
    const { run } = await service.call(getRunDetails, { params: { run_id } });
    return ["waiting", "completed", "failed"].includes(run.status) ? run.status : undefined;
  };
  // A killed process's lease has to run out first.
  return comes("The end of a run", look, { withinMs: 2 * patienceMs });
}
const asked = async (run_id: string) => (await service.call(getRun, { params: { run_id } })).pending_human_request;

/** A run that waits for a yes. */
async function waiting(): Promise<string> {
  server.calls.length = 0;
  const { run } = await service.call(startTeamRun, { params: { teamId }, body: { agent_id: asking, message: "Go" } });
  expect(await settled(run.id)).toBe("waiting");
  return run.id;
}
async function approve(run_id: string): Promise<void> {
  const params = { run_id, request_id: (await asked(run_id))?.id ?? "" };
  await service.call(respondToHumanRequest, { params, body: { approved: true } });
}

/** The first request of this method is not answered, and the service is killed while it waits. */
async function killAt(method: string, start: () => Promise<unknown>): Promise<void> {
  const reached = Promise.withResolvers<void>();
  server.before = async (_request, response, body) => {
    if (!body.includes(`"${method}"`)) return false;
    if (method === "tools/call") server.calls.push({ name: "pay", arguments: {} });
    reached.resolve();
    await new Promise((closed) => response.on("close", closed));
    return true;
  };
  await start();
  await reached.promise;
  await service.killAndRestart(() => (server.before = () => false));
}

test("killed between the yes and the call, the service makes it once", async () => {
  const run_id = await waiting();
  await killAt("tools/list", () => approve(run_id));
  expect(await settled(run_id)).toBe("completed");
  expect(server.calls).toEqual([{ name: "pay", arguments: { no: 7 } }]);
});

test("killed while the call is made, it asks what became of it and repeats nothing", async () => {
  const run_id = await waiting();
  await killAt("tools/call", () => approve(run_id));
  expect(await settled(run_id)).toBe("waiting");
  expect([server.calls.length, (await asked(run_id))?.title]).toEqual([1, "Outcome unknown: ledger__pay"]);
  const params = { run_id, request_id: (await asked(run_id))?.id ?? "" };
  await service.call(respondToHumanRequest, { params, body: { answers: { "Outcome unknown: ledger__pay": "Count as done" } } });
  expect(await settled(run_id)).toBe("completed");
  expect(server.calls).toHaveLength(1);
});

test("a program that is killed during its call is started again once a person says what became of the call", async () => {
  server.calls.length = 0;
  let run_id = "";
  await killAt("tools/call", async () => {
    run_id = (await service.call(startTeamRun, { params: { teamId }, body: { agent_id: calling, message: "Go" } })).run.id;
  });
  expect(await settled(run_id)).toBe("waiting");
  const request = await asked(run_id);
  expect([server.calls.length, request?.title]).toEqual([1, "Outcome unknown: ledger__pay"]);
  const params = { run_id, request_id: request?.id ?? "" };
  await service.call(respondToHumanRequest, { params, body: { answers: { "Outcome unknown: ledger__pay": "Retry" } } });
  expect(await settled(run_id)).toBe("completed");
  expect(server.calls.at(-1)).toEqual({ name: "pay", arguments: { no: 7 } });
  const { messages } = await service.call(listRunMessages, { params: { run_id } });
  expect(messages.filter(({ tool_call }) => tool_call)).toHaveLength(1);
  expect(messages.find(({ subtype }) => subtype === "stdout")?.text_content).toBe("done\n");
});
