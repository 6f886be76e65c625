import { createConnection } from "#contract/connections/connections.ts";
import { listDashboardConnections } from "#contract/dashboards/connections.ts";
import { getDashboard } from "#contract/dashboards/dashboards.ts";
import { answerDashboardQuestion, createDashboard } from "#contract/dashboards/messages.ts";
import { refreshDashboard } from "#contract/dashboards/refresh.ts";
import { viewDashboard } from "#contract/dashboards/views.ts";
import { designing } from "#server/dashboards/turns/turn.cases.ts";
import { said, startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import type { PersonName } from "#server/testing/people.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { expect } from "vitest";

const reads = { name: "search_invoices", inputSchema: { type: "object" as const }, annotations: { readOnlyHint: true } };
const pays = { name: "pay_invoice", inputSchema: { type: "object" as const } };
export const invoices = [
  { number: "A1", supplier: { name: "Nord" }, total: 100.5 },
  { number: "A2", supplier: { name: "Nord" }, total: 20 },
  { number: "A3", supplier: { name: "Süd" }, total: "7.25" },
];
export const lines = `title Invoices
read search_invoices
table count, total of connections by supplier.name
say Here they are.`;

/** An MCP server with a tool that reads and one that does not. */
export async function readingServer(): Promise<TestMcpServer> {
  const server = await startMcpServer([reads, pays]);
  server.call = () => said(JSON.stringify({ total: invoices.length, invoices }));
  return server;
}

/** A service, and an MCP server whose tool its dashboards read with. */
export async function startReading({ clock }: { readonly clock?: () => Date } = {}) {
  const server = await readingServer();
  const service = await startService({ env: { OUTBOUND_ALLOW: server.host }, ...(clock && { clock }) });
  return { server, service, reading: readingIn(service, server) };
}

function readingIn(service: TestService, server: TestMcpServer) {
  let made = 0;
  const at = (artifactId: string) => ({ params: { artifactId } });
  const connect = async (as: PersonName = "owner", shared = false) => {
    const body = {
      name: "Ledger",
      server_url: `${server.url}/${++made}`,
      provider: "user",
      auth_method: "headers",
      headers: {},
      shared,
    } as const;
    return (await service.ok(createConnection, { params: { teamId: service.teamId }, body }, { as })).id;
  };
  const design = (as: PersonName) => designing(service, as);
  const answer = async (id: string, words: string, as: PersonName = "owner") => {
    const { message } = await design(as).last(id);
    const step = message?.steps.findLast((each) => each.kind === "asked");
    if (step?.kind !== "asked") throw new Error("nothing was asked");
    await service.ok(
      answerDashboardQuestion,
      { ...at(id), body: { toolCallId: step.tool_call_id, answers: { [step.question]: words } } },
      { as },
    );
    await design(as).ends(id);
  };
  return {
    at,
    connect,
    answer,
    design,
    /** A dashboard whose creator let it read. */
    async made(as: PersonName = "owner", message = lines) {
      const connection_ids = [await connect(as)];
      const { artifact_id } = await service.ok(createDashboard, { body: { message, connection_ids, team_id: service.teamId } }, { as });
      await design(as).ends(artifact_id);
      await answer(artifact_id, "Allow", as);
      return artifact_id;
    },
    /** Its only connection. */
    async attached(id: string) {
      const { connections } = await service.ok(listDashboardConnections, at(id));
      return { artifactId: id, connectionId: connections[0]?.connection_id ?? "" };
    },
    view: (id: string, as: PersonName = "owner") => service.ok(viewDashboard, { ...at(id), body: {} }, { as }),
    get: async (id: string, as: PersonName = "owner") => (await service.ok(getDashboard, at(id), { as })).artifact,
    /** Reads again, and waits for what came of it. */
    async refresh(id: string, how = "completed", as: PersonName = "owner") {
      await service.ok(refreshDashboard, at(id), { as });
      await design(as).ends(id, how);
    },
  };
}
export type Reading = ReturnType<typeof readingIn>;

/** What each supplier has: its name, how many invoices and their sum. */
export async function suppliers(reading: Reading, id: string, as: PersonName = "owner") {
  const { answers } = (await reading.view(id, as)).answers;
  expect(answers).toHaveLength(1);
  return answers[0]?.rows.map(({ names, values }) => [names[0], ...values]);
}
