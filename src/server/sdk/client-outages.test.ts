import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { terminalStatuses } from "#contract/runs/run.ts";
import { Client } from "#sdk/client.ts";
import type { CaseloadError } from "#sdk/errors.ts";
import type { Operation } from "#sdk/operation.ts";
import type { CaseloadOptions, FollowOptions } from "#sdk/shapes.ts";
import { verifyWebhook } from "#sdk/webhooks.ts";
import { agentWith, scripted, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { sdkOperations } from "./operations.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Message {
  readonly id: string;
  readonly text_content?: string;
}
interface Calls {
  readonly runs: { follow(input: { run_id: string }, options: FollowOptions): AsyncIterable<Message> };
  readonly team: { list(input?: object, options?: { patience?: number; timeout?: number }): Promise<unknown> };
}

function clientOf(options: CaseloadOptions): Calls {
  const table: Record<string, Record<string, Operation>> = {};
  for (const { noun, verb, operation } of sdkOperations()) (table[noun] ??= {})[verb] = operation;
  return new Client(table, terminalStatuses, options, "1.2.3") as unknown as Calls;
}

/** Stands before the service, which for it is away as long as `away` says so. */
async function before(
  away: (asked: IncomingMessage) => boolean,
  seen: (asked: IncomingMessage, reply: ServerResponse) => void = () => undefined,
) {
  const server = createServer((asked, reply) => {
    seen(asked, reply);
    if (away(asked)) return void asked.socket.destroy();
    const passed = request(service.url + asked.url, { method: asked.method, headers: asked.headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    passed.once("error", () => reply.destroy());
    asked.pipe(passed);
    return undefined;
  });
  return { url: await listening(server), close: () => (server.close(), server.closeAllConnections()) };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("follows a run over a restart of the service, and says once that it is away", async () => {
  let lost = 0;
  let begun = false;
  // More than one read tries by itself.
  const server = await before(() => begun && ++lost <= 9);
  try {
    const { id } = await agentWith(service, scripted("say Sent"));
    const run_id = await startRunOf(service, id, { message: "Begin" });
    const said: (string | undefined)[] = [];
    const told: string[] = [];
    const onOutage = ({ message }: Error) => void told.push(message);
    begun = true;
    for await (const message of clientOf({ url: server.url, apiKey: service.keys.owner }).runs.follow({ run_id }, { onOutage }))
      said.push(message.text_content);
    expect(said).toContain("Sent");
    expect(told).toEqual([`The service at ${server.url} did not answer.`]);
  } finally {
    server.close();
  }
});

it("says behind which message to continue when it gives up", async () => {
  let begun = false;
  const server = await before(() => begun);
  try {
    const { id } = await agentWith(service, scripted('approve "Send it?"'));
    const run_id = await startRunOf(service, id, { message: "Begin" });
    let last: string | undefined;
    const follow = async () => {
      for await (const message of clientOf({ url: server.url, apiKey: service.keys.owner, patience: 0 }).runs.follow(
        { run_id },
        { outage: 0 },
      )) {
        last = message.id;
        begun = true;
      }
    };
    await expect(follow()).rejects.toMatchObject({ code: "unreachable" });
    await expect(follow().catch((error: unknown) => (error as CaseloadError).extra)).resolves.toEqual({});
    begun = false;
    const error = await follow().catch((thrown: unknown) => thrown as CaseloadError);
    expect(error?.extra["after"]).toBe(last);
  } finally {
    server.close();
  }
});

it("gives a try up that nobody answers", async () => {
  const server = createServer(() => undefined);
  const url = await listening(server);
  try {
    const asked = clientOf({ url, apiKey: service.keys.owner, timeout: 50, patience: 0 }).team.list();
    await expect(asked).rejects.toMatchObject({ status: 0, code: "timeout", message: expect.stringContaining("within 0.05 s") });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it("says who asks", async () => {
  const agents: unknown[] = [];
  const server = await before(
    () => false,
    ({ headers }) => void agents.push(headers["user-agent"]),
  );
  try {
    await clientOf({ url: server.url, apiKey: service.keys.owner }).team.list();
    expect(agents).toEqual([`caseload-js/1.2.3 node/${process.versions.node}`]);
  } finally {
    server.close();
  }
});

it("verifies webhooks as they arrive, and refuses what is not signed by the secret, changed or old", async () => {
  const secret = `whsec_${Buffer.from("a key of thirty-two characters !").toString("base64")}`;
  const body = '{"event":"run.completed","amount":1.10}';
  const signed = (payload: string, seconds = Math.floor(Date.now() / 1000)) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const mac = createHmac("sha256", key).update(`msg_1.${seconds}.${payload}`).digest("base64");
    return { "webhook-id": "msg_1", "webhook-timestamp": String(seconds), "webhook-signature": `v1,c2hvcnQ= v1,${mac}` };
  };
  const event = await verifyWebhook({ payload: body, headers: signed(body), secret });
  expect(JSON.stringify(event)).toBe(body);
  expect(await verifyWebhook({ payload: Buffer.from(body), headers: new Headers(signed(body)), secret })).toMatchObject({
    event: "run.completed",
  });
  const refused = { code: "invalid_webhook" };
  for (const [payload, headers, other] of [
    [`${body} `, signed(body), secret],
    [body, signed(body), `whsec_${Buffer.from("another key").toString("base64")}`],
    [body, signed(body, 1_700_000_000), secret],
    [body, { ...signed(body), "webhook-timestamp": "soon" }, secret],
    [body, {}, secret],
    [body, { ...signed(body), "webhook-signature": "v1,?" }, secret],
  ] as const)
    await expect(verifyWebhook({ payload, headers, secret: other })).rejects.toMatchObject(refused);
});
