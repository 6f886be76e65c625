import { expect, it } from "vitest";
import { getDashboard } from "#contract/dashboards/dashboards.ts";
import { createDashboard, listDashboardMessages } from "#contract/dashboards/messages.ts";
import { listDashboardVersions } from "#contract/dashboards/versions.ts";
import { crashable } from "#server/testing/crashable.ts";
import { startModelServer } from "#server/testing/model-server.ts";
import { compatible } from "#server/testing/wire-dialects.ts";

const put = (id: string) =>
  compatible.call(
    "put_block",
    JSON.stringify({
      block: { id, type: "stats", title: `Block ${id}`, width: 12, figures: [{ query: id, measure: "count", label: "Runs" }] },
      queries: [{ name: id, source: "runs", measures: ["count"], by: [], filters: [] }],
    }),
  );

it("goes on with the blocks that are stored when the service is killed between two of them", async () => {
  const provider = await startModelServer();
  const service = await crashable({ MODEL_BASE_URL: `${provider.url}/v1`, MODEL_DEFAULT: compatible.model });
  try {
    const end = compatible.end("tool_calls");
    provider.on("Show runs", [
      { body: [...put("first"), ...end] },
      { silent: true },
      { body: [...put("second"), ...end] },
      { body: [...compatible.text("Both are there."), ...compatible.end()] },
    ]);
    const { artifact_id } = await service.call(createDashboard, { body: { message: "Show runs" } });
    const params = { artifactId: artifact_id };
    await expect.poll(() => provider.asked("Show runs").length).toBe(2);
    await service.killAndRestart();
    await expect.poll(async () => (await service.call(getDashboard, { params })).artifact.status).toBe("completed");
    const asked = provider.asked("Show runs").map((body) => JSON.stringify((JSON.parse(body) as { messages: object[] }).messages.slice(3)));
    // What was stored is asked about again, word for word, and nothing is done twice.
    expect(asked[2]).toBe(asked[1]);
    const { data } = await service.call(listDashboardMessages, { params, query: {} });
    expect(data[1]?.message?.steps.filter(({ kind }) => kind === "added")).toMatchObject([{ block: "first" }, { block: "second" }]);
    expect(data[1]?.content).toContain("Both are there.");
    expect((await service.call(listDashboardVersions, { params })).total).toBe(1);
  } finally {
    await service.close();
    await provider.close();
  }
});
