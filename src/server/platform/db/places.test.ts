import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listAgentFolders } from "#contract/agents/agent-folders.ts";
import { streamEvents } from "#contract/runs/live.ts";
import { ModelFault, type ModelPort } from "#server/engine/models/port.ts";
import { scriptedModel } from "#server/engine/models/scripted.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addressOf, type TestService, startService } from "#server/testing/service.ts";
import { newRequestPatience, withPatience } from "./patience.ts";
import { createPlaces } from "./places.ts";
import type { StoreWatch } from "./store-watch.ts";

const connections = 4;
const places = connections - 1;
let service: TestService;
let other: pg.Client;
let asked = 0;
/** Has no answer at first, and then asks to wait for longer than this test lasts. */
const model: ModelPort = {
  async *answer(request) {
    asked += 1;
    if (asked === 1) throw new ModelFault("provider_unavailable", "Not now.", { transient: true, retryAfterMs: 300_000 });
    yield* scriptedModel([]).answer(request);
  },
};
beforeAll(async () => {
  service = await startService({ connections, engine: { models: { scripted: model } } });
  const { host, user, password, database } = service.pool.options;
  other = new pg.Client({ host, user, password, database });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await service.close();
});

const status = async (path: string) => (await fetch(service.url + path)).status;
const stored = async (run: string) =>
  (
    (await service.pool.query("select status, due_at > now() as later from runs where id = $1", [run])).rows as {
      status: string;
      later: boolean;
    }[]
  )[0];

it("answers all of 200 requests while statements are stuck, and goes on with runs, streams and its own health", async () => {
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const run = await startRunOf(service, agent);
  await expect.poll(() => stored(run)).toMatchObject({ later: true });
  const ending = new AbortController();
  const input = { params: { teamId: service.teamId } };
  const stream = () =>
    fetch(service.url + addressOf(streamEvents, input), {
      headers: { authorization: `Bearer ${service.keys.owner}` },
      signal: ending.signal,
    });
  const streams = await Promise.all(Array.from({ length: 2 * connections }, stream));
  expect(streams.map((each) => each.status)).toEqual(streams.map(() => 200));

  await other.query("begin");
  await other.query("lock table agent_folders in access exclusive mode");
  const told: number[] = [];
  const requests = Array.from({ length: 200 }, async () => {
    const { error, headers } = await service.call(listAgentFolders, input, { refusedBusy: true });
    if (error?.error !== "busy" || String(error.message).startsWith("Something else")) return error?.error ?? "answered";
    expect(error.message).toBe("Too many requests are in progress. Nothing was changed. Try again in a moment.");
    told.push(Number(headers.get("retry-after")));
    return "refused";
  });
  const gate = service.app.services.store.pool.places;
  await expect.poll(() => gate.taken()).toBe(places);
  expect(await Promise.all(["/healthz", "/readyz", "/metrics"].map(status))).toEqual([200, 200, 200]);
  await service.pool.query("update runs set next_attempt_at = now() where id = $1", [run]);
  await expect.poll(async () => (await stored(run))?.status).toBe("completed");
  // All but those that the lock holds are told, while it still does.
  await expect.poll(() => told.length).toBe(200 - places);
  expect(gate.waiting()).toBe(0);
  expect(gate.refused().count).toBe(told.length);
  expect(told.every((seconds) => seconds >= 1 && seconds <= 3)).toBe(true);
  await other.query("rollback");
  // On a slow machine the lock may have outlasted the patience of those who held a place.
  const held = (await Promise.all(requests)).filter((each) => each !== "refused");
  expect(held).toHaveLength(places);
  for (const each of held) expect(["answered", "busy"]).toContain(each);
  ending.abort();
  expect((await service.call(listAgentFolders, input)).status).toBe(200);
  expect((await settled(service, run)).status).toBe("completed");
  await expect.poll(() => gate.taken()).toBe(0);
});

it("gives a place first to those who had one before, then in the order of coming", async () => {
  const never: StoreWatch = {
    wait: () => () => undefined,
    heard: () => undefined,
    refusal: () => undefined,
    suspect: async () => true,
  };
  const few = createPlaces(connections, never);
  const order: string[] = [];
  const ask = async (name: string, begun: boolean) => {
    await withPatience({ ...newRequestPatience(), begun }, () => few.wait());
    order.push(name);
  };
  while (few.take());
  expect(few.taken()).toBe(places);
  const all = [ask("first", false), ask("second", false), ask("goes on", true)];
  expect(few.waiting()).toBe(all.length);
  for (const _ of all) few.leave();
  await Promise.all(all);
  expect(order).toEqual(["goes on", "first", "second"]);
  expect([few.taken(), few.waiting()]).toEqual([places, 0]);
});
