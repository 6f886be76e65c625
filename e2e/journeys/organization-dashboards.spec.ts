import { publishDashboard } from "#contract/dashboards/dashboards.ts";
import { expectAccessible } from "../axe.ts";
import { meOf, plantDashboard, plantRuns } from "../dashboard-work.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";
import { expectInPlace } from "../in-place.ts";
import { joinTeam, openAs } from "../people.ts";

test("what a team publishes to the organization is found, opened and left by keys in another team", async ({
  ownService,
  ownTeam,
  openBrowser,
}) => {
  const me = await meOf(ownTeam);
  await plantRuns(ownService, ownTeam, 20, me);
  const id = await plantDashboard(ownService, { teamId: ownTeam.teamId, userId: me });
  await ownTeam.call(publishDashboard, { params: { artifactId: id }, body: { visibility: "organization" } });
  const { rows } = await ownService.query(
    "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Support' from teams where id = $1 returning id",
    [ownTeam.teamId],
  );
  const elsewhere = (rows[0] as { id: string }).id;
  const reader = await joinTeam(ownService, elsewhere, "Reader elsewhere", "team:member");
  await ownService.query(
    "insert into organization_members (organization_id, user_id, role) select organization_id, $2, 'organization:member' from teams where id = $1",
    [elsewhere, reader.id],
  );
  const page = await openBrowser(/status of 404.*\/artifacts\//);
  await openAs(page, ownService, reader, `/t/${elsewhere}/dashboards`);
  const link = page.getByRole("list", { name: "Dashboards of other teams" }).getByRole("link", { name: "What broke and why" });
  await test.step("its tab is reached by arrows", async () => {
    await page.getByRole("tab", { name: /^All/ }).focus();
    await page.keyboard.press("End");
    await expect(page).toHaveURL(/show=organization/);
    await expect(link).toBeVisible();
    await expectAccessible(page, "dashboards of the organization");
    await expectInPlace(page, "dashboards of the organization");
  });
  await test.step("a search without a match says so, and gives the list back", async () => {
    await page.getByRole("searchbox", { name: "Search dashboards" }).fill("nothing-is-called-this");
    await expect(page.getByRole("heading", { name: "No matching dashboards" })).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).press("Enter");
    await expect(link).toBeVisible();
  });
  await test.step("Enter opens it, with the figures that its publisher saw and no link", async () => {
    await link.press("Enter");
    await expect(page.getByRole("group", { name: "What the page shows" })).toContainText(/What .+ saw in/);
    const drawn = page.frameLocator("iframe");
    await expect(drawn.locator(".fig", { hasText: "Failed runs" })).toContainText("4");
    await expect(drawn.getByRole("link")).toHaveCount(0);
    await expectAccessible(page, "a dashboard of another team");
  });
  await test.step("on a phone both fit", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await expectFits(page, "a dashboard of another team");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").press("Enter");
    await expect(link).toBeVisible();
    await expectFits(page, "dashboards of the organization");
  });
  await test.step("what is taken back is gone", async () => {
    await ownTeam.call(publishDashboard, { params: { artifactId: id }, body: { visibility: "team" } });
    await page.goto(`${ownService.url}/t/${elsewhere}/dashboards/organization/${id}`);
    await expect(page.getByText("Nothing exists at this address", { exact: false })).toBeVisible();
    await page.goto(`${ownService.url}/t/${elsewhere}/dashboards?show=organization`);
    await expect(page.getByRole("heading", { name: "Nothing from other teams" })).toBeVisible();
  });
});
