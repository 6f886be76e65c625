import { removeTeamMember } from "#contract/teams/members.ts";
import { expectAccessible } from "../axe.ts";
import { press } from "../clarity-keys.ts";
import { meOf, plantDashboard, plantRuns, runsPage } from "../dashboard-work.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";
import { joinTeam, openAs } from "../people.ts";
import { downloadedText } from "../steps.ts";

test("a figure opens exactly the runs that it counts, in another range too, and Back returns to it", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const me = await meOf(ownTeam);
  await plantRuns(ownService, ownTeam, 40, me);
  await plantDashboard(ownService, { teamId: ownTeam.teamId, userId: me });
  await signIn(page, "home", ownService);
  await page.getByRole("link", { name: "Dashboards", exact: true }).click();
  await page.getByRole("link", { name: /What broke and why/ }).click();
  const drawn = page.frameLocator("iframe");
  await expect(drawn.getByRole("heading", { name: "What broke and why" })).toBeVisible();
  await expect(page.getByText("All runs and cases in")).toBeVisible();
  const failed = drawn.locator(".fig", { hasText: "Failed runs" }).getByRole("link");
  await expect(failed).toHaveText(/^8\b/);

  await test.step("another range is in the address, and counts anew", async () => {
    await page.getByRole("combobox", { name: "Time range" }).selectOption("Last 7 days");
    await expect(page).toHaveURL(/range=last_7_days/);
    await expect(failed).not.toHaveText(/^8\b/);
  });
  const count = Number.parseInt((await failed.textContent()) ?? "", 10);
  await test.step("its list has as many rows", async () => {
    await failed.click();
    await expect(page).toHaveURL(/\/runs\?.*status=failed/);
    await expect(page.getByRole("table", { name: "Runs" }).getByRole("row")).toHaveCount(count + 1);
  });
  await test.step("Back is the page in that range", async () => {
    await page.goBack();
    await expect(page.getByRole("combobox", { name: "Time range" })).toHaveValue("last_7_days");
    await expect(failed).toHaveText(new RegExp(`^${count}\\b`));
  });
  await test.step("what a block counts is said, and its rows leave as a file", async () => {
    await drawn.locator("[data-block=agents]").hover();
    await drawn.getByRole("button", { name: "Agents: what it counts" }).click();
    const dialog = page.getByRole("dialog", { name: "Agents" });
    await expect(dialog).toContainText("Runs that failed.");
    const text = await downloadedText(page, () => dialog.getByRole("button", { name: "Download CSV" }).click());
    expect(text).toContain("Invoice checker,");
    await page.keyboard.press("Escape");
  });
  await test.step("the page leaves as a file that needs nothing beside it", async () => {
    await page.getByRole("button", { name: "Export" }).click();
    const html = await downloadedText(page, () => page.getByRole("menuitem", { name: "Web page (HTML)" }).click());
    expect(html).toContain("What broke and why");
    expect(html).not.toContain("<script");
  });
  await expectAccessible(page, "a dashboard");
});

