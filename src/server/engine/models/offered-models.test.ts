import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { startService, type TestService } from "#server/testing/service.ts";

const services: TestService[] = [];
const closing: (() => void)[] = [];
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  for (const close of closing) close();
});

interface Asked {
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A provider that answers as `handle` does, and what it was asked. */
async function provider(handle: RequestListener): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers });
    handle(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

const listing =
  (...models: readonly object[]): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ object: "list", data: models }));

async function serviceWith(env: Record<string, string>, clock?: () => Date): Promise<TestService> {
  const service = await startService({ env, ...(clock && { clock }) });
  services.push(service);
  return service;
}
const offered = async (service: TestService) => {
  const { models, unlisted_providers } = await service.ok(getCapabilities, {});
  return { names: models.map(({ name }) => name), providers: models.map((model) => model.provider), unlisted_providers };
};

test("an endpoint's own models are offered, the newest first, before the practice model, and nothing that no revision could name", async () => {
  const { url, asked } = await provider(
    listing(
      { id: "qwen3:8b", created: 1 },
      { id: "llama3.2", created: 3 },
      { id: "qwen3:8b", created: 2 },
      { id: "" },
      { id: "x".repeat(201) },
    ),
  );
  const service = await serviceWith({ MODEL_BASE_URL: `${url}/`, MODEL_API_KEY: "a-key" });
  const { names, providers, unlisted_providers } = await offered(service);
  expect(names).toEqual(["llama3.2", "qwen3:8b", "scripted"]);
  expect(providers).toEqual([new URL(url).host, new URL(url).host, "built in"]);
  expect(unlisted_providers).toEqual([]);
  expect(asked).toMatchObject([{ url: "/v1/models", headers: { authorization: "Bearer a-key" } }]);
  await offered(service);
  expect(asked).toHaveLength(1);
});

test("the operator's choice comes first and once; models of OpenAI and Anthropic are asked for where their keys are set", async () => {
  const openai = await provider(
    listing({ id: "gpt-5" }, { id: "gpt-4o-audio-preview" }, { id: "text-embedding-3-small" }, { id: "o4-mini" }),
  );
  const anthropic = await provider(listing({ id: "claude-opus-4", type: "model" }));
  const other = await provider(listing({ id: "gpt-oss:20b" }, { id: "mistral" }));
  vi.stubEnv("OPENAI_BASE_URL", openai.url);
  vi.stubEnv("ANTHROPIC_BASE_URL", anthropic.url);
  const keys = { OPENAI_API_KEY: "of-openai", ANTHROPIC_API_KEY: "of-anthropic" };
  const { names } = await offered(await serviceWith({ ...keys, MODEL_BASE_URL: other.url, MODEL_DEFAULT: "o4-mini" }));
  // What is named as OpenAI names its models is asked there, so the endpoint's own of that name cannot be reached.
  expect(names).toEqual(["o4-mini", "gpt-5", "claude-opus-4", "mistral", "scripted"]);
  expect(openai.asked).toMatchObject([{ headers: { authorization: "Bearer of-openai" } }]);
  expect(anthropic.asked).toMatchObject([
    { url: "/v1/models?limit=1000", headers: { "x-api-key": "of-anthropic", "anthropic-version": "2023-06-01" } },
  ]);
});

test.each<[string, RequestListener]>([
  ["answers with an error", (_request, response) => response.writeHead(401).end("no")],
  ["answers with a page", (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>")],
  ["answers with another object", (_request, response) => response.writeHead(200).end('{"models":[]}')],
  ["breaks off", (request) => request.socket.destroy()],
  ["says nothing", () => undefined],
])("a provider that %s is named, and its models can still be entered", async (_what, handle) => {
  const { url } = await provider(handle);
  const service = await serviceWith({ MODEL_BASE_URL: url });
  expect(await offered(service)).toEqual({ names: ["scripted"], providers: ["built in"], unlisted_providers: [new URL(url).host] });
  expect(await service.ok(getCapabilities, {})).toMatchObject({ any_model: true });
});

test("a provider that was away is asked again, and what it said before is offered until it says otherwise", async () => {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const { url, asked } = await provider((request, response) => answer(request, response));
  let now = new Date();
  const service = await serviceWith({ MODEL_BASE_URL: url }, () => now);
  const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
  expect((await offered(service)).names).toEqual(["scripted"]);
  answer = listing({ id: "mistral" });
  later(31);
  await offered(service);
  await expect.poll(async () => (await offered(service)).names).toEqual(["mistral", "scripted"]);
  answer = (_request, response) => response.writeHead(503).end();
  later(301);
  await offered(service);
  await expect.poll(() => asked.length).toBe(3);
  expect(await offered(service)).toMatchObject({ names: ["mistral", "scripted"], unlisted_providers: [] });
});
