import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { terminalStatuses } from "#contract/runs/run.ts";
import { listAgents } from "#contract/agents/agents.ts";
import { Client } from "#sdk/client.ts";
import { CaseloadError } from "#sdk/errors.ts";
import type { Operation } from "#sdk/operation.ts";
import type { CaseloadOptions } from "#sdk/shapes.ts";
import { agentWith, scripted, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { sdkOperations } from "./operations.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Verb = (input?: object, options?: object) => unknown;

/** The client as programs have it, without its types: `ask` awaits an operation. */
function clientOf(options: CaseloadOptions) {
  const table: Record<string, Record<string, Operation>> = {};
  for (const { noun, verb, operation } of sdkOperations()) (table[noun] ??= {})[verb] = operation;
  const client = new Client(table, terminalStatuses, options);
  const verb = (name: string) => {
    const [noun = "", called = ""] = name.split(".");
    return (client as unknown as Record<string, Record<string, Verb>>)[noun]?.[called] ?? expect.fail(`There is no ${name}`);
  };
  return {
    client,
    call: (name: string, input?: object) => verb(name)(input),
    ask: async <T = unknown>(name: string, input?: object) => (await verb(name)(input)) as T,
    follow: (input: object, how: object) => verb("runs.follow")(input, how) as AsyncIterable<{ id: string; text_content?: string }>,
  };
}

/** Stands before the service and does to an answer what `onAnswer` says; what it takes over is sent no further. */
async function proxied(onAnswer: (asked: IncomingMessage, answer: IncomingMessage, reply: ServerResponse) => boolean): Promise<Server> {
  const server = createServer((asked, reply) => {
    const passed = request(service.url + asked.url, { method: asked.method, headers: asked.headers }, (answer) => {
      if (onAnswer(asked, answer, reply)) return;
      reply.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(reply);
    });
    passed.once("error", () => reply.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it("creates once, although the answer to the first try is lost", async () => {
  const keys: unknown[] = [];
  const server = await proxied(({ method, headers }, answer, reply) => {
    if (method !== "POST") return false;
    keys.push(headers["idempotency-key"]);
    if (keys.length > 1) return false;
    answer.resume();
    answer.once("end", () => reply.destroy());
    return true;
  });
  try {
    const caseload = clientOf({ url: urlOf(server), apiKey: service.keys.owner });
    await caseload.ask("agents.create", { teamId: service.teamId, name: "Only one" });
    const { agents } = await service.ok(listAgents, { params: { teamId: service.teamId } });
    expect(agents.filter(({ name }) => name === "Only one")).toHaveLength(1);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  } finally {
    server.close();
  }
});

it("does not repeat what might then be done twice", async () => {
  let tries = 0;
  const server = await proxied(({ method }, answer, reply) => {
    if (method !== "PATCH") return false;
    tries += 1;
    answer.resume();
    answer.once("end", () => reply.destroy());
    return true;
  });
  try {
    const { id } = await agentWith(service, scripted("say Done"));
    const caseload = clientOf({ url: urlOf(server), apiKey: service.keys.owner });
    await expect(caseload.ask("agents.update", { agent_id: id, name: "Renamed" })).rejects.toMatchObject({
      status: 0,
      code: "unreachable",
    });
    expect(tries).toBe(1);
  } finally {
    server.close();
  }
});

it("waits for quota as long as it may, and says otherwise when it would be too long", async () => {
  const strict = await startService({ env: { RATE_LIMIT_QUOTA: "3", RATE_LIMIT_WINDOW: "1" } });
  const hourly = await startService({ env: { RATE_LIMIT_QUOTA: "1", RATE_LIMIT_WINDOW: "3600" } });
  try {
    const patient = clientOf({ url: strict.url, apiKey: strict.keys.owner });
    for (let i = 0; i < 7; i++) await patient.ask("team.list");
    expect(patient.client.quota).toMatchObject({ limit: 3 });
    const many = clientOf({ url: strict.url, apiKey: strict.keys.manager });
    await Promise.all(Array.from({ length: 7 }, () => many.ask("team.list")));
    const caseload = clientOf({ url: hourly.url, apiKey: hourly.keys.owner });
    await caseload.ask("team.list");
    await expect(caseload.ask("team.list")).rejects.toMatchObject({ status: 429, code: "rate_limited", retryAfter: expect.any(Number) });
  } finally {
    await strict.close();
    await hourly.close();
  }
});

it("follows a run over broken streams and tells each message once", async () => {
  let cut = 0;
  const server = await proxied(({ url = "" }, answer, reply) => {
    if (!/\/events/.test(url) || cut > 1) return false;
    cut += 1;
    reply.writeHead(200, answer.headers);
    // The first bytes arrive, then the line breaks.
    answer.once("data", (bytes: Buffer) => reply.write(bytes, () => reply.destroy()));
    return true;
  });
  try {
    const caseload = clientOf({ url: urlOf(server), apiKey: service.keys.owner });
    const { id } = await agentWith(service, scripted('approve "Send it?"', "say Sent"));
    const run_id = await startRunOf(service, id, { message: "Begin" });
    const said: string[] = [];
    const follow = (options: object) => caseload.follow({ run_id }, options);
    for await (const message of follow({ untilWaiting: true })) said.push(message.id);
    const { human_requests } = await caseload.ask<{ human_requests: { id: string }[] }>("runs.getDetails", { run_id });
    const last = said.at(-1);
    const rest = (async () => {
      const found: string[] = [];
      for await (const message of follow({ after: last })) found.push(message.text_content ?? message.id);
      return found;
    })();
    await caseload.ask("runs.respondToHumanRequest", { run_id, request_id: human_requests[0]?.id, approved: true });
    expect(await rest).toContain("Sent");
    expect(new Set(said).size).toBe(said.length);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

it("stops waiting when its signal does", async () => {
  const { id } = await agentWith(service, scripted('approve "Send it?"'));
  const run_id = await startRunOf(service, id, { message: "Begin" });
  const stop = new AbortController();
  const caseload = clientOf({ url: service.url, apiKey: service.keys.owner });
  const following = (async () => {
    for await (const _ of caseload.follow({ run_id }, { signal: stop.signal })) stop.abort(new Error("Enough"));
  })();
  await expect(following).rejects.toThrow("Enough");
});

it("names an address, a key or a header that cannot be sent before anything is", async () => {
  const sent: unknown[] = [];
  const fetch = (async (url: unknown) => (sent.push(url), new Response("{}"))) as unknown as CaseloadOptions["fetch"] & object;
  const url = "https://caseload.example.com";
  const refused = (options: CaseloadOptions) => {
    try {
      clientOf({ url, apiKey: "ck_fine", fetch, ...options });
      return "nothing";
    } catch (error) {
      const { status, code, message } = error as CaseloadError;
      expect(error).toBeInstanceOf(CaseloadError);
      expect(message).not.toContain("ck_secret");
      return [status, code, message];
    }
  };
  for (const bad of ["foo", "127.0.0.1:4391", "localhost:4280", "ftp://caseload.example.com"])
    expect(refused({ url: bad })).toEqual([0, "invalid_address", expect.stringContaining(`“${bad}” is no address`)]);
  expect(refused({ url: "https://me:ck_secret@caseload.example.com" })).toEqual([0, "invalid_address", expect.stringMatching(/password/)]);
  for (const apiKey of ["ck_secret\nck_secret", "ck_secret ż", "ck_secreté", "Bearer ck_secret"])
    expect(refused({ apiKey })).toEqual([0, "invalid_key", expect.stringMatching(/^The API key has/)]);
  // As it comes out of a file.
  expect(refused({ url: ` ${url}/ `, apiKey: "ck_fine\n" })).toBe("nothing");
  const named = clientOf({ url, apiKey: "ck_fine", fetch, headers: { "x-team": "ż" } });
  await expect(named.ask("team.list")).rejects.toMatchObject({ code: "invalid_header", message: expect.stringContaining("x-team") });
  expect(sent).toEqual([]);
});

it("answers a list as a promise does", async () => {
  const { call } = clientOf({ url: service.url, apiKey: "ck_wrong" });
  const ended: string[] = [];
  const asked = () => call("team.list") as Promise<unknown>;
  expect(await asked().catch((error: unknown) => (error as CaseloadError).status)).toBe(401);
  await expect(asked().finally(() => ended.push("ended"))).rejects.toMatchObject({ status: 401 });
  expect(ended).toEqual(["ended"]);
});
