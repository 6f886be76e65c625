import { afterAll, beforeAll, expect, it } from "vitest";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { plantCopies } from "#server/testing/many-runs.ts";
import { explained, report, scaled } from "#server/testing/proof.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { engineState } from "./engine-report.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const read = () => explained(service.pool, engineState);

it("reads no more of 50,000 runs that wait out a fault among 200,000 that have ended", { timeout: 300_000 }, async () => {
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const runId = await startRunOf(service, agent);
  await settled(service, runId);
  await plantCopies(service.pool, runId, scaled(200_000), "completed");
  await read();
  const before = await read();
  await plantCopies(service.pool, runId, scaled(50_000), "pending", "now() + interval '1 hour'");
  await read();
  const after = await read();
  report(`a state: ${before.ms} ms, ${before.blocks} blocks; beside ${scaled(50_000)}: ${after.ms} ms, ${after.blocks} blocks`);
  expect(after.blocks).toBeLessThan(before.blocks + 50);
});
