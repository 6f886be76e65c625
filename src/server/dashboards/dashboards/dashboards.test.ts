import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  deleteDashboard,
  duplicateDashboard,
  getDashboard,
  listDashboards,
  publishDashboard,
  updateDashboard,
} from "#contract/dashboards/dashboards.ts";
import type { DashboardStatus } from "#contract/dashboards/dashboard.ts";
import { createDashboard, listDashboardMessages } from "#contract/dashboards/messages.ts";
import { getDashboardHtml } from "#contract/dashboards/pages.ts";
import { listDashboardVersions } from "#contract/dashboards/versions.ts";
import { getDashboardThumbnail } from "#contract/dashboards/views.ts";
import { allEndpoints } from "#contract/index.ts";
import { removeTeamMember } from "#contract/teams/members.ts";
import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { comes } from "#server/testing/patience/comes.ts";
import type { PersonName } from "#server/testing/people.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { insertDashboard, patchDashboard } from "./dashboards.store.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const madeBy = async (as: PersonName) => {
  const { artifactId } = await dashboardOf(stageFor(service, as));
  return { params: { artifactId } };
};
const publishedBy = async (as: PersonName, permission: "view" | "edit", visibility: "team" | "organization" = "team") => {
  const one = await madeBy(as);
  await service.ok(publishDashboard, { ...one, body: { visibility, permission } }, { as });
  return one;
};
/** One whose first version is still to come. */
const begun = async (status: DashboardStatus = "failed") => {
  const values = { team_id: service.teamId, created_by_user_id: service.ids.builder, title: null, status };
  return { params: { artifactId: await insertDashboard(service.app.services.store.db, values) } };
};
const set = ({ params }: { params: { artifactId: string } }, patch: Parameters<typeof patchDashboard>[2]) =>
  patchDashboard(service.app.services.store.db, params.artifactId, patch);

const others: readonly PersonName[] = ["owner", "administrator", "manager", "member", "clarity", "director", "neighbour"];

describe("a private dashboard", () => {
  it("is its creator's and does not exist for anybody else", async () => {
    const one = await madeBy("builder");
    expect(await service.ok(getDashboard, one, { as: "builder" })).toMatchObject({
      artifact: {
        team_id: service.teamId,
        organization_id: service.organizationId,
        created_by_user_id: service.ids.builder,
        title: "Example dashboard",
        status: "completed",
        visibility: "private",
        publish_permission: "view",
        html_code_present: true,
        content_format: "html",
        automation_id: null,
        refresh_frequency: null,
      },
      is_creator: true,
      can_edit: true,
    });
    for (const as of others) {
      const code = as === "clarity" ? "forbidden" : "not_found";
      await service.fails(getDashboard, one, code, { as });
      await service.fails(updateDashboard, { ...one, body: { title: "Mine" } }, code, { as });
      await service.fails(publishDashboard, { ...one, body: { visibility: "team" } }, code, { as });
      await service.fails(duplicateDashboard, one, code, { as });
      await service.fails(listDashboardVersions, one, code, { as });
      await service.fails(deleteDashboard, one, code, { as });
    }
  });

  it("answers errors that are their code only", async () => {
    const { params } = await madeBy("builder");
    const of = (path: string, init: RequestInit) =>
      fetch(`${service.url}/v2/artifacts/${params.artifactId}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${service.keys.owner}`, "content-type": "application/json" },
      });
    expect(await (await of("", {})).json()).toEqual({ error: "not_found" });
    const broken = await of("", { method: "PATCH", body: JSON.stringify({ title: "" }) });
    expect(Object.keys((await broken.json()) as object)).toEqual(["error", "issues"]);
    const spoken = allEndpoints.filter(({ area, bareErrors }) => area === "Dashboards" && bareErrors === undefined);
    expect(spoken.map(({ name }) => name)).toEqual([]);
  });
});

