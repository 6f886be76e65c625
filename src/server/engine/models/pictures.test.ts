import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { brief, messagesOf, settled, startRunOf } from "#server/testing/agents.ts";
import { connectedAgent } from "#server/testing/connected-agent.ts";
import { type TestMcpServer, startMcpServer } from "#server/testing/mcp-server.ts";
import { type ModelServer, startModelServer } from "#server/testing/model-server.ts";
import { refusing } from "#server/testing/provider-rules.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { compatible, type Dialect, messages, responses } from "#server/testing/wire-dialects.ts";

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let provider: ModelServer;
let service: TestService;
let server: TestMcpServer;

beforeAll(async () => {
  provider = await startModelServer();
  server = await startMcpServer([{ name: "scan", description: "Scans a page", inputSchema: { type: "object" } }]);
  server.call = () => ({
    content: [
      { type: "text", text: "Page 1" },
      { type: "image", mimeType: "image/png", data: dot },
      { type: "image", mimeType: "image/tiff", data: dot },
    ],
  });
  for (const name of ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"]) vi.stubEnv(name, `${provider.url}/v1`);
  const keys = { MODEL_API_KEY: "own-key", OPENAI_API_KEY: "openai-key", ANTHROPIC_API_KEY: "anthropic-key" };
  service = await startService({ env: { MODEL_BASE_URL: `${provider.url}/v1`, OUTBOUND_ALLOW: server.host, ...keys } });
});
afterAll(async () => {
  await service.close();
  await Promise.all([provider.close(), server.close()]);
  vi.unstubAllEnvs();
});

const takers: readonly [string, Dialect, string, string][] = [
  ["Claude", messages, messages.model, `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${dot}"}}`],
  ["Openai", responses, responses.model, `{"type":"input_image","image_url":"data:image/png;base64,${dot}"}`],
  ["Gemini", compatible, "gemini-3-pro", `{"type":"image_url","image_url":{"url":"data:image/png;base64,${dot}"}}`],
];

async function scanWith(name: string, dialect: Dialect, model: string): Promise<{ tells: string[]; asked: string[] }> {
  const key = `<picture ${name}>`;
  const call = {
    body: [...dialect.call(`${name.toLowerCase()}__scan`, "{}"), ...dialect.end(dialect === messages ? "tool_use" : undefined)],
  };
  provider.on(key, [call, { body: [...dialect.text("A dot."), ...dialect.end()] }], refusing(dialect));
  const agent = await connectedAgent(service, server, { version: "v1", data: { model, input: "You read pages." } }, name);
  const id = await startRunOf(service, agent, { message: key });
  expect(await settled(service, id)).toMatchObject({ status: "completed", failure: null });
  return { tells: brief(await messagesOf(service, id)), asked: provider.asked(key) };
}

it.each(takers)("shows the picture of a tool to a model that takes pictures: %s", async (name, dialect, model, picture) => {
  const { tells, asked } = await scanWith(name, dialect, model);
  expect(asked[1]).toContain(picture);
  const result = tells.find((line) => line.startsWith("tool tool_result")) ?? "";
  expect(result).toContain('{"type":"image","mime_type":"image/png","picture":1}');
  expect(result).toContain('{"type":"image","mime_type":"image/tiff","left_out":');
  expect(result).not.toContain(dot);
});

it("shows none to a model whose name does not say that it takes them", async () => {
  const { asked } = await scanWith("Plain", compatible, "some-model");
  expect(asked[1]).not.toContain(dot);
  expect(asked[1]).toContain("Page 1");
});
