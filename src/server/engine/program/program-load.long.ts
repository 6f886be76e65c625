import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect, it } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { getRunDetails, startTeamRun } from "#contract/runs/runs.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { python } from "#server/testing/agents.ts";
import { startCluster } from "#server/testing/cluster.ts";
import { createPeople } from "#server/testing/people.ts";
import { p95 } from "#server/testing/proof.ts";

const floodSeconds = 6;
const flood = `import caseload, threading, time
end = time.time() + ${floodSeconds}
made = 0
def flood(call):
    global made
    n = 0
    while time.time() < end:
        n += 1
        try: call(n)
        except caseload.CallError as error: print(error)
        made += 1
calls = [
    lambda n: caseload.files.write("small.txt", str(n)),
    lambda n: caseload.files.write("large.txt", "x" * 1_000_000),
    lambda n: caseload.memory.write("note.md", str(n)),
    lambda n: caseload.files.list(),
    lambda n: caseload.memory.list(),
    lambda n: caseload.log(n),
]
threads = [threading.Thread(target=flood, args=[call]) for call in calls for _ in range(3)]
[t.start() for t in threads]; [t.join() for t in threads]
print("made", made)`;

it("ten programs that call as fast as they can leave another organization its answers", { timeout: 180_000 }, async () => {
  const cluster = await startCluster(1);
  try {
    const [service] = cluster.processes;
    if (!service) throw new Error("A cluster has processes.");
    await cluster.pool.query("update users set email = 'admin@example.com'");
    const { keys } = await createPeople(drizzle(cluster.pool));
    const headers = { authorization: `Bearer ${keys.stranger}` };
    const read = async (): Promise<number> => {
      const began = performance.now();
      const answer = await fetch(`${service.url}/v2/teams`, { headers });
      expect(answer.status).toBe(200);
      await answer.text();
      return performance.now() - began;
    };
    const readUntil = async (over: () => boolean): Promise<number[]> => {
      const times: number[] = [];
      for (; !over(); await sleep(20)) times.push(await read());
      return times;
    };
    const teamId = (await service.call(listMyTeams, {})).teams[0]?.id ?? "";
    const body = { name: "Flood", build: { name: "First", config: python(flood) } };
    const { agent } = await service.call(createAgent, { params: { teamId }, body });
    for (let i = 0; i < 100; i++) await read();
    const calm = Date.now() + 5_000;
    const normal = await readUntil(() => Date.now() > calm);

    const start = () => service.call(startTeamRun, { params: { teamId }, body: { agent_id: agent.id } });
    const runs = await Promise.all(Array.from({ length: 10 }, start));
    let ended = false;
    const flooded = readUntil(() => ended);
    for (const { run } of runs) {
      for (;;) {
        const { status, failure } = (await service.call(getRunDetails, { params: { run_id: run.id } })).run;
        expect(failure).toBeNull();
        if (status === "completed") break;
        await sleep(200);
      }
    }
    ended = true;
    const times = await flooded;
    const shown = [normal, times].map(
      (each) => `p95 ${p95(each).toFixed(1)} ms, longest ${Math.max(...each).toFixed(1)} ms of ${each.length}`,
    );
    process.stdout.write(`reads of another organization: calm ${shown[0]}; flooded ${shown[1]}\n`);
    expect(p95(times)).toBeLessThan(2 * p95(normal));
  } finally {
    await cluster.close();
  }
});