describe("a private dashboard of somebody who left the team", () => {
  /** Written by a former member, who asked for it. */
  const left = async () => {
    const { id, key } = await memberOf({ service, teamId: service.teamId }, "team:builder");
    const body = { message: "title Left behind\nstat count of runs", team_id: service.teamId };
    const { artifact_id } = await service.ok(createDashboard, { body }, { as: { key } });
    const one = { params: { artifactId: artifact_id } };
    await comes("its page", async () => {
      const { artifact } = await service.ok(getDashboard, one, { as: { key } });
      return (artifact.status === "completed" && artifact.html_code_present) || undefined;
    });
    await service.ok(updateDashboard, { ...one, body: { refresh_frequency: "daily" } }, { as: { key } });
    const remove = () => service.ok(removeTeamMember, { params: { teamId: service.teamId, memberId: id } });
    return { one, key, remove };
  };
  const listed = async (as: PersonName, { params }: { params: { artifactId: string } }) => {
    const query = { scope: "team" as const, team_id: service.teamId, limit: 100, offset: 0 };
    const { artifacts, total } = await service.ok(listDashboards, { query }, { as });
    expect(total).toBe(artifacts.length);
    return artifacts.find(({ id }) => id === params.artifactId);
  };

  it("is listed for Administrators, who take it over without having seen it", async () => {
    const { one, key, remove } = await left();
    expect(await listed("administrator", one)).toBeUndefined();
    await service.fails(publishDashboard, { ...one, body: { visibility: "private" } }, "not_found", { as: "administrator" });
    await remove();
    expect(await listed("administrator", one)).toMatchObject({ title: "Left behind", visibility: "private", thumbnail_url: null });
    for (const as of ["manager", "member"] as const) {
      expect(await listed(as, one)).toBeUndefined();
      await service.fails(publishDashboard, { ...one, body: { visibility: "team" } }, "not_found", { as });
      await service.fails(deleteDashboard, one, "not_found", { as });
    }
    for (const read of [getDashboard, getDashboardHtml, listDashboardMessages, getDashboardThumbnail])
      await service.fails(read, one, "not_found", { as: "administrator" });
    await service.fails(publishDashboard, { ...one, body: { visibility: "organization" } }, "not_found", { as: "administrator" });
    const taken = await service.ok(publishDashboard, { ...one, body: { visibility: "private" } }, { as: "administrator" });
    expect(taken).toMatchObject({
      created_by_user_id: service.ids.administrator,
      visibility: "private",
      status: "completed",
      html_code_present: true,
      refresh_frequency: null,
      next_refresh_at: null,
    });
    const { data } = await service.ok(listDashboardMessages, { ...one, query: { limit: 50 } }, { as: "administrator" });
    expect(data).toEqual([]);
    await service.fails(getDashboard, one, "not_found", { as: "owner" });
    await service.fails(getDashboard, one, "not_found", { as: { key } });
  });

  it("is deleted by Administrators", async () => {
    const { one, remove } = await left();
    await service.fails(deleteDashboard, one, "not_found", { as: "administrator" });
    await remove();
    await service.ok(deleteDashboard, one, { as: "administrator" });
    expect(await listed("administrator", one)).toBeUndefined();
  });
});

describe("a published dashboard", () => {
  it("is seen by members, edited by Builders where that was given, and owned by its creator and Administrators", async () => {
    const viewed = await publishedBy("builder", "view");
    const edited = await publishedBy("builder", "edit");
    const can = async (one: typeof viewed, as: PersonName) => (await service.ok(getDashboard, one, { as })).can_edit;
    expect(await Promise.all([can(viewed, "owner"), can(viewed, "builder"), can(edited, "manager"), can(edited, "member")])).toEqual([
      false,
      true,
      true,
      false,
    ]);
    await service.ok(updateDashboard, { ...edited, body: { title: "By a manager" } }, { as: "manager" });
    await service.fails(updateDashboard, { ...edited, body: { title: "By a member" } }, "forbidden", { as: "member" });
    await service.fails(updateDashboard, { ...viewed, body: { title: "By a manager" } }, "forbidden", { as: "manager" });
    await service.fails(listDashboardVersions, viewed, "forbidden", { as: "manager" });
    for (const as of ["manager", "member"] as const) {
      await service.fails(publishDashboard, { ...edited, body: { visibility: "private" } }, "forbidden", { as });
      await service.fails(deleteDashboard, edited, "forbidden", { as });
    }
    for (const as of ["clarity", "neighbour", "stranger"] as const)
      await service.fails(getDashboard, edited, as === "clarity" ? "forbidden" : "not_found", { as });
    await service.ok(deleteDashboard, edited, { as: "administrator" });
    await service.fails(getDashboard, edited, "not_found", { as: "builder" });
  });

  it("gives nobody more than viewing again after it was private", async () => {
    const one = await publishedBy("builder", "edit");
    await service.ok(publishDashboard, { ...one, body: { visibility: "private" } }, { as: "builder" });
    await service.fails(getDashboard, one, "not_found", { as: "manager" });
    const again = await service.ok(publishDashboard, { ...one, body: { visibility: "team" } }, { as: "builder" });
    expect(again).toMatchObject({ visibility: "team", publish_permission: "view" });
  });

  it("needs a page first", async () => {
    const one = await begun();
    await service.fails(publishDashboard, { ...one, body: { visibility: "team" } }, "no_page", { as: "builder" });
    await service.fails(duplicateDashboard, one, "no_page", { as: "builder" });
    expect((await service.ok(getDashboard, one, { as: "builder" })).artifact).toMatchObject({
      html_code_present: false,
      thumbnail_url: null,
    });
  });
});

