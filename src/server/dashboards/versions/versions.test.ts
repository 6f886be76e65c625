import { afterAll, beforeAll, expect, it } from "vitest";
import { getDashboard, publishDashboard, updateDashboard } from "#contract/dashboards/dashboards.ts";
import { listDashboardVersions, restoreDashboardVersion } from "#contract/dashboards/versions.ts";
import { insertDashboard, insertVersion, patchDashboard } from "#server/dashboards/dashboards/dashboards.store.ts";
import { dashboardOf, examplePage } from "#server/gates/stage/dashboards.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { newId } from "#server/platform/db/columns.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const as = { as: "builder" } as const;
const versions = (artifactId: string) => service.ok(listDashboardVersions, { params: { artifactId } }, as);

it("moves the head to an earlier version, and loses none", async () => {
  const { artifactId, revisionId, secondId } = await dashboardOf(stageFor(service, "builder"));
  expect(await versions(artifactId)).toMatchObject({
    revisions: [
      { id: secondId, artifact_id: artifactId, version: 2, parent_revision_id: revisionId, restored_from_version: null },
      { id: revisionId, version: 1, parent_revision_id: null, restored_from_version: null },
    ],
    total: 2,
    current_revision_id: secondId,
    current_version: 2,
  });
  const restored = await service.ok(restoreDashboardVersion, { params: { artifactId, revisionId } }, as);
  expect(restored).toEqual({ success: true, current_revision_id: revisionId, current_version: 1 });
  expect(await versions(artifactId)).toMatchObject({
    revisions: [{ restored_from_version: null }, { restored_from_version: 1 }],
    total: 2,
    current_revision_id: revisionId,
    current_version: 1,
  });
});

it("branches with the next version", async () => {
  const { artifactId, revisionId, secondId } = await dashboardOf(stageFor(service, "builder"));
  await service.ok(restoreDashboardVersion, { params: { artifactId, revisionId } }, as);
  const { db } = service.app.services.store;
  const { id } = await insertVersion(db, { artifactId, parentId: revisionId, page: { ...examplePage, title: "Branch" } });
  const { revisions, current_revision_id } = await versions(artifactId);
  expect(current_revision_id).toBe(id);
  expect(revisions.map((one) => [one.id, one.version, one.parent_revision_id, one.restored_from_version])).toEqual([
    [id, 3, revisionId, null],
    [secondId, 2, revisionId, null],
    [revisionId, 1, null, null],
  ]);
  expect((await service.ok(getDashboard, { params: { artifactId } }, as)).artifact.title).toBe("Branch");
});

it("takes the title of its version along, but not one that a person gave", async () => {
  const { artifactId, revisionId } = await dashboardOf(stageFor(service, "builder"));
  const { db } = service.app.services.store;
  const title = async () => (await service.ok(getDashboard, { params: { artifactId } }, as)).artifact.title;
  const restore = (id: string) => service.ok(restoreDashboardVersion, { params: { artifactId, revisionId: id } }, as);
  const { id } = await insertVersion(db, { artifactId, parentId: revisionId, page: { ...examplePage, title: "Failures" } });
  await restore(revisionId);
  expect(await title()).toBe(examplePage.title);
  await restore(id);
  expect(await title()).toBe("Failures");
  await service.ok(updateDashboard, { params: { artifactId }, body: { title: "Monday meeting" } }, as);
  await restore(revisionId);
  expect(await title()).toBe("Monday meeting");
});

it("restores nothing while a version is written, before the first one, and none of another dashboard", async () => {
  const { artifactId, revisionId } = await dashboardOf(stageFor(service, "builder"));
  const other = await dashboardOf(stageFor(service, "builder"));
  await service.fails(restoreDashboardVersion, { params: { artifactId, revisionId: other.revisionId } }, "not_found", as);
  await service.fails(restoreDashboardVersion, { params: { artifactId, revisionId: newId() } }, "not_found", as);
  const { db } = service.app.services.store;
  await patchDashboard(db, artifactId, { status: "running" });
  await service.fails(restoreDashboardVersion, { params: { artifactId, revisionId } }, "generating", as);
  const values = { team_id: service.teamId, created_by_user_id: service.ids.builder, title: null, status: "failed" as const };
  const empty = await insertDashboard(db, values);
  await service.fails(restoreDashboardVersion, { params: { artifactId: empty, revisionId } }, "no_page", as);
  expect(await versions(empty)).toEqual({ revisions: [], total: 0, current_revision_id: null, current_version: null });
});

it("is for those who edit", async () => {
  const { artifactId, revisionId } = await dashboardOf(stageFor(service, "builder"));
  const params = { artifactId, revisionId };
  await service.ok(publishDashboard, { params: { artifactId }, body: { visibility: "team", permission: "edit" } }, as);
  await service.fails(restoreDashboardVersion, { params }, "forbidden", { as: "member" });
  await service.fails(listDashboardVersions, { params: { artifactId } }, "forbidden", { as: "member" });
  await service.ok(restoreDashboardVersion, { params }, { as: "manager" });
});
