import { afterAll, beforeAll, expect, it } from "vitest";
import { countFigures } from "#contract/dashboards/figures.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { copyRuns } from "#server/testing/many-runs.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const params = () => ({ teamId: service.teamId });
const days = { zone: "Europe/Berlin", range: "last_30_days" } as const;

it("counts what the lists behind its links have, for whoever asks", async () => {
  const { id: agent } = await agentWith(service, scripted("say Done"));
  const run = await startRunOf(service, agent, {}, { as: "member" });
  await settled(service, run);
  await copyRuns(service.pool, run, 7, "failed");
  await copyRuns(service.pool, run, 4, "interrupted");
  const ofAgent = [{ by: "agent", kind: "is" as const, values: [agent] }];
  const counted = await service.ok(countFigures, {
    params: params(),
    body: { ...days, queries: [{ name: "by_status", source: "runs", measures: ["count"], by: ["status"], filters: ofAgent }] },
  });
  const [answer] = counted.answers;
  expect([counted.scope, counted.faults]).toEqual(["team", []]);
  const found = new Map(answer?.rows.map(({ by: [status], values: [n] }) => [status, n]));
  expect([found.get("failed"), found.get("interrupted")]).toEqual([7, 4]);
  for (const { link, values } of answer?.rows ?? []) {
    const { agent: agent_id, status, from: since, to: created_before } = (link?.filters ?? {}) as Record<string, string>;
    const sent = status === "stopped" ? "interrupted" : status;
    const query = { agent_id, since, created_before, ...(sent && { status: sent as "failed" }) };
    const list = await service.ok(listTeamRuns, { params: params(), query });
    expect([status, list.total]).toEqual([status, values[0]]);
  }
  const all = { ...days, queries: [{ name: "all", source: "runs" as const, measures: ["count"], by: [], filters: [] }] };
  const own = await service.ok(countFigures, { params: params(), body: all }, { as: "builder" });
  expect([own.scope, own.answers[0]?.total.values]).toEqual(["own", [0]]);
});

it("says what cannot be counted with its place, and reads no other team's queue", async () => {
  const elsewhere = await service.ok(
    createQueue,
    { params: { teamId: service.neighbourTeamId }, body: { name: "Theirs" } },
    { as: "neighbour" },
  );
  const query = { name: "one", source: "runs" as const, measures: ["count"], by: [], filters: [] };
  const refused = async (...queries: object[]) => {
    const error = await service.fails(
      countFigures,
      { params: params(), body: { ...days, queries: queries as [typeof query] } },
      "invalid_request",
    );
    return error.issues?.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };
  expect(await refused({ ...query, measures: ["nothing"] })).toEqual([
    expect.stringMatching(/^queries\.0\.measures\.0: “nothing” is no measure of runs/),
  ]);
  expect(await refused({ ...query, filters: [{ by: "agent", kind: "is", parameter: "agent" }] })).toHaveLength(2);
  expect(await refused(query, query)).toEqual(["queries.1.name: Give each query a name of its own"]);
  const theirs = [{ by: "queue", kind: "is", values: [elsewhere.queue.id] }];
  expect(await refused({ ...query, source: "cases", by: ["field.total"], filters: theirs })).toEqual(
    expect.arrayContaining([expect.stringContaining("There is no queue")]),
  );
  expect(await refused({ ...query, source: "connections" })).toHaveLength(1);
});