it("lists what one made, and what teammates published, the last changed first", async () => {
  const mine = await madeBy("colleague");
  const shared = await publishedBy("manager", "view");
  await set(mine, { title: "Changed last" });
  const list = async (scope: "created" | "team" | "shared", as: PersonName) => {
    const { artifacts, total } = await service.ok(
      listDashboards,
      { query: { scope, team_id: service.teamId, limit: 100, offset: 0 } },
      { as },
    );
    expect(total).toBe(artifacts.length);
    return artifacts.map(({ id }) => id);
  };
  const copy = await service.ok(duplicateDashboard, shared, { as: "colleague" });
  expect(await list("created", "colleague")).toEqual([copy.id, mine.params.artifactId]);
  expect((await list("team", "colleague"))[0]).toBe(shared.params.artifactId);
  expect(await list("team", "manager")).not.toContain(shared.params.artifactId);
  expect(await list("shared", "colleague")).toEqual([]);
  const first = await service.ok(listDashboards, { query: { limit: 1, offset: 1 } }, { as: "colleague" });
  expect(first).toMatchObject({ artifacts: [{ id: mine.params.artifactId }], total: 2, limit: 1, offset: 1 });
});

it("has to be told the team where the caller is in several", async () => {
  const { issues } = await service.fails(listDashboards, { query: { limit: 1, offset: 0 } }, "invalid_request", { as: "director" });
  expect(issues).toMatchObject([{ path: ["team_id"] }]);
  await service.fails(listDashboards, { query: { limit: 1, offset: 0 } }, "forbidden", { as: "clarity" });
});

it("is renamed, also on its page, and says when it is read again", async () => {
  const one = await madeBy("builder");
  const renamed = await service.ok(updateDashboard, { ...one, body: { title: "Backlog", refresh_frequency: "hourly" } }, { as: "builder" });
  expect(renamed).toMatchObject({ title: "Backlog", refresh_frequency: "hourly" });
  const minutes = (Date.parse(renamed.next_refresh_at ?? "") - Date.parse(renamed.updated_at)) / 60_000;
  expect(minutes > 55 && minutes < 75).toBe(true);
  const same = await service.ok(updateDashboard, { ...one, body: { refresh_frequency: "hourly" } }, { as: "builder" });
  expect(same.next_refresh_at).toBe(renamed.next_refresh_at);
  const off = await service.ok(updateDashboard, { ...one, body: { refresh_frequency: null } }, { as: "builder" });
  expect(off).toMatchObject({ title: "Backlog", refresh_frequency: null, next_refresh_at: null });
});

it("duplicates the page as it is, for whoever sees it, without audience, versions and schedule", async () => {
  const one = await publishedBy("builder", "edit");
  await service.ok(updateDashboard, { ...one, body: { title: "Backlog", refresh_frequency: "daily" } }, { as: "builder" });
  const copy = await service.ok(duplicateDashboard, one, { as: "member" });
  expect(copy).toMatchObject({
    title: "Backlog",
    created_by_user_id: service.ids.member,
    visibility: "private",
    publish_permission: "view",
    status: "completed",
    refresh_frequency: null,
    html_code_present: true,
  });
  const { revisions } = await service.ok(listDashboardVersions, { params: { artifactId: copy.id } }, { as: "member" });
  expect(revisions.map(({ version }) => version)).toEqual([1]);
  for (const status of ["not_started", "pending", "running"] as const) {
    await set(one, { status });
    await service.fails(duplicateDashboard, one, "generating", { as: "member" });
  }
});
