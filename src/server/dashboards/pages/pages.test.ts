import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { publishDashboard, updateDashboard } from "#contract/dashboards/dashboards.ts";
import { exportDashboardHtml, getDashboardHtml, getDashboardPdf, getDashboardVersionHtml } from "#contract/dashboards/pages.ts";
import { insertDashboard } from "#server/dashboards/dashboards/dashboards.store.ts";
import { dashboardOf } from "#server/gates/stage/dashboards.ts";
import { agentOf } from "#server/gates/stage/agents.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { newId } from "#server/platform/db/columns.ts";
import type { PersonName } from "#server/testing/people.ts";
import { startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
let counted: Awaited<ReturnType<typeof withRuns>>;
beforeAll(async () => {
  service = await startService();
  counted = await withRuns();
});
afterAll(() => service.close());

const words = (bytes: unknown) => new TextDecoder().decode(bytes as Uint8Array);
const read = (path: string, as: PersonName) =>
  fetch(`${service.url}/v2/artifacts/${path}`, { headers: { authorization: `Bearer ${service.keys[as]}` } });

/** Runs of one person each, and a dashboard for the team that counts runs. */
async function withRuns() {
  const { id, buildId } = await agentOf(stageFor(service));
  for (const [user, count] of [["builder", 7] as const, ["member", 3] as const])
    for (let i = 0; i < count; i++)
      await service.pool.query(
        `insert into runs (id, agent_id, build_id, team_id, user_id, status, source, title, run_number)
         select $1, $2, $3, $4, $5, 'completed', 'api', 'Run', coalesce(max(run_number), 0) + 1 from runs where agent_id = $2`,
        [newId(), id, buildId, service.teamId, service.ids[user]],
      );
  const { artifactId, revisionId } = await dashboardOf(stageFor(service, "builder"));
  await service.ok(publishDashboard, { params: { artifactId }, body: { visibility: "team" } }, { as: "builder" });
  return { artifactId, revisionId };
}

/** The key figure of the page. */
const figureIn = (html: string) => /class="[^"]*\bfv\b[^"]*"[^>]*>(?:<[^>]*>)*([\d,]+)/.exec(html)?.[1] ?? html.match(/>(\d+)</)?.[1];

describe("the page of a dashboard", () => {
  it("has the figures that each viewer's own lists show", async () => {
    const { artifactId } = counted;
    const figure = async (as: PersonName) => figureIn(words(await service.ok(getDashboardHtml, { params: { artifactId } }, { as })));
    expect(await Promise.all([figure("builder"), figure("member"), figure("colleague"), figure("manager"), figure("builder")])).toEqual([
      "7",
      "3",
      "0",
      "10",
      "7",
    ]);
  });

  it("runs no script and reaches nothing, by its header as by its own text, and has the name that the dashboard has", async () => {
    const { artifactId } = await dashboardOf(stageFor(service, "builder"));
    await service.ok(updateDashboard, { params: { artifactId }, body: { title: "<b>Backlog</b>" } }, { as: "builder" });
    const shown = await read(`${artifactId}/render`, "builder");
    const html = await shown.text();
    expect(shown.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = shown.headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "sandbox"]));
    expect(policy).not.toContain("script-src");
    expect(html).toContain("&lt;b&gt;Backlog&lt;/b&gt;</title>");
    expect(html).not.toContain("<b>Backlog");
    expect(html).not.toMatch(/<script/i);
    const file = await read(`${artifactId}/export/html?theme=dark`, "builder");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
    const whole = words(await service.ok(exportDashboardHtml, { params: { artifactId }, query: { theme: "dark" } }, { as: "builder" }));
    expect(whole).toContain('http-equiv="Content-Security-Policy"');
  });

  it("does not exist before the first version, nor for those who do not see the dashboard", async () => {
    const values = { team_id: service.teamId, created_by_user_id: service.ids.builder, title: null, status: "running" as const };
    const empty = { params: { artifactId: await insertDashboard(service.app.services.store.db, values) } };
    const { artifactId } = await dashboardOf(stageFor(service, "builder"));
    for (const endpoint of [getDashboardHtml, exportDashboardHtml, getDashboardPdf]) {
      await service.fails(endpoint, { ...empty, query: {} }, "not_found", { as: "builder" });
      await service.fails(endpoint, { params: { artifactId }, query: {} }, "not_found", { as: "owner" });
    }
  });

  it("is there for every version, for those who edit", async () => {
    const { artifactId, revisionId } = counted;
    const first = { params: { artifactId, revisionId } };
    expect(words(await service.ok(getDashboardVersionHtml, first, { as: "builder" }))).toContain("Example dashboard");
    await service.fails(getDashboardVersionHtml, first, "forbidden", { as: "manager" });
    await service.fails(getDashboardVersionHtml, { params: { artifactId, revisionId: newId() } }, "not_found", { as: "builder" });
    const other = await dashboardOf(stageFor(service, "builder"));
    const mixed = { params: { artifactId, revisionId: other.revisionId } };
    await service.fails(getDashboardVersionHtml, mixed, "not_found", { as: "builder" });
  });
});

describe("a dashboard on paper", () => {
  it("is a tagged PDF of A4 with text in it", async () => {
    const { artifactId } = counted;
    const pdf = Buffer.from(await service.ok(getDashboardPdf, { params: { artifactId }, query: {} }, { as: "builder" }));
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    const inside = pdf.toString("latin1");
    expect(inside).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    expect(inside).toContain("/StructTreeRoot");
    expect(inside).toContain("/Font");
  });

  it("is refused with words where there is no Chromium", async () => {
    const without = await startService({ env: { CHROMIUM_PATH: "/nowhere/chromium" } });
    try {
      const { artifactId } = await dashboardOf(stageFor(without, "builder"));
      await without.fails(getDashboardPdf, { params: { artifactId }, query: {} }, "chromium_unavailable", { as: "builder" });
    } finally {
      await without.close();
    }
  });
});
