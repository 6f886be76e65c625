import { afterEach, expect, it } from "vitest";
import { createQueue, updateQueue } from "#contract/queues/queues.ts";
import { streamEvents } from "#contract/runs/live.ts";
import { getProfile, listMyTeams } from "#contract/teams/profile.ts";
import { type Cluster, startCluster } from "#server/testing/cluster.ts";
import type { ServiceProcess } from "#server/testing/service-process.ts";

let cluster: Cluster;
afterEach(() => cluster.close());

async function start(env: Record<string, string>): Promise<{ service: ServiceProcess; teamId: string }> {
  cluster = await startCluster(1, [env]);
  const [service] = cluster.processes as [ServiceProcess];
  return { service, teamId: (await service.call(listMyTeams, {})).teams[0]?.id ?? "" };
}

const statusOf = (service: ServiceProcess) => service.status("/readyz").catch(() => "refused");

it("requests in work when the service is told to stop are answered, and no more come", async () => {
  const { service, teamId } = await start({});
  const queues = await Promise.all(
    Array.from(
      { length: 5 },
      async (_, n) => (await service.call(createQueue, { params: { teamId }, body: { name: `Queue ${n}` } })).queue.id,
    ),
  );
  const other = await cluster.pool.connect();
  await other.query("begin");
  await other.query("select from queues for update");
  const answers = queues.map((queue_id) => service.send(updateQueue, { params: { queue_id }, body: { description: "Changed" } }));
  const waiting = async () =>
    (await cluster.pool.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")).rows.length;
  await expect.poll(waiting).toBe(5);
  service.signal("SIGTERM");
  await expect.poll(() => statusOf(service)).toBe("refused");
  await other.query("commit");
  other.release();
  for (const answer of await Promise.all(answers)) expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect(await service.gone()).toBe(0);
});

it("a service that is told to stop first says that it is not ready and serves on, and a second time ends at once", async () => {
  const { service, teamId } = await start({ DRAIN_SECONDS: "600" });
  const stream = await service.send(streamEvents, { params: { teamId } });
  service.signal("SIGTERM");
  await expect.poll(() => statusOf(service)).toBe(503);
  expect(await (await fetch(`${service.url}/readyz`)).json()).toEqual({ status: "stopping" });
  expect(await service.status("/healthz")).toBe(200);
  const answer = await service.send(getProfile, {});
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  service.signal("SIGTERM");
  expect(await service.gone()).toBe(1);
  await expect(stream.text()).rejects.toThrow("terminated");
});

it("Ctrl+C waits for nobody who sends requests, and ends event streams in order", async () => {
  const { service, teamId } = await start({ DRAIN_SECONDS: "600" });
  const stream = await service.send(streamEvents, { params: { teamId } });
  service.signal("SIGINT");
  expect(await stream.text()).toMatch(/\nretry: \d+\n\n$/);
  expect(await service.gone()).toBe(0);
});
