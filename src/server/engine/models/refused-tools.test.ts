import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { brief, messagesOf, settled, startRunOf } from "#server/testing/agents.ts";
import { connectedAgent } from "#server/testing/connected-agent.ts";
import { type TestMcpServer, startMcpServer } from "#server/testing/mcp-server.ts";
import { type ModelServer, startModelServer } from "#server/testing/model-server.ts";
import { refusing } from "#server/testing/provider-rules.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { compatible, type Dialect, messages, responses } from "#server/testing/wire-dialects.ts";

let provider: ModelServer;
let service: TestService;
let server: TestMcpServer;

beforeAll(async () => {
  provider = await startModelServer();
  const branches = {
    anyOf: [{ required: ["id"] }, { required: ["url"] }],
    properties: { id: { type: "string" }, url: { type: "string" } },
  };
  server = await startMcpServer([
    { name: "find", description: "Finds a page", inputSchema: { type: "object", ...branches } as never },
    { name: "filter", description: "Filters pages", inputSchema: { type: "object", properties: { "filter[name]": { type: "string" } } } },
  ]);
  for (const name of ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"]) vi.stubEnv(name, `${provider.url}/v1`);
  const keys = { MODEL_API_KEY: "own-key", OPENAI_API_KEY: "openai-key", ANTHROPIC_API_KEY: "anthropic-key" };
  service = await startService({ env: { MODEL_BASE_URL: `${provider.url}/v1`, OUTBOUND_ALLOW: server.host, ...keys } });
});
afterAll(async () => {
  await service.close();
  await Promise.all([provider.close(), server.close()]);
  vi.unstubAllEnvs();
});

/** How each provider says which tool it means: by its place, in a field beside its words, or by its name. */
const refusals: readonly [string, Dialect, (at: number) => string][] = [
  ["Ledger", messages, (at) => `tools.${at}.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`],
  ["Books", responses, () => "Invalid schema for function 'books__filter': property keys have to match a pattern."],
  [
    "Accounts",
    compatible,
    (at) => `* GenerateContentRequest.tools[0].function_declarations[${at}].parameters.properties[filter[name]]: not allowed`,
  ],
];

it.each(refusals)("a tool that the provider does not take is left out by name, and the others work: %s", async (name, dialect, says) => {
  const key = `<left out ${dialect.path}>`;
  const keysRule = (body: Record<string, unknown>) => {
    const at = (body["tools"] as object[]).findIndex((tool) => JSON.stringify(tool).includes("filter[name]"));
    return at < 0 ? undefined : says(at);
  };
  const call = {
    body: [...dialect.call(`${name.toLowerCase()}__find`, '{"id":"7"}'), ...dialect.end(dialect === messages ? "tool_use" : undefined)],
  };
  const done = { body: [...dialect.text("Found."), ...dialect.end()] };
  provider.on(key, [call, done], refusing(dialect, keysRule));
  const agent = await connectedAgent(service, server, { version: "v1", data: { model: dialect.model, input: "You find pages." } }, name);
  const id = await startRunOf(service, agent, { message: key });
  expect(await settled(service, id)).toMatchObject({ status: "completed", failure: null });
  const told = brief(await messagesOf(service, id)).filter((line) => line.startsWith("tool_left_out"));
  expect(told).toEqual([expect.stringContaining(`The model works without the tool filter of the connection “${name} of Ada”`)]);
  expect(server.calls.at(-1)).toEqual({ name: "find", arguments: { id: "7" } });
  const [first, ...later] = provider.asked(key);
  expect(first).toContain("filter[name]");
  for (const body of later) expect(body).not.toContain("filter[name]");
  expect(later).toHaveLength(2);
});
