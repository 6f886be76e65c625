import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaseView, deleteCaseView, listCaseViews, updateCaseView } from "#contract/queues/case-views.ts";
import { maxViews } from "#contract/teams/lists.ts";
import { deleteQueue } from "#contract/queues/queues.ts";
import type { Change } from "#server/platform/live/recent.ts";
import { queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

type Person = "owner" | "manager" | "member" | "colleague";
const absent = "00000000-0000-7000-8000-000000000000";
const of = (queue_id: string) => ({ params: { queue_id } });
const names = async (queue_id: string, as: Person) =>
  (await service.ok(listCaseViews, of(queue_id), { as })).views.map((view) => `${view.name} ${view.scope}`);

test("are kept for oneself or for the team, with what they show and in which order", async () => {
  const queue = await queueIn(service);
  const shows = { search: "status=failed&priority=high&label=%5B%22month%22%2C%22May%22%5D&search=refund&order=asc" };
  const { view } = await service.ok(
    createCaseView,
    { ...of(queue), body: { name: "Late", scope: "personal", ...shows } },
    { as: "member" },
  );
  expect(view).toMatchObject({ team_id: service.teamId, list: "cases", name: "Late", scope: "personal", ...shows });
  const told: Change[] = [];
  const stop = service.app.services.live.subscribe(service.teamId, (_event, change) => told.push(change));
  await service.ok(createCaseView, { ...of(queue), body: { name: "late", scope: "team", search: "" } }, { as: "manager" });
  stop();
  expect(told).toContainEqual(expect.objectContaining({ topic: "list_view", id: "*" }));
  await service.ok(createCaseView, { ...of(queue), body: { name: "Äpfel", scope: "team", search: "" } });
  expect(await names(queue, "member")).toEqual(["Äpfel team", "late team", "Late personal"]);
  expect(await names(queue, "colleague")).toEqual(["Äpfel team", "late team"]);
  const params = { queue_id: queue, view_id: view.id };
  const changed = await service.ok(updateCaseView, { params, body: { name: "Later", search: "status=success" } }, { as: "member" });
  expect(changed.view).toMatchObject({ name: "Later", search: "status=success" });
  expect((await service.ok(updateCaseView, { params, body: {} }, { as: "member" })).view.name).toBe("Later");
  expect((await service.ok(listCaseViews, { ...of(queue), query: { limit: 1, offset: 1 } })).total).toBe(2);
  expect(await names(await queueIn(service), "member")).toEqual([]);
  await service.ok(deleteQueue, of(queue));
  await service.fails(createCaseView, { ...of(queue), body: { name: "Late", scope: "team", search: "" } }, "not_found");
});

test("are changed by those whose they are: one's own by oneself, the team's by Managers", async () => {
  const queue = await queueIn(service);
  const own = (await service.ok(createCaseView, { ...of(queue), body: { name: "Mine", scope: "personal", search: "" } }, { as: "member" }))
    .view;
  const teams = (await service.ok(createCaseView, { ...of(queue), body: { name: "Ours", scope: "team", search: "" } }, { as: "manager" }))
    .view;
  await service.fails(createCaseView, { ...of(queue), body: { name: "Ours too", scope: "team", search: "" } }, "forbidden", {
    as: "member",
  });
  const at = (view_id: string, queue_id = queue) => ({ params: { queue_id, view_id } });
  for (const as of ["owner", "manager", "colleague"] as const) {
    await service.fails(updateCaseView, { ...at(own.id), body: { name: "Taken" } }, "not_found", { as });
    await service.fails(deleteCaseView, at(own.id), "not_found", { as });
  }
  await service.fails(updateCaseView, { ...at(teams.id), body: { name: "Taken" } }, "forbidden", { as: "member" });
  await service.fails(deleteCaseView, at(teams.id), "forbidden", { as: "member" });
  await service.fails(deleteCaseView, at(own.id, await queueIn(service)), "not_found", { as: "member" });
  await service.fails(deleteCaseView, at(absent), "not_found");
  await service.ok(deleteCaseView, at(teams.id));
  await service.ok(deleteCaseView, at(own.id), { as: "member" });
  expect(await names(queue, "member")).toEqual([]);
});

test("have names of their own, and room for fifty each, however many are saved at once", async () => {
  const queue = await queueIn(service);
  const save = (name: string, scope: "personal" | "team", as: Person = "owner") =>
    service.call(createCaseView, { ...of(queue), body: { name, scope, search: "" } }, { as });
  expect((await Promise.all(Array.from({ length: 5 }, () => save("One", "team")))).map((answer) => answer.status).toSorted()).toEqual([
    201, 409, 409, 409, 409,
  ]);
  // The same name means another view of another person, and of the team.
  expect([(await save("One", "personal")).status, (await save("One", "personal", "member")).status]).toEqual([201, 201]);
  const { view } = await service.ok(createCaseView, { ...of(queue), body: { name: "Two", scope: "team", search: "" } });
  const rename = { params: { queue_id: queue, view_id: view.id }, body: { name: "One" } };
  expect((await service.fails(updateCaseView, rename, "name_taken")).message).toContain("“One”");
  const more = await Promise.all(Array.from({ length: maxViews + 2 }, (_, i) => save(`More ${i}`, "personal")));
  expect(more.filter((answer) => answer.status === 201)).toHaveLength(maxViews - 1);
  await service.fails(createCaseView, { ...of(queue), body: { name: "One more", scope: "personal", search: "" } }, "too_many");
  expect((await save("Others have room", "personal", "member")).status).toBe(201);
});
