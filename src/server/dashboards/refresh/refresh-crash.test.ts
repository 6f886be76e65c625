import { expect, it } from "vitest";
import { createConnection } from "#contract/connections/connections.ts";
import { getDashboard } from "#contract/dashboards/dashboards.ts";
import { answerDashboardQuestion, createDashboard, listDashboardMessages } from "#contract/dashboards/messages.ts";
import { refreshDashboard } from "#contract/dashboards/refresh.ts";
import { listDashboardVersions } from "#contract/dashboards/versions.ts";
import { viewDashboard } from "#contract/dashboards/views.ts";
import { getSession } from "#contract/teams/session.ts";
import { invoices, lines, readingServer } from "#server/dashboards/reads/reading.cases.ts";
import { crashable } from "#server/testing/crashable.ts";
import { said } from "#server/testing/mcp-server.ts";

it("is taken up at once by the next process when the service is killed while it reads", async () => {
  const server = await readingServer();
  const service = await crashable({ OUTBOUND_ALLOW: server.host });
  try {
    const { session } = await service.call(getSession, {});
    const params = { teamId: session.teams[0]?.id ?? "" };
    const ledger = { name: "Ledger", server_url: server.url, provider: "user", auth_method: "headers", headers: {} } as const;
    const { id } = await service.call(createConnection, { params, body: ledger });
    const { artifact_id } = await service.call(createDashboard, { body: { message: lines, connection_ids: [id] } });
    const at = { params: { artifactId: artifact_id } };
    const status = async () => (await service.call(getDashboard, at)).artifact.status;
    await expect.poll(status).toBe("completed");
    const { data } = await service.call(listDashboardMessages, { ...at, query: {} });
    const asked = data.at(-1)?.message?.steps.at(-1);
    if (asked?.kind !== "asked") throw new Error("nothing was asked");
    await service.call(answerDashboardQuestion, {
      ...at,
      body: { toolCallId: asked.tool_call_id, answers: { [asked.question]: "Allow" } },
    });
    await expect.poll(status).toBe("completed");
    const before = await service.call(listDashboardVersions, at);

    const arrived = Promise.withResolvers<void>();
    server.call = () => {
      arrived.resolve();
      return new Promise(() => undefined);
    };
    const called = server.calls.length;
    await service.call(refreshDashboard, at);
    await arrived.promise;
    server.call = () => said(JSON.stringify({ invoices: invoices.slice(2) }));
    await service.killAndRestart();
    await expect.poll(status).toBe("completed");
    expect(server.calls).toHaveLength(called + 2);
    expect(await service.call(listDashboardVersions, at)).toEqual(before);
    const { artifact } = await service.call(getDashboard, at);
    expect(artifact.refresh).toEqual({ running: false, failure: null, failed_at: null, paused: false });
    const { answers, reads } = await service.call(viewDashboard, { ...at, body: {} });
    expect(answers.answers[0]?.rows.map(({ names }) => names[0])).toEqual(["Süd"]);
    expect(reads.map(({ read_at }) => read_at)).toEqual([artifact.last_refresh_at]);
  } finally {
    await service.close();
    await server.close();
  }
});
