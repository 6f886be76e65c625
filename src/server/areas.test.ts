import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "#server/testing/service.ts";
import { toys } from "#server/testing/toys/area.ts";
import { createToy, deleteToys, listToys } from "#server/testing/toys/toys.contract.ts";

describe("an area", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ areas: [toys] });
    await service.pool.query(
      "create table toys (id uuid primary key, team_id uuid not null, name text not null, wrapped boolean not null default false)",
    );
  });
  afterAll(() => service.close());

  it("is added by its manifest alone: access, limits, transactions and background work included", async () => {
    const params = { teamId: service.teamId };
    await service.fails(createToy, { params, body: { name: "" } }, "invalid_request");
    await service.fails(listToys, { params }, "unauthorized", { as: null });
    await service.fails(listToys, { params: { teamId: service.strangerTeamId } }, "not_found", { as: "member" });
    for (const name of ["Ball", "Kite", "Top"]) await service.ok(createToy, { params, body: { name } });
    await expect
      .poll(async () => (await service.ok(listToys, { params })).toys.map(({ name, wrapped }) => [name, wrapped]), { timeout: 20_000 })
      .toEqual([
        ["Ball", true],
        ["Kite", true],
        ["Top", true],
      ]);
    await service.ok(deleteToys, { params });
    expect(await service.ok(listToys, { params })).toEqual({ toys: [] });
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('caseload_work_rounds_total{work="wrapping"}');
  });
});
