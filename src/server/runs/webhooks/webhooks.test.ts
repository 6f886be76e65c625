import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { stopRun } from "#contract/runs/runs.ts";
import { WebhookEvent, getWebhookSecret } from "#contract/runs/webhooks.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { comes } from "#server/testing/patience/comes.ts";

let service: TestService;
let receiver: Server;
let answers: number[] = [];
/** Hosts beside the receiver: one that never answers, and one that hangs up. */
const silent = createServer(() => undefined);
const hanging = createNetServer((socket) => socket.destroy());
const connections = { silent: 0, hanging: 0 };
/** Of those of the silent host: that are open, and the most that were at the same time. */
let [open, mostOpen] = [0, 0];
const addressOf = (server: Server | NetServer) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  silent.on("connection", (socket) => {
    connections.silent++;
    mostOpen = Math.max(mostOpen, (open += 1));
    socket.once("close", () => (open -= 1));
  });
  hanging.on("connection", () => connections.hanging++);
  for (const server of [silent, hanging]) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  service = await startService({ env: { OUTBOUND_ALLOW: [receiver, silent, hanging].map(addressOf).join(",") } });
});
afterAll(async () => {
  silent.closeAllConnections();
  for (const server of [receiver, silent, hanging]) server.close();
  await service.close();
});

async function events(runId: string, count: number): Promise<WebhookEvent[]> {
  let of: WebhookEvent[] = [];
  const look = async () => {
    of = received.map((r) => WebhookEvent.parse(JSON.parse(r.body))).filter((e) => e.run_id === runId);
    return of.length >= count ? of : undefined;
  };
  return comes(`${count} webhooks`, look, { restMs: 50, seen: () => of });
}

it("tells of questions, ends, failures and stops, signed with the team's key", async () => {
  const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const run = async (...steps: string[]) => startRunOf(service, (await agentWith(service, scripted(...steps))).id, { webhook_url });
  const [done, failed, asks] = [await run("say Hi"), await run("fail Sorry"), await run('approve "Go?"')];
  expect((await events(done, 1)).map((e) => e.event)).toEqual(["run_completed"]);
  expect((await events(failed, 1)).map((e) => e.event)).toEqual(["run_failed"]);
  expect((await events(asks, 1)).map((e) => e.event)).toEqual(["human_request"]);
  await settled(service, asks);
  await service.ok(stopRun, { params: { run_id: asks } });
  expect((await events(asks, 2)).map((e) => e.event)).toEqual(["human_request", "run_interrupted"]);

  const { secret } = await service.ok(getWebhookSecret, { params: { teamId: service.teamId } }, { as: "manager" });
  for (const { headers, body } of received) {
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
    const mac = createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
      .update(signed)
      .digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${mac}`);
  }
});

it("is tried again after a 500 under the same id, and not after a 400", async () => {
  const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const agent = await agentWith(service, scripted("say Hi"));
  answers = [500];
  const id = await startRunOf(service, agent.id, { webhook_url });
  await events(id, 2);
  const ids = received.filter((r) => r.body.includes(id)).map((r) => r.headers["webhook-id"]);
  expect(ids[0]).toBe(ids[1]);
  answers = [400];
  const refused = await startRunOf(service, agent.id, { webhook_url });
  await events(refused, 1);
  await expect
    .poll(
      async () =>
        (await service.pool.query("select next_attempt_at, last_error from webhook_deliveries where run_id = $1", [refused])).rows,
    )
    .toEqual([{ next_attempt_at: null, last_error: "answered 400" }]);
});

/** Puts so many events of one run into the outbox. */
async function outbox(host: Server | NetServer, count: number): Promise<string> {
  const agent = await agentWith(service, scripted("say Hi"));
  const id = await startRunOf(service, agent.id);
  await settled(service, id);
  await service.pool.query(
    `insert into webhook_deliveries (id, run_id, team_id, url, event, status)
     select gen_random_uuid(), $1, team_id, $2, 'run_completed', 'completed' from runs, generate_series(1, $3::int) where id = $1`,
    [id, `http://${addressOf(host)}/hook`, count],
  );
  return id;
}

it("reaches others at once while a host does not answer, and asks that one twice at a time", async () => {
  const id = await outbox(silent, 20);
  await expect.poll(() => mostOpen).toBe(2);
  await events(await outbox(receiver, 12), 12);
  expect(mostOpen).toBe(2);
  await service.pool.query("delete from webhook_deliveries where run_id = $1", [id]);
  silent.closeAllConnections();
});

it("leaves a host alone that hung up five times, and counts what is due there as tried", async () => {
  const id = await outbox(hanging, 30);
  const tried = async () =>
    (await service.pool.query("select count(*)::int as n from webhook_deliveries where run_id = $1 and attempt > 0", [id])).rows[0].n;
  await expect.poll(tried).toBe(30);
  expect(connections.hanging).toBeLessThan(12);
  const said = async () => (await service.pool.query("select distinct last_error from webhook_deliveries where run_id = $1", [id])).rows;
  await expect.poll(said).toEqual([{ last_error: expect.stringMatching(/^127\.0\.0\.1(:\d+)? cannot be reached\.$/) }]);
});

it("notes nothing of a try that was overtaken", async () => {
  // No other try fails meanwhile.
  await service.pool.query("delete from webhook_deliveries");
  const id = await outbox(silent, 1);
  const before = connections.silent;
  await expect.poll(() => connections.silent, { timeout: 40_000 }).toBeGreaterThan(before);
  await service.pool.query(
    "update webhook_deliveries set attempt = attempt + 1, delivered_at = now(), next_attempt_at = null where run_id = $1",
    [id],
  );
  const failed = async () => /result="failed"} (\d+)/.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1];
  const count = await failed();
  silent.closeAllConnections();
  await expect.poll(failed).not.toBe(count);
  const { rows } = await service.pool.query("select next_attempt_at, last_error, delivered_at from webhook_deliveries where run_id = $1", [
    id,
  ]);
  expect(rows).toEqual([{ next_attempt_at: null, last_error: null, delivered_at: expect.any(String) }]);
});
