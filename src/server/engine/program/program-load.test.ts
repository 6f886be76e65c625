import { afterAll, beforeAll, expect, it } from "vitest";
import { listMyTeams } from "#contract/teams/profile.ts";
import { agentWith, brief, messagesOf, python, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const said = async (runId: string) => brief(await messagesOf(service, runId)).join("\n");

it("programs that wait for the store take no connection from requests and leases", async () => {
  const { store } = service.app.services;
  const { id } = await agentWith(service, python("import caseload\nprint(caseload.memory.list(), len(caseload.files.list()))"));
  const { max } = store.programs.$client.options;
  const held = await Promise.all(Array.from({ length: max }, () => store.programs.$client.connect()));
  const runs = await Promise.all(Array.from({ length: 3 }, () => startRunOf(service, id)));
  while (store.programs.$client.waitingCount === 0) await new Promise((next) => setImmediate(next));
  expect((await service.ok(listMyTeams, {}, { as: "stranger" })).teams).toHaveLength(1);
  await store.pool.query("select 1");
  expect(store.pool.waitingCount).toBe(0);
  for (const client of held) client.release();
  for (const run of runs) {
    expect((await settled(service, run)).status).toBe("completed");
    expect(await said(run)).toContain("0");
  }
});

it("a program's writes lock the run's row one after the other, without a connection for those that wait", async () => {
  const code = `import caseload, threading
def write(n):
    for round in range(2):
        caseload.files.write(f"flood/{n}-{round}.txt", "x")
        caseload.memory.write(f"{n}.md", str(round))
        caseload.log(n)
threads = [threading.Thread(target=write, args=[n]) for n in range(6)]
[t.start() for t in threads]; [t.join() for t in threads]
print("written")`;
  const { id } = await agentWith(service, python(code));
  const { programs } = service.app.services.store;
  let most = 0;
  const acquired = () => (most = Math.max(most, programs.$client.totalCount - programs.$client.idleCount));
  const started = await startRunOf(service, id);
  // What is read before the program begins may be read side by side.
  await settled(service, started, ["running"]);
  programs.$client.on("acquire", acquired);
  const run = await settled(service, started);
  programs.$client.off("acquire", acquired);
  expect(run.failure).toBeNull();
  expect(await said(run.id)).toContain("written");
  expect(most).toBe(1);
});
