import { afterAll, beforeAll, expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { getRun, startTeamRun } from "#contract/runs/runs.ts";
import type { ModelPort } from "#server/engine/models/port.ts";
import { agentWith, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { scriptedModel } from "./models/scripted.ts";

let service: TestService;
/** Answers that are held back. */
const held: (() => void)[] = [];
const model: ModelPort = {
  async *answer(request) {
    if (JSON.stringify(request.turns).includes("Hold")) {
      const gate = Promise.withResolvers<void>();
      held.push(gate.resolve);
      request.signal.addEventListener("abort", () => gate.reject(request.signal.reason));
      await gate.promise;
    }
    yield* scriptedModel([]).answer(request);
  },
};
beforeAll(async () => void (service = await startService({ engine: { models: { scripted: model } } })));
afterAll(() => service.close());

const inState = async (agentId: string, ...statuses: string[]) =>
  (await service.pool.query("select count(*)::int as n from runs where agent_id = $1 and status = any($2)", [agentId, statuses])).rows[0].n;

it("a team that starts much leaves the next free place to another one", async () => {
  const { id: busy } = await agentWith(service, scripted("say {{message}}"));
  await Promise.all(Array.from({ length: 70 }, () => startRunOf(service, busy, { message: "Hold" })));
  await expect.poll(() => held.length).toBe(64);
  expect(await inState(busy, "pending")).toBe(6);
  const teamId = service.neighbourTeamId;
  const as = { as: "neighbour" } as const;
  const config = scripted("say Hello");
  const { agent } = await service.ok(createAgent, { params: { teamId }, body: { name: "Quiet", build: { name: "First", config } } }, as);
  const { run } = await service.ok(startTeamRun, { params: { teamId }, body: { agent_id: agent.id } }, as);
  held.shift()?.();
  const status = async () => (await service.ok(getRun, { params: { run_id: run.id } }, as)).run.status;
  await expect.poll(status).toBe("completed");
  expect(await inState(busy, "completed")).toBe(1);
  await expect.poll(async () => (held.splice(0).forEach((release) => release()), inState(busy, "completed"))).toBe(70);
});

it("programs that wait for a place hold up no model", async () => {
  const gate = (content: string) =>
    service.ok(updateFileContent, { params: { teamId: service.teamId, path: "gate.txt" }, body: { content } });
  await gate("closed");
  const code = 'import caseload, time\nwhile caseload.files.read("gate.txt") == "closed":\n    time.sleep(0.05)';
  const { id: program } = await agentWith(service, python(code, { files: ["gate.txt"] }));
  const runs = await Promise.all(Array.from({ length: 10 }, () => startRunOf(service, program)));
  await expect.poll(() => inState(program, "running")).toBeGreaterThan(1);
  await settled(service, await startRunOf(service, (await agentWith(service, scripted("say Hello"))).id));
  expect(await inState(program, "pending", "starting", "running")).toBe(10);
  expect(await inState(program, "starting", "running")).toBeLessThan(10);
  await gate("open");
  for (const id of runs) expect((await settled(service, id)).status).toBe("completed");
});
