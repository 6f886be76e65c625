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

it("a process that what it read has ended takes its call along, and the next call has another", async () => {
  const { callTool } = mcpOf(outbound);
  const call = () => callTool({ url: server.url, headers: {} }, { tool: "search", input_schema: { type: "object" }, arguments: "{}" });
  // As the kernel and Node do it when a limit is reached.
  server.call = () => {
    execFileSync("pkill", ["-KILL", "-P", String(process.pid), "-f", "mcp-process"]);
    return said("never read");
  };
  await expect(call()).rejects.toMatchObject({ kind: "too_large", maybeDone: true });
  server.call = () => said("done");
  expect((await call()).failed).toBe(false);
});
