import { afterAll, beforeAll, expect, it } from "vitest";
import { publishDashboard, updateDashboard } from "#contract/dashboards/dashboards.ts";
import { listOrganizationDashboards, viewOrganizationDashboard } from "#contract/dashboards/organization.ts";
import { viewDashboard } from "#contract/dashboards/views.ts";
import { removeTeamMember } from "#contract/teams/members.ts";
import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { newcomer, type Newcomer } from "#server/gates/newcomer.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
let outsider: Newcomer;
beforeAll(async () => {
  service = await startService();
  outsider = await newcomer(service);
  await service.pool.query("delete from team_members where user_id = $1", [outsider.id]);
  await settled(service, await startRunOf(service, (await agentWith(service, scripted("say Hello"))).id));
});
afterAll(() => service.close());

const as = () => ({ as: null, headers: { cookie: outsider.credentials.cookie ?? "" } });
const listed = async () =>
  (await service.ok(listOrganizationDashboards, { params: { orgId: service.organizationId } }, as())).dashboards.map(({ id }) => id);
const shown = (artifactId: string) => ({ params: { orgId: service.organizationId, artifactId } });

it("shows people outside the team what its publisher saw, and no list of it", async () => {
  const { artifactId } = await dashboardOf(stageFor(service, "manager"));
  const one = { params: { artifactId } };
  await service.fails(viewOrganizationDashboard, shown(artifactId), "not_found", as());
  await service.ok(publishDashboard, { ...one, body: { visibility: "organization" } }, { as: "manager" });
  expect(await listed()).toEqual([artifactId]);
  const { dashboard, html } = await service.ok(viewOrganizationDashboard, shown(artifactId), as());
  expect(dashboard).toMatchObject({ title: "Example dashboard", published_by: expect.any(String), team_name: expect.any(String) });
  expect(html).toContain('data-block="figures"');
  expect(html).not.toContain("href=");
  await service.fails(viewDashboard, { ...one, body: {} }, "not_found", as());
  await settled(service, await startRunOf(service, (await agentWith(service, scripted("say Hello"))).id));
  expect((await service.ok(viewOrganizationDashboard, shown(artifactId), as())).html).toBe(html);
  await service.ok(publishDashboard, { ...one, body: { visibility: "team" } }, { as: "manager" });
  expect(await listed()).toEqual([]);
  await service.fails(viewOrganizationDashboard, shown(artifactId), "not_found", as());
});

it("counts without a lock: the dashboard is renamed meanwhile", async () => {
  const { artifactId } = await dashboardOf(stageFor(service, "manager"));
  const one = { params: { artifactId } };
  const other = await service.pool.connect();
  await other.query("begin; lock table runs in access exclusive mode");
  const published = service.ok(publishDashboard, { ...one, body: { visibility: "organization" } }, { as: "manager" });
  const counting = async () =>
    (
      await service.pool.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like 'with r as (%'",
      )
    ).rowCount;
  await expect.poll(counting).toBe(1);
  try {
    await service.ok(updateDashboard, { ...one, body: { title: "Renamed meanwhile" } }, { as: "manager" });
  } finally {
    await other.query("commit");
    other.release();
  }
  expect((await published).title).toBe("Renamed meanwhile");
  const { dashboard, html } = await service.ok(viewOrganizationDashboard, shown(artifactId), as());
  expect(dashboard.title).toBe("Renamed meanwhile");
  expect(html).toContain('data-block="figures"');
  await service.ok(publishDashboard, { ...one, body: { visibility: "private" } }, { as: "manager" });
});

it("ends with the right of its publisher", async () => {
  const { artifactId } = await dashboardOf(stageFor(service, "manager"));
  await service.ok(publishDashboard, { params: { artifactId }, body: { visibility: "organization" } }, { as: "manager" });
  const setRole = (role: string) =>
    service.pool.query("update team_members set role = $3 where team_id = $1 and user_id = $2", [
      service.teamId,
      service.ids.manager,
      role,
    ]);
  await setRole("team:member");
  expect(await listed()).toEqual([]);
  await setRole("team:manager");
  expect(await listed()).toEqual([artifactId]);
  await service.ok(removeTeamMember, { params: { teamId: service.teamId, memberId: service.ids.manager } });
  expect(await listed()).toEqual([]);
  await service.fails(viewOrganizationDashboard, shown(artifactId), "not_found", as());
});
