import { afterAll, beforeAll, expect, it } from "vitest";
import { createConnection } from "#contract/connections/connections.ts";
import { attachDashboardConnection, listDashboardConnections } from "#contract/dashboards/connections.ts";
import { getDashboard, publishDashboard } from "#contract/dashboards/dashboards.ts";
import { moveDashboard } from "#contract/dashboards/move.ts";
import { listDashboardVersions } from "#contract/dashboards/versions.ts";
import { insertDashboard, patchDashboard } from "#server/dashboards/dashboards/dashboards.store.ts";
import { headers, serverOf } from "#server/gates/examples/connection-objects.ts";
import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Reaches both teams: an administrator of the organization. */
const as = { as: "director" } as const;
const move = (artifactId: string, dryRun: "true" | "false" = "false", targetTeamId = service.neighbourTeamId) => ({
  params: { teamId: service.teamId, artifactId },
  query: { dryRun },
  body: { targetTeamId },
});
const published = async () => {
  const { artifactId, secondId } = await dashboardOf(stageFor(service, "builder"));
  await service.ok(publishDashboard, { params: { artifactId }, body: { visibility: "team", permission: "edit" } }, { as: "builder" });
  return { artifactId, secondId };
};
const connect = async (teamId: string, server_url: string) => {
  const body = { name: "Ledger", server_url, provider: "user", auth_method: "headers", headers, shared: true } as const;
  return (await service.ok(createConnection, { params: { teamId }, body }, as)).id;
};

it("says first what becomes of it, then takes the newest version along, and leaves the rest behind", async () => {
  const { artifactId, secondId } = await published();
  const server = serverOf();
  const [here, there, only] = [
    await connect(service.teamId, server),
    await connect(service.neighbourTeamId, server),
    await connect(service.teamId, serverOf()),
  ];
  for (const connection_id of [here, only])
    await service.ok(attachDashboardConnection, { params: { artifactId }, body: { connection_id } }, { as: "builder" });
  const preview = await service.ok(moveDashboard, move(artifactId, "true"), as);
  expect(preview).toMatchObject({
    artifactId,
    artifactTitle: "Example dashboard",
    sourceTeamId: service.teamId,
    targetTeamId: service.neighbourTeamId,
    ownershipReassigned: true,
    visibilityReset: true,
    connections: {
      reused: [{ instanceName: "Ledger", decision: "reuse" }],
      disconnected: [{ decision: "needs_reconnect" }],
      customToRebuild: [],
    },
    applied: false,
  });
  const of = { params: { artifactId } };
  expect((await service.ok(getDashboard, of, as)).artifact.team_id).toBe(service.teamId);
  expect(await service.ok(moveDashboard, move(artifactId), as)).toEqual({ ...preview, applied: true });
  const { artifact, is_creator } = await service.ok(getDashboard, of, as);
  expect(artifact).toMatchObject({ team_id: service.neighbourTeamId, visibility: "private", publish_permission: "view" });
  expect(is_creator).toBe(true);
  const { revisions } = await service.ok(listDashboardVersions, of, as);
  expect(revisions).toMatchObject([{ id: secondId, version: 2, parent_revision_id: null }]);
  const { connections } = await service.ok(listDashboardConnections, of, as);
  expect(connections.map(({ connection_id }) => connection_id)).toEqual([there]);
  for (const who of ["builder", "owner", "neighbour"] as const) await service.fails(getDashboard, of, "not_found", { as: who });
});

it("stays where it is for those who may not, and while it has no page or is being written", async () => {
  const { artifactId } = await published();
  const before = await dashboardOf(stageFor(service, "builder"));
  await service.fails(moveDashboard, move(artifactId), "forbidden", { as: "builder" });
  await service.fails(moveDashboard, move(artifactId), "forbidden", { as: "manager" });
  await service.fails(moveDashboard, move(artifactId), "not_found", { as: "owner" });
  await service.fails(moveDashboard, move(before.artifactId), "not_found", as);
  await service.fails(moveDashboard, move(artifactId, "false", service.teamId), "invalid_request", as);
  await service.fails(moveDashboard, move(artifactId, "false", service.strangerTeamId), "not_found", as);
  const wrong = { ...move(artifactId), params: { teamId: service.neighbourTeamId, artifactId } };
  await service.fails(moveDashboard, wrong, "not_found", as);
  const { db } = service.app.services.store;
  await patchDashboard(db, artifactId, { status: "pending" });
  await service.fails(moveDashboard, move(artifactId), "generating", as);
  const values = { team_id: service.teamId, created_by_user_id: service.ids.director, title: null, status: "failed" as const };
  await service.fails(moveDashboard, move(await insertDashboard(db, values)), "no_page", as);
});
