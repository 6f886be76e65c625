import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection } from "#contract/connections/connections.ts";
import { checkMcpOAuth, probeMcpServer } from "#contract/connections/mcp.ts";
import { mcpOf } from "#server/connections/mcp/processes.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { practiceServerUrl } from "./practice-address.ts";

let service: TestService;
beforeAll(async () => {
  // As strict as it comes: no host is exempt.
  service = await startService({ env: { OUTBOUND_ALLOW: "" } });
});
afterAll(() => service.close());

const probe = (server_url: string) => service.ok(probeMcpServer, { params: { teamId: service.teamId }, body: { server_url } });
const call = async (tool: string, given: Record<string, unknown>) => {
  const server = { url: practiceServerUrl, headers: {} };
  const { failed, content } = await mcpOf(service.app.services.outbound).callTool(server, {
    tool,
    input_schema: {},
    arguments: JSON.stringify(given),
  });
  const [{ text }] = content as [{ text: string }];
  return failed ? text : (JSON.parse(text) as Record<string, unknown>);
};

test("it is listed and connected to as any server, although nothing goes out", async () => {
  const { success, tools = [] } = await probe(practiceServerUrl);
  expect([success, tools.map(({ name }) => name)]).toEqual([true, ["search_invoices", "read_invoice", "read_supplier"]]);
  expect(tools[0]?.input_schema).toMatchObject({ type: "object", properties: { state: { enum: ["paid", "unpaid"] } } });
  expect(await service.ok(checkMcpOAuth, { body: { mcp_server_url: practiceServerUrl } })).toEqual({
    supports_dcr: false,
    knows_clients: false,
  });
  const body = { name: "Ledger", provider: "user", auth_method: "url", server_url: practiceServerUrl } as const;
  await service.ok(createConnection, { params: { teamId: service.teamId }, body });
});

test("only its own address is answered, and nothing else that leaves the service finds it", async () => {
  for (const url of ["https://practice.internal:8443/mcp", "https://practice.internal.example.com/mcp", "https://127.0.0.1/mcp"])
    expect(await probe(url)).toMatchObject({ success: false, code: "probe_failed" });
  await expect(service.app.services.outbound.fetch(practiceServerUrl, {})).rejects.toThrow(/fetch failed|ENOTFOUND|EAI_AGAIN/);
});

test("its tools read the sample data, and say what is wrong with what they are asked", async () => {
  const found = await call("search_invoices", { supplier: " zorvanik  LOGISTIK", state: "unpaid", limit: 1 });
  expect(found).toMatchObject({ invoices: [{ number: "INV003267", paid: "" }] });
  expect(await call("read_invoice", { number: "INV003267" })).toMatchObject({ invoices: [{ gross: "3603.62", currency: "CHF" }] });
  expect(await call("read_supplier", { supplier: "S1015" })).toMatchObject({
    supplier: { name: "Zorvanik Logistik AG" },
    unpaid: (found as { total: number }).total,
  });
  expect(await call("read_supplier", { supplier: "Nobody" })).toBe("There is no supplier Nobody.");
  expect(await call("search_invoices", { limit: 0 })).toMatch(/^limit: /);
  expect(await call("toString", {})).toBe("There is no tool toString.");
});
