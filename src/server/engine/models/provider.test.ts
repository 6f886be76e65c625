import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Config } from "#contract/agents/config.ts";
import { postRunMessage } from "#contract/runs/messages.ts";
import { toTurns } from "#server/engine/log/conversation.ts";
import { readLog } from "#server/engine/log/read-log.ts";
import { agentWith, brief, messagesOf, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

// A real HTTP server that speaks the providers' protocols, streaming included.
const provider = new LLMock({ port: 0, latency: 1 });
let service: TestService;
let bare: TestService;

beforeAll(async () => {
  await provider.start();
  // The SDK's own variables lead its clients for these two to the local server.
  for (const name of ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"]) vi.stubEnv(name, `${provider.url}/v1`);
  service = await startService({
    env: {
      MODEL_BASE_URL: `${provider.url}/v1`,
      MODEL_API_KEY: "provider-key",
      OPENAI_API_KEY: "openai-key",
      ANTHROPIC_API_KEY: "anthropic-key",
    },
  });
  bare = await startService();
});
afterEach(() => void provider.clearFixtures());
afterAll(async () => {
  await Promise.all([service.close(), bare.close()]);
  await provider.stop();
  vi.unstubAllEnvs();
});

const model = (more: object = {}): Config => ({ version: "v1", data: { model: "some-model", input: "You check invoices.", ...more } });
const start = async (config: Config, message: string) => startRunOf(service, (await agentWith(service, config)).id, { message });

it("sends instructions, settings and tools, and streams the answer into the transcript", async () => {
  provider.onMessage("Hello", { content: "Good day. ".repeat(40), usage: { prompt_tokens: 11, completion_tokens: 7 } });
  const id = await start(model({ temperature: 0.3, top_p: 0.9, max_output_tokens: 500, tools: [{ type: "files" }] }), "Hello");
  const run = await settled(service, id);
  expect(run).toMatchObject({ status: "completed", usage: { input_tokens: 11, output_tokens: 7 }, model: "some-model" });
  expect(brief(await messagesOf(service, id))[2]).toBe(`assistant text: ${"Good day. ".repeat(40).trimEnd()}`);
  const request = provider.getLastRequest()?.body as {
    messages: unknown[];
    temperature: number;
    top_p: number;
    max_tokens: number;
    stream: boolean;
    tools: { function: { name: string } }[];
  };
  expect(request).toMatchObject({ temperature: 0.3, top_p: 0.9, max_tokens: 500, stream: true });
  expect(request.messages).toEqual([
    { role: "system", content: "You check invoices." },
    { role: "user", content: "Hello" },
  ]);
  expect(request.tools.map((t) => t.function.name).toSorted()).toEqual(["list_files", "read_file", "write_file"]);
});

it("runs the tools a model calls and gives it their results, failures too", async () => {
  provider.on(
    { userMessage: "Write", hasToolResult: false },
    {
      toolCalls: [
        { name: "write_file", arguments: '{"path":"a.txt","content":"A"}' },
        { name: "read_file", arguments: '{"path":"missing.txt"}' },
        { name: "no_such_tool", arguments: "{}" },
        { name: "read_file", arguments: '{"path":"../x"}' },
      ],
    },
  );
  provider.on({ userMessage: "Write", hasToolResult: true }, { content: "Done" });
  const id = await start(model(), "Write");
  expect((await settled(service, id)).status).toBe("completed");
  expect(brief(await messagesOf(service, id)).slice(6)).toEqual([
    'tool tool_result: {"path":"a.txt","size_bytes":1}',
    "tool tool_result: There is no file missing.txt. list_files shows what exists.",
    "tool tool_result: There is no tool no_such_tool here.",
    "tool tool_result: The arguments do not match: path: Use a relative path such as reports/2026.csv, without empty parts, “.” or “..”",
    "assistant text: Done",
    "session_completed system: The work is done.",
  ]);
});

it.each(["some-model", "gpt-4.1"])("gives %s its call back with the numbers that it wrote", async (name) => {
  const sent = '{"who":35447905672478681021,"amount":1.10,"most":1e400,"least":-0,"once":0.1e1}';
  provider.on({ userMessage: "Pay", hasToolResult: false }, { toolCalls: [{ name: "list_files", arguments: sent }] });
  provider.on({ userMessage: "Pay", hasToolResult: true }, { content: "Done" });
  const { id } = await settled(service, await start(model({ model: name, tools: [{ type: "files" }] }), "Pay"));
  const { rows } = await service.pool.query(
    "select tool_arguments::text as given from run_messages where run_id = $1 and type = 'tool_call'",
    [id],
  );
  expect(rows).toEqual([{ given: sent }]);
  const log = await readLog({ store: service.app.services.store }, id);
  const [, answer] = toTurns(log);
  expect(JSON.stringify(answer)).toContain(`"arguments":${sent}`);
});

it("waits transient faults out and tells so, without the run failing", async () => {
  provider.onMessage("Patience", { content: "At last" });
  provider.nextRequestError(503, { message: "overloaded" });
  const id = await start(model(), "Patience");
  expect((await settled(service, id)).status).toBe("completed");
  expect(brief(await messagesOf(service, id))[2]).toMatch(
    /^retrying system: The model provider answered 503: overloaded\. Trying again in \d seconds?\.$/,
  );
});

it("fails at once where trying again is of no use, in words for a person", async () => {
  for (const [status, code] of [
    [401, "model_refused"],
    [404, "model_not_found"],
    [413, "content_too_large"],
    [422, "invalid_input"],
  ] as const) {
    provider.nextRequestError(status, { message: "because" });
    const id = await start(model(), `Status ${status}`);
    const run = await settled(service, id);
    expect(run).toMatchObject({ status: "failed", failure: { code } });
    expect(run.failure?.message).toContain("because");
  }
});

it("reads a message that comes while the model answers before it ends", async () => {
  const slow = { content: "First answer ".repeat(60) };
  provider.on({ userMessage: "Start" }, slow, { latency: 30 });
  provider.on({ userMessage: "One more thing" }, { content: "Second answer" });
  const id = await start(model(), "Start");
  await settled(service, id, ["running"]);
  await service.ok(postRunMessage, { params: { run_id: id }, body: { message: "One more thing" } });
  expect((await settled(service, id)).status).toBe("completed");
  const texts = (await messagesOf(service, id))
    .filter((m) => m.type === "text")
    .map((m) => [m.role, m.text_content?.slice(0, 15), m.delivery]);
  expect(texts).toEqual([
    ["user", "Start", "acted_on"],
    ["user", "One more thing", "acted_on"],
    ["assistant", "First answer Fi", undefined],
    ["assistant", "Second answer", undefined],
  ]);
});

it.each([
  ["gpt-5", "/v1/responses"],
  ["claude-sonnet-4-5", "/v1/messages"],
  ["llama3", "/v1/chat/completions"],
])("speaks to the provider of %s", async (name, path) => {
  provider.on({ userMessage: "List", hasToolResult: false }, { toolCalls: [{ name: "list_files", arguments: "{}" }] });
  provider.on({ userMessage: "List", hasToolResult: true }, { content: "Listed" });
  const id = await start(model({ model: name }), "List");
  expect(await settled(service, id)).toMatchObject({ status: "completed", failure: null });
  expect(provider.getLastRequest()?.path).toBe(path);
  expect(brief(await messagesOf(service, id)).at(-2)).toBe("assistant text: Listed");
});

it("asks for JSON where the configuration does", async () => {
  provider.onMessage("As JSON", { content: '{"total": 3}' });
  const id = await start(model({ text: { format: { type: "json_object" } } }), "As JSON");
  expect((await settled(service, id)).status).toBe("completed");
  expect(provider.getLastRequest()?.body).toMatchObject({ response_format: { type: "json_object" } });
});

it("says how to set a provider up where there is none", async () => {
  const agent = await agentWith(bare, model());
  const run = await settled(bare, await startRunOf(bare, agent.id));
  expect(run.failure?.code).toBe("model_not_configured");
  expect(run.failure?.message).toContain("MODEL_BASE_URL");
});
