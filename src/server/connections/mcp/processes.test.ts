import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOutbound, type Outbound } from "#server/platform/outbound.ts";
import { said, startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { mcpOf } from "./processes.ts";

let server: TestMcpServer;
let outbound: Outbound;
beforeAll(async () => {
  server = await startMcpServer();
  outbound = createOutbound([server.host]);
});
afterAll(async () => {
  await outbound.close();
  await server.close();
});

const call = (by = outbound) =>
  mcpOf(by).callTool({ url: server.url, headers: {} }, { tool: "search", input_schema: { type: "object" }, arguments: "{}" });
const endAll = () => execFileSync("pkill", ["-KILL", "-P", String(process.pid), "-f", "mcp-process"]);

it("a process that what it read has ended takes its call along, and the next call has another", async () => {
  // As the kernel and Node do it when a limit is reached.
  server.call = () => {
    endAll();
    return said("never read");
  };
  await expect(call()).rejects.toMatchObject({ kind: "too_large", maybeDone: true });
  server.call = () => said("done");
  expect((await call()).failed).toBe(false);
});

it("a process that ends before it reads what it is asked for has done nothing, and says so", async () => {
  const fresh = createOutbound([server.host]);
  const asked = call(fresh);
  endAll();
  await expect(asked).rejects.toMatchObject({ kind: "unreachable", maybeDone: false });
  expect((await call(fresh)).failed).toBe(false);
  await fresh.close();
});
