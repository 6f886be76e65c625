import { afterAll, beforeAll, expect, it } from "vitest";
import { updateFileContent } from "#contract/library/files.ts";
import type { ModelPort } from "#server/engine/models/port.ts";
import { agentWith, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { scriptedModel } from "#server/engine/models/scripted.ts";

let service: TestService;
/** Never answers, until it is let. */
let silent = true;
/** How often it was asked and stayed silent. */
let asked = 0;
const model: ModelPort = {
  async *answer(request) {
    if (silent && JSON.stringify(request.turns).includes("Hold")) {
      asked += 1;
      await new Promise((_, stop) => request.signal.addEventListener("abort", stop));
    }
    yield* scriptedModel([]).answer(request);
  },
};
beforeAll(async () => void (service = await startService({ engine: { models: { scripted: model } } })));
afterAll(() => service.close());

const stored = async (runId: string) =>
  (await service.pool.query("select status, lease, claims, code_starts, excused_starts from runs where id = $1", [runId])).rows[0] as {
    status: string;
    lease: number;
    claims: number;
    code_starts: number;
    excused_starts: number;
  };
/** As when its worker's process was killed. */
const lose = (runId: string) =>
  service.pool.query("update runs set worker_id = null, next_attempt_at = now() where id = $1 and status in ('starting', 'running')", [
    runId,
  ]);

it("a run that ends its worker each time fails after five of them", async () => {
  silent = true;
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const runId = await startRunOf(service, agent, { message: "Hold" });
  for (let claim = 1; claim <= 5; claim++) {
    await expect.poll(async () => (await stored(runId)).claims).toBe(claim);
    await lose(runId);
    service.app.services.engine.wakeRuns();
  }
  const run = await settled(service, runId);
  expect(run).toMatchObject({ status: "failed", failure: { code: "worker_lost" } });
  expect((await messagesOf(service, runId)).at(-1)?.text_content).toContain("stopped five times");
});

it("a run that gets further has five workers again", async () => {
  silent = true;
  asked = 0;
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const runId = await startRunOf(service, agent, { message: "Hold" });
  for (let claim = 1; claim <= 4; claim++) {
    // The row says that it is claimed before its worker has got to the model.
    await expect.poll(() => asked).toBe(claim);
    if (claim === 4) silent = false;
    await lose(runId);
    service.app.services.engine.wakeRuns();
  }
  expect((await settled(service, runId)).status).toBe("completed");
  expect(await stored(runId)).toMatchObject({ lease: 5, claims: 0 });
});

it("no start counts that ended because the process had lost its store", async () => {
  const gate = (content: string) =>
    service.ok(updateFileContent, { params: { teamId: service.teamId, path: "gate.txt" }, body: { content } });
  await gate("closed");
  const code = 'import caseload, time\nwhile caseload.files.read("gate.txt") == "closed":\n    time.sleep(0.05)';
  const { id: agent } = await agentWith(service, python(code, { files: ["gate.txt"] }));
  const runId = await startRunOf(service, agent);
  const starts = async () => (await stored(runId)).code_starts;
  for (let start = 1; start <= 3; start++) {
    await expect.poll(starts).toBe(start);
    await service.pool.query("update workers set alive_until = now()");
  }
  await expect.poll(starts).toBe(4);
  await gate("open");
  expect((await settled(service, runId)).status).toBe("completed");
  expect(await stored(runId)).toMatchObject({ code_starts: 4, excused_starts: 3 });
});
