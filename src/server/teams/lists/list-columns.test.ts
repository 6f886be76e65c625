import { afterAll, beforeAll, expect, it } from "vitest";
import { getListColumns, setListColumns } from "#contract/teams/list-columns.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

it("hides columns of a list for one person, until all of them are shown again", async () => {
  const params = { teamId: service.teamId };
  const of = async (as: "owner" | "member") => (await service.ok(getListColumns, { params }, { as })).lists;
  const hide = (hidden: string[]) =>
    service.ok(setListColumns, { params: { ...params, list: "runs" }, body: { hidden } }, { as: "member" });
  expect(await of("member")).toEqual([]);
  expect(await hide(["source", "duration", "source"])).toEqual({ list: "runs", hidden: ["source", "duration"] });
  await service.ok(setListColumns, { params: { ...params, list: "agents" }, body: { hidden: ["kind"] } }, { as: "member" });
  expect(await of("member")).toEqual([
    { list: "agents", hidden: ["kind"] },
    { list: "runs", hidden: ["source", "duration"] },
  ]);
  expect(await of("owner")).toEqual([]);
  expect(await hide([])).toEqual({ list: "runs", hidden: [] });
});
