import { afterAll, beforeAll, expect, it } from "vitest";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { plantCopies } from "#server/testing/many-runs.ts";
import { explained, report, scaled } from "#server/testing/proof.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { claimRuns } from "./claim-runs.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

/** Milliseconds and blocks of a claim that finds nothing: the middle one of nine. */
async function claim(): Promise<{ ms: number; blocks: number }> {
  const all: { ms: number; blocks: number }[] = [];
  while (all.length < 9) all.push(await oneClaim());
  return all.toSorted((a, b) => a.ms - b.ms)[4] ?? { ms: 0, blocks: 0 };
}

async function oneClaim(): Promise<{ ms: number; blocks: number }> {
  const { rows } = await service.pool.query("select id from workers where alive_until > now()");
  return explained(service.pool, claimRuns, [16, rows[0].id, false, [], []]);
}

it("a claim reads no more when 50,000 runs wait out a fault among 200,000 that have ended", { timeout: 300_000 }, async () => {
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const runId = await startRunOf(service, agent);
  await settled(service, runId);
  await plantCopies(service.pool, runId, scaled(200_000), "completed");
  const before = await claim();
  await plantCopies(service.pool, runId, scaled(50_000), "pending", "now() + interval '1 hour'");
  const after = await claim();
  report(`a claim: ${before.ms} ms, ${before.blocks} blocks; beside ${scaled(50_000)} that wait: ${after.ms} ms, ${after.blocks} blocks`);
  expect(after.ms).toBeLessThan(2);
  expect(after.blocks).toBeLessThan(before.blocks + 30);
});
