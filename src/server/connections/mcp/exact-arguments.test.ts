import { afterAll, beforeAll, expect, test } from "vitest";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { refreshSlotTools, setSlotTools } from "#contract/connections/slot-tools.ts";
import { parseExact } from "#contract/exact-json.ts";
import { agentWith, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { said, startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { startService, type TestService } from "#server/testing/service.ts";

const pay = {
  name: "pay",
  description: "Pays an invoice",
  inputSchema: { type: "object" as const },
  annotations: { destructiveHint: true },
};
/** Each number as a double has it is another one, or is written in another way. */
const sent = '{"who":35447905672478681021,"amount":1.10,"most":1e400,"least":-0,"once":0.1e1,"list":[10.0,{"id":9007199254740993}]}';

let server: TestMcpServer;
let service: TestService;
let integration_id: string;
let connection_id: string;
/** Bodies of the calls that arrived. */
const arrived: string[] = [];
beforeAll(async () => {
  server = await startMcpServer([pay]);
  server.before = (_request, _response, body) => {
    if (body.includes('"tools/call"')) arrived.push(body);
    return false;
  };
  server.call = () => said("done");
  service = await startService({ env: { OUTBOUND_ALLOW: server.host } });
  const params = { teamId: service.teamId };
  const body = { name: "Ledger", auth_method: "url" as const, server_url: server.url };
  integration_id = (await service.ok(createCustomIntegration, { params, body })).id;
  const own = { name: "Books", provider: "user" as const, auth_method: "url" as const, custom_integration_id: integration_id };
  connection_id = (await service.ok(createConnection, { params, body: { ...own, shared: true } })).id;
});
afterAll(async () => {
  await service.close();
  await server.close();
});

async function agentOf(config: Parameters<typeof agentWith>[1], policy?: "allow") {
  const { id, buildId } = await agentWith(service, config);
  const revision = { agent_id: id, build_id: buildId };
  await service.ok(attachRevisionIntegrations, { params: revision, body: { integration_ids: [integration_id] } });
  const params = { ...revision, integration_id };
  await service.ok(pinRevisionIntegrationConnection, { params, body: { connection_id } });
  const { tools } = await service.ok(refreshSlotTools, { params });
  const chosen = tools.flatMap(({ server_url, digest }) => (policy ? [{ server_url, digest, policy }] : []));
  if (chosen.length > 0) await service.ok(setSlotTools, { params, body: { tools: chosen } });
  return id;
}

/** The text of an answer, which a client's parser would round. */
async function textOf(path: string, body?: string): Promise<string> {
  const answer = await fetch(`${service.url}${path}`, {
    ...(body !== undefined && { method: "POST", body }),
    headers: {
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${service.keys.owner}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([expect.toSatisfy((status: number) => status < 300), text]);
  return text;
}

test("a model's call is shown to a person, approved, sent and logged with the numbers that the model wrote", async () => {
  arrived.length = 0;
  const agent = await agentOf(scripted(`call ledger__pay ${sent}`, "say {{last}}"));
  const { id } = await settled(service, await startRunOf(service, agent));
  const asked = await textOf(`/v2/runs/${id}`);
  expect(asked).toContain(`"arguments":${sent}`);
  expect(await textOf(`/v2/teams/${service.teamId}/human-requests`)).toContain(`"arguments":${sent}`);
  expect(await textOf(`/v2/runs/${id}/messages`)).toContain(`"arguments":${sent}`);
  const { pending_human_request } = parseExact(asked) as { pending_human_request: { id: string } };
  await textOf(`/v2/runs/${id}/human-requests/${pending_human_request.id}/respond`, '{"approved":true}');
  expect((await settled(service, id)).status).toBe("completed");
  expect(arrived).toEqual([expect.stringContaining(`"arguments":${sent}`)]);
});

test("a call by hand is sent with the numbers that were typed", async () => {
  arrived.length = 0;
  await textOf(`/v2/connections/${connection_id}/tools/call`, `{"tool":"pay","arguments":${sent}}`);
  expect(arrived).toEqual([expect.stringContaining(`"arguments":${sent}`)]);
});

test("a program's call is sent and logged with the numbers that the program has", async () => {
  arrived.length = 0;
  const program = 'import caseload\nprint(caseload.call("ledger__pay", who=35447905672478681021, amount=10.0, once=9007199254740993))\n';
  const { id, status } = await settled(service, await startRunOf(service, await agentOf(python(program), "allow")));
  expect(status).toBe("completed");
  const called = '"arguments":{"who":35447905672478681021,"amount":10.0,"once":9007199254740993}';
  expect(arrived).toEqual([expect.stringContaining(called)]);
  expect(await textOf(`/v2/runs/${id}/messages`)).toContain(called);
});

test.each(["/v2/mcp", "/v2/mcp/find"])("an AI client's call by %s is sent with the numbers that it wrote", async (path) => {
  arrived.length = 0;
  const given = `{"connection_id":"${connection_id}","tool":"pay","arguments":${sent}}`;
  const [name, passed] = path.endsWith("find")
    ? ["write", `{"name":"callConnectionTool","arguments":${given}}`]
    : ["callConnectionTool", given];
  await textOf(path, `{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"${name}","arguments":${passed}}}`);
  expect(arrived).toEqual([expect.stringContaining(`"arguments":${sent}`)]);
});

test.each(["application/json", "text/event-stream"])("a result without text has the numbers that the server wrote: %s", async (type) => {
  const { before } = server;
  server.before = (request, response, body) => {
    if (!body.includes('"tools/call"')) return before(request, response, body);
    const { id } = JSON.parse(body) as { id: number };
    const answer = `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${sent},"resultType":"complete"}}`;
    response.writeHead(200, { "content-type": type }).end(type === "application/json" ? answer : `event: message\ndata: ${answer}\n\n`);
    return true;
  };
  const answer = await textOf(`/v2/connections/${connection_id}/tools/call`, '{"tool":"pay","arguments":{}}');
  server.before = before;
  expect(answer).toContain(`"text":${JSON.stringify(sent)}`);
});
