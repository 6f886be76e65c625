import { afterAll, beforeAll, expect, it } from "vitest";
import { listDashboardVersions } from "#contract/dashboards/versions.ts";
import { getDashboardThumbnail, viewDashboard } from "#contract/dashboards/views.ts";
import { publishDashboard } from "#contract/dashboards/dashboards.ts";
import { insertDashboard } from "#server/dashboards/dashboards/dashboards.store.ts";
import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { framePath } from "#contract/dashboards/frame.ts";
import { listAddress } from "#contract/dashboards/list-address.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const made = async () => ({ params: { artifactId: (await dashboardOf(stageFor(service, "builder"))).artifactId } });

it("is drawn with the figures of whoever looks, in the range that they chose", async () => {
  const one = await made();
  await service.ok(publishDashboard, { ...one, body: { visibility: "team" } }, { as: "builder" });
  const own = await service.ok(viewDashboard, { ...one, body: { chosen: { range: "last_7_days" } } }, { as: "member" });
  expect(own).toMatchObject({ version: 2, page: { title: "Example dashboard" }, answers: { scope: "own", faults: [] } });
  expect(own.html).toContain('data-block="figures"');
  expect(own.html).toContain(`href="/t/${service.teamId}/runs?`);
  const all = await service.ok(viewDashboard, { ...one, body: {} }, { as: "manager" });
  expect(all.answers.scope).toBe("team");
  const days = ({ answers }: typeof all) => answers.answers.find(({ name }) => name === "by_day")?.rows.length;
  expect([days(own), days(all)]).toEqual([7, 30]);
  await service.fails(viewDashboard, { ...one, body: {} }, "not_found", { as: "neighbour" });
});

it("shows an earlier version, and what is being written, to those who can edit", async () => {
  const one = await made();
  await service.ok(publishDashboard, { ...one, body: { visibility: "team", permission: "edit" } }, { as: "builder" });
  const { revisions } = await service.ok(listDashboardVersions, one, { as: "builder" });
  const revision_id = revisions.at(-1)?.id ?? "";
  expect(await service.ok(viewDashboard, { ...one, body: { revision_id } }, { as: "manager" })).toMatchObject({ version: 1, revision_id });
  await service.fails(viewDashboard, { ...one, body: { revision_id } }, "forbidden", { as: "member" });
  await service.fails(viewDashboard, { ...one, body: { in_work: true } }, "forbidden", { as: "member" });
  await service.fails(viewDashboard, { ...one, body: { revision_id: one.params.artifactId } }, "not_found", { as: "builder" });
  expect(await service.ok(viewDashboard, { ...one, body: { in_work: true } }, { as: "builder" })).toMatchObject({ version: 2 });
});

it("has a sketch, and neither before its first page", async () => {
  const one = await made();
  const sketch = new TextDecoder().decode(await service.ok(getDashboardThumbnail, { ...one, query: { theme: "dark" } }, { as: "builder" }));
  expect(sketch).toMatch(/^<svg /);
  const values = { team_id: service.teamId, created_by_user_id: service.ids.builder, title: null, status: "failed" as const };
  const begun = { params: { artifactId: await insertDashboard(service.app.services.store.db, values) } };
  await service.fails(viewDashboard, { ...begun, body: {} }, "no_page", { as: "builder" });
  await service.fails(getDashboardThumbnail, { ...begun, query: {} }, "no_page", { as: "builder" });
});

it("is shown in a frame that may do nothing but show it", async () => {
  const frame = await fetch(service.url + framePath, { headers: { "sec-fetch-dest": "iframe" } });
  const policy = frame.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'sha256-[^']+';/);
  expect(policy).toContain("sandbox allow-scripts allow-modals");
  expect(policy).not.toContain("allow-same-origin");
  expect(frame.headers.get("x-frame-options")).toBe("SAMEORIGIN");
  const again = await fetch(service.url + framePath, { headers: { "if-none-match": frame.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
  const page = await fetch(service.url + framePath, { headers: { "sec-fetch-dest": "document" } });
  expect(page.status).toBe(403);
});

it("writes the address of a list as the console reads it", () => {
  const of = (filters: Record<string, string | [string, string]>) => listAddress("t1", { list: "runs", filters });
  expect(of({ status: "failed", from: "2026-10-01T04:00:00.000Z" })).toBe("/t/t1/runs?status=failed&from=2026-10-01T04%3A00%3A00.000Z");
  expect(of({ failure: "404" })).toBe("/t/t1/runs?failure=%22404%22");
  expect(listAddress("t1", { list: "cases", queue_id: "q1", filters: { label: ["month", "May"] } })).toBe(
    "/t/t1/queues/q1?label=%5B%22month%22%2C%22May%22%5D",
  );
});
