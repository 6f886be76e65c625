import { afterAll, beforeAll, expect, it } from "vitest";
import type { ViewedList } from "#contract/list.ts";
import { getListColumns, setListColumns } from "#contract/teams/list-columns.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

it("hides columns of a list for one person, until all of them are shown again", async () => {
  const params = (list: ViewedList) => ({ teamId: service.teamId, list });
  const of = async (as: "owner" | "member", list: ViewedList) => service.ok(getListColumns, { params: params(list) }, { as });
  const hide = (hidden: string[]) => service.ok(setListColumns, { params: params("runs"), body: { hidden } }, { as: "member" });
  expect(await of("member", "runs")).toEqual({ list: "runs", hidden: [] });
  expect(await hide(["source", "duration", "source"])).toEqual({ list: "runs", hidden: ["source", "duration"] });
  await service.ok(setListColumns, { params: params("agents"), body: { hidden: ["kind"] } }, { as: "member" });
  expect(await of("member", "agents")).toEqual({ list: "agents", hidden: ["kind"] });
  expect(await of("member", "runs")).toEqual({ list: "runs", hidden: ["source", "duration"] });
  expect(await of("owner", "runs")).toEqual({ list: "runs", hidden: [] });
  expect(await hide([])).toEqual({ list: "runs", hidden: [] });
});
