import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { crashable } from "#server/testing/crashable.ts";

it("a run whose step kills its worker's process five times is not tried a sixth time", { timeout: 300_000 }, async () => {
  let asked = 0;
  let arrived: (() => void) | undefined;
  // A model that never answers: the process is killed while it waits.
  const model = createServer(() => {
    asked++;
    arrived?.();
  });
  await new Promise<void>((done) => model.listen(0, "127.0.0.1", done));
  const service = await crashable({ MODEL_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}` });
  try {
    const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
    const config = { version: "v1", data: { model: "llama3", input: "Answer." } } as const;
    const { agent } = await service.call(createAgent, { params: { teamId }, body: { name: "Kills", build: { name: "First", config } } });
    let next = new Promise<void>((come) => (arrived = come));
    const { run } = await service.call(startTeamRun, { params: { teamId }, body: { agent_id: agent.id, message: "Go" } });
    for (let kill = 1; kill <= 5; kill++) {
      await next;
      next = new Promise<void>((come) => (arrived = come));
      await service.killAndRestart();
    }
    const now = async () => (await service.call(getRunDetails, { params: { run_id: run.id } })).run;
    await expect.poll(async () => (await now()).status, { timeout: 120_000, interval: 200 }).toBe("failed");
    expect(await now()).toMatchObject({ failure: { code: "worker_lost" } });
    expect(asked).toBe(5);
  } finally {
    await service.close();
    model.closeAllConnections();
    model.close();
  }
});