test("a dashboard is renamed, duplicated and published, and a Member sees it with their own rights", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  openBrowser,
}) => {
  const me = await meOf(ownTeam);
  await plantRuns(ownService, ownTeam, 20, me);
  const member = await joinTeam(ownService, ownTeam.teamId, "Second reader", "team:member");
  const id = await plantDashboard(ownService, { teamId: ownTeam.teamId, userId: me });
  await signIn(page, `dashboards/${id}`, ownService);
  const menu = async (name: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await test.step("renamed, with a way back", async () => {
    await menu("Rename");
    await page.getByRole("textbox", { name: "Title" }).fill("Failures of the month");
    await page.getByRole("button", { name: "Rename" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Failures of the month" })).toBeVisible();
    await expect(page.frameLocator("iframe").getByRole("heading", { name: "Failures of the month" })).toBeVisible();
  });
  await test.step("published, after it was said who will see what", async () => {
    await page.getByRole("button", { name: "Publish" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish dashboard" });
    await expect(dialog.getByRole("region", { name: "Who will see what" })).toContainText(
      "1 person sees their own runs and schedules only",
    );
    await expect(dialog).toContainText("Second reader");
    await expectAccessible(page, "publishing", "[role=dialog]");
    await dialog.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText("Team can view").first()).toBeVisible();
  });
  await test.step("the Member sees their own runs, and is told so", async () => {
    const other = await openBrowser();
    await openAs(other, ownService, member, `/t/${ownTeam.teamId}/dashboards`);
    await other.getByRole("link", { name: /Failures of the month/ }).click();
    await expect(other.getByText("Your runs only, and all cases in")).toBeVisible();
    await expect(other.frameLocator("iframe").locator(".fig", { hasText: "Runs" }).last().getByRole("link")).toHaveText("0");
    await expect(other.getByRole("complementary", { name: "Conversation" })).toHaveCount(0);
    await other.getByRole("button", { name: "Duplicate" }).click();
    await expect(other.getByText("Private", { exact: true })).toBeVisible();
  });
});

test("an earlier version is looked at and restored", async ({ page, signIn, ownService, ownTeam }) => {
  const me = await meOf(ownTeam);
  const id = await plantDashboard(ownService, { teamId: ownTeam.teamId, userId: me, versions: 3 });
  await signIn(page, `dashboards/${id}`, ownService);
  const blocks = page.frameLocator("iframe").locator("[data-block]");
  await expect(blocks).toHaveCount(7);
  await test.step("on a phone the page fits, and so does the list", async () => {
    const before = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 360, height: 740 });
    await expectFits(page, "a dashboard");
    await expectAccessible(page, "a dashboard on a phone");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
    await expect(page.getByRole("link", { name: /What broke and why/ })).toBeVisible();
    await expectFits(page, "the dashboards");
    await expectAccessible(page, "the dashboards on a phone");
    await page.goBack();
    await page.setViewportSize(before);
    await expect(blocks).toHaveCount(7);
  });
  await page.getByRole("combobox", { name: "Version" }).selectOption({ label: "Version 2 of 3" });
  await expect(blocks).toHaveCount(2);
  await expect(page.getByText("Version 2, with figures of today. The current version is 3.")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page).not.toHaveURL(/version=/);
  await expect(blocks).toHaveCount(2);
  await expect(page.getByRole("combobox", { name: "Version" }).locator("option:checked")).toHaveText("Version 2 of 3");
});

test("a dashboard is deleted by its name", async ({ page, signIn, ownService, ownTeam }) => {
  const me = await meOf(ownTeam);
  const id = await plantDashboard(ownService, { teamId: ownTeam.teamId, userId: me });
  await signIn(page, `dashboards/${id}`, ownService);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("What broke and why");
  await page.getByRole("button", { name: "Delete dashboard" }).click();
  await expect(page.getByRole("heading", { name: "No dashboards yet" })).toBeVisible();
  await expectAccessible(page, "no dashboards");
});

test("a dashboard is written from words, appears beside the talk, and is changed at a block", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const me = await meOf(ownTeam);
  await plantRuns(ownService, ownTeam, 20, me);
  await signIn(page, "dashboards", ownService);
  await page.getByRole("button", { name: "New dashboard" }).click();
  await page
    .getByRole("textbox", { name: "Question" })
    .fill("title Our week\nstat count, failed of runs\ncolumns count of runs by day split by status");
  await page.getByRole("button", { name: "Create dashboard" }).click();
  const drawn = page.frameLocator("iframe");
  await expect(page.getByRole("heading", { level: 1, name: "Our week" })).toBeVisible();
  await expect(drawn.locator("[data-block]")).toHaveCount(2);
  const talk = page.getByRole("complementary", { name: "Conversation" });
  await expect(talk.getByText("Version 1", { exact: true })).toBeVisible();
  await expect(talk.getByRole("combobox", { name: "Version" }).locator("option:checked")).toHaveText("Version 1 of 1");

  await talk.getByRole("button", { name: "Pick a block" }).click();
  await drawn.locator("[data-block]").first().click();
  await talk.getByRole("textbox", { name: "Message" }).fill("bars count of runs by agent");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(drawn.locator("[data-block]")).toHaveCount(3);
  await expect(talk.getByText("Version 2", { exact: true })).toBeVisible();
  await expectAccessible(page, "a talk about a dashboard");
});

test("what former members left private is taken over unseen, or deleted, by keys", async ({ ownService, ownTeam, openBrowser }) => {
  const { teamId } = ownTeam;
  const former = await joinTeam(ownService, teamId, "Former builder", "team:builder");
  const kept = await plantDashboard(ownService, { teamId, userId: former.id, visibility: "private", page: { ...runsPage, title: "Kept" } });
  await plantDashboard(ownService, { teamId, userId: former.id, visibility: "private", page: { ...runsPage, title: "Dropped" } });
  await ownTeam.call(removeTeamMember, { params: { teamId, memberId: former.id } });
  const administrator = await joinTeam(ownService, teamId, "Administrator here", "team:superadmin");
  const page = await openBrowser();
  await openAs(page, ownService, administrator, `/t/${teamId}/dashboards`);
  const list = page.getByRole("list", { name: "Dashboards" });
  const takeOver = list.getByRole("button", { name: /^Take over/ });
  await expect(takeOver).toHaveCount(2);
  await expect(list.getByRole("link", { name: /Kept|Dropped/ })).toHaveCount(0);
  await expectAccessible(page, "dashboards of former members");
  await test.step("one is deleted", async () => {
    await press(page, "Delete Dropped", list);
    await page.getByRole("dialog").getByRole("textbox").fill("Dropped");
    await page.keyboard.press("Enter");
    await expect(takeOver).toHaveCount(1);
  });
  await test.step("the other one is taken over, and opens", async () => {
    await press(page, "Take over Kept", list);
    await press(page, "Take over", page.getByRole("dialog"));
    await expect(page).toHaveURL(new RegExp(kept));
    await expect(page.getByRole("heading", { name: "Kept", level: 1 })).toBeVisible();
  });
});
