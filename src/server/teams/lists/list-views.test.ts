import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createListView, deleteListView, listListViews, updateListView } from "#contract/teams/list-views.ts";
import { maxViews, type TeamList } from "#contract/teams/lists.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

type Person = "owner" | "manager" | "member" | "colleague";
const of = (list: TeamList) => ({ params: { teamId: service.teamId, list } });
const body = (name: string, scope: "personal" | "team") => ({ name, scope, search: "status=failed" });
const names = async (list: TeamList, as: Person) =>
  (await service.ok(listListViews, of(list), { as })).views.map((view) => `${view.name} ${view.scope}`);

describe("a view of a list", () => {
  it("is kept for oneself or for the team, in the list that it is of", async () => {
    const { view } = await service.ok(createListView, { ...of("runs"), body: body("Failed", "personal") }, { as: "member" });
    expect(view).toMatchObject({ team_id: service.teamId, list: "runs", name: "Failed", scope: "personal", search: "status=failed" });
    await service.ok(createListView, { ...of("runs"), body: body("All failed", "team") }, { as: "manager" });
    expect(await names("runs", "member")).toEqual(["All failed team", "Failed personal"]);
    expect(await names("runs", "colleague")).toEqual(["All failed team"]);
    expect(await names("agents", "member")).toEqual([]);
    const at = (list: TeamList) => ({ params: { ...of(list).params, view_id: view.id } });
    const changed = await service.ok(updateListView, { ...at("runs"), body: { search: "since=7d" } }, { as: "member" });
    expect(changed.view).toMatchObject({ name: "Failed", search: "since=7d" });
    await service.fails(updateListView, { ...at("agents"), body: { name: "Other" } }, "not_found", { as: "member" });
    expect(await service.ok(deleteListView, at("runs"), { as: "member" })).toEqual({ success: true });
  });

  it("is changed by its owner, one of the team by Managers", async () => {
    const own = (await service.ok(createListView, { ...of("files"), body: body("Mine", "personal") }, { as: "member" })).view;
    const teams = (await service.ok(createListView, { ...of("files"), body: body("Ours", "team") }, { as: "manager" })).view;
    const at = ({ id }: { id: string }) => ({ params: { ...of("files").params, view_id: id } });
    await service.fails(createListView, { ...of("files"), body: body("Ours too", "team") }, "forbidden", { as: "member" });
    for (const as of ["owner", "colleague"] as const) {
      await service.fails(updateListView, { ...at(own), body: { name: "Taken" } }, "not_found", { as });
      await service.fails(deleteListView, at(own), "not_found", { as });
    }
    await service.fails(updateListView, { ...at(teams), body: { name: "Taken" } }, "forbidden", { as: "member" });
    await service.fails(deleteListView, at(teams), "forbidden", { as: "member" });
    await service.ok(createListView, { ...of("files"), body: body("Other", "team") });
    const { message } = await service.fails(updateListView, { ...at(teams), body: { name: "Other" } }, "name_taken");
    expect(message).toContain("“Other”");
  });

  it("has a name of its own, and room for fifty of each person, however many are saved at once", async () => {
    const save = (name: string, as: Person = "owner") =>
      service.call(createListView, { ...of("queues"), body: body(name, "personal") }, { as });
    const once = await Promise.all(Array.from({ length: 4 }, () => save("One")));
    expect(once.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const more = await Promise.all(Array.from({ length: maxViews + 1 }, (_, i) => save(`More ${i}`)));
    expect(more.filter(({ status }) => status === 201)).toHaveLength(maxViews - 1);
    await service.fails(createListView, { ...of("queues"), body: body("One", "personal") }, "too_many");
    await service.fails(createListView, { ...of("queues"), body: body("One more", "personal") }, "too_many");
    expect((await save("One", "member")).status).toBe(201);
    await service.fails(createListView, { ...of("queues"), body: body("One", "personal") }, "name_taken", { as: "member" });
  });
});
