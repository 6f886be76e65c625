import { afterAll, beforeAll, expect, it } from "vitest";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { engineState } from "./engine-state.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

interface Plan {
  readonly "Execution Time": number;
  readonly Plan: { readonly "Shared Hit Blocks": number; readonly "Shared Read Blocks": number };
}

async function read(): Promise<{ ms: number; blocks: number }> {
  const explained = await service.pool.query(`explain (analyze, buffers, format json) ${engineState}`);
  const [{ "Execution Time": ms, Plan: plan }] = explained.rows[0]["QUERY PLAN"] as [Plan];
  return { ms, blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
}

it("reads no more of 50,000 runs that wait out a fault among 200,000 that have ended", { timeout: 300_000 }, async () => {
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const runId = await startRunOf(service, agent);
  await settled(service, runId);
  const copies = (count: number, status: string, next: string) =>
    service.pool.query(
      `insert into runs (id, team_id, agent_id, build_id, status, source, title, run_number, next_attempt_at)
       select gen_random_uuid(), team_id, agent_id, build_id, $2, source, title, n, ${next} from runs, generate_series(1, $3::int) n where id = $1`,
      [runId, status, count],
    );
  for (let n = 0; n < 20; n++) await copies(10_000, "completed", "null");
  await service.pool.query("analyze runs");
  await read();
  const before = await read();
  for (let n = 0; n < 5; n++) await copies(10_000, "pending", "now() + interval '1 hour'");
  await read();
  const after = await read();
  process.stdout.write(`a state: ${before.ms} ms, ${before.blocks} blocks; beside 50,000: ${after.ms} ms, ${after.blocks} blocks\n`);
  expect(after.blocks).toBeLessThan(before.blocks + 50);
});
