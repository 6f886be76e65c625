import { readFile } from "node:fs/promises";
import { createConnection } from "#contract/connections/connections.ts";
import { getSession } from "#contract/teams/session.ts";
import { practiceServerUrl } from "#server/connections/practice/practice-address.ts";
import { expectAccessible } from "../axe.ts";
import { plantDashboard, plantTurn } from "../dashboard-work.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";

test("a page reads a connection that its creator adds and allows, and is refreshed", async ({ page, signIn, ownService, ownTeam }) => {
  const body = { name: "Sample ledger", provider: "user", auth_method: "url", server_url: practiceServerUrl } as const;
  await ownTeam.call(createConnection, { params: { teamId: ownTeam.teamId }, body });
  await signIn(page, "dashboards", ownService);
  await page.getByRole("button", { name: "New dashboard" }).click();
  await page.getByRole("textbox", { name: "Question" }).fill("title Our suppliers\nstat count of runs");
  await page.getByRole("button", { name: "Create dashboard" }).click();
  const talk = page.getByRole("complementary", { name: "Conversation" });
  const drawn = page.frameLocator("iframe");
  await expect(drawn.locator("[data-block]")).toHaveCount(1);

  await test.step("the connection is added", async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Connections" }).click();
    const dialog = page.getByRole("dialog", { name: "Connections" });
    await expect(dialog.getByText("No connections yet")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Add a connection" }).selectOption("Sample ledger");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await expect(dialog.getByText("No tool is confirmed yet")).toBeVisible();
    await expectAccessible(page, "connections of a dashboard", "[role=dialog]");
    await page.keyboard.press("Escape");
  });
  await test.step("the agent asks before it reads", async () => {
    await talk
      .getByRole("textbox", { name: "Message" })
      .fill('read search_invoices with {"limit":50}\nbars "Invoices by supplier": count of connections by supplier');
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(talk.getByText("Let this dashboard read with search_invoices of “Sample ledger”?", { exact: false })).toBeVisible();
    await expectAccessible(page, "a question about a tool");
    await talk.getByRole("button", { name: "Allow", exact: true }).click();
    await expect(drawn.locator("[data-block]")).toHaveCount(2);
    await expect(talk.getByText("Read search_invoices of Sample ledger: 50 rows")).toBeVisible();
  });
  const shown = page.getByRole("group", { name: "What the page shows" });
  await test.step("the page says when it read, and reads again when asked", async () => {
    await expect(shown.getByRole("list", { name: "Connections" })).toContainText("Sample ledger, read");
    const refresh = page.getByRole("button", { name: "Refresh", exact: true });
    await refresh.click();
    await page.getByRole("menuitem", { name: "Refresh now" }).click();
    await expect(talk.getByRole("button", { name: "Send" })).toBeVisible();
    await refresh.click();
    await page
      .getByRole("menuitemcheckbox", { name: "Every 6 hours" })
      .or(page.getByRole("menuitem", { name: "Every 6 hours" }))
      .click();
    await expect(page.getByRole("button", { name: "Refresh every 6 hours" })).toBeVisible();
    await expectAccessible(page, "a page with a connection");
  });
  await test.step("on a phone it fits, and the list says how fresh it is", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.reload();
    await expect(drawn.locator("[data-block]")).toHaveCount(2);
    await expectFits(page, "a page with a connection");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
    await expect(page.getByRole("link", { name: /Our suppliers/ })).toContainText("every 6 hours");
    await expectFits(page, "the dashboards");
  });
});

test("a page reads from its first words on with a connection that was chosen with the question", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const body = { name: "Sample ledger", provider: "user", auth_method: "url", server_url: practiceServerUrl } as const;
  await ownTeam.call(createConnection, { params: { teamId: ownTeam.teamId }, body });
  await ownTeam.call(createConnection, { params: { teamId: ownTeam.teamId }, body: { ...body, name: "Second ledger", shared: true } });
  await signIn(page, "dashboards?ask=true", ownService);
  const dialog = page.getByRole("dialog", { name: "New dashboard" });
  const connections = dialog.getByRole("group", { name: "Connections" });
  await expect(connections.getByRole("checkbox", { name: "Second ledger" })).toHaveAccessibleDescription("Shared with the team");
  await dialog
    .getByRole("textbox", { name: "Question" })
    .fill('title Suppliers\nread search_invoices with {"limit":50}\nbars "Invoices by supplier": count of connections by supplier');
  await connections.getByRole("checkbox", { name: "Sample ledger" }).focus();
  await page.keyboard.press("Space");
  await expectAccessible(page, "a new dashboard with connections", "[role=dialog]");
  await page.keyboard.press("ControlOrMeta+Enter");
  const talk = page.getByRole("complementary", { name: "Conversation" });
  await expect(talk.getByText("Let this dashboard read with search_invoices of “Sample ledger”?", { exact: false })).toBeVisible();
  await talk.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(page.frameLocator("iframe").locator("[data-block]")).toHaveCount(1);
  await expect(page.getByRole("group", { name: "What the page shows" })).toContainText("Sample ledger, read");
});

test("a dashboard moves to another team once it was said what goes along", async ({ page, signIn, ownService, ownTeam }) => {
  const { session } = await ownTeam.call(getSession, {});
  await ownService.query(
    "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Shared services' from teams where id = $1",
    [ownTeam.teamId],
  );
  const id = await plantDashboard(ownService, { teamId: ownTeam.teamId, userId: session.user.id, versions: 2, visibility: "team" });
  await signIn(page, `dashboards/${id}`, ownService);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Move to another team" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to another team" });
  await dialog.getByRole("combobox", { name: "Team" }).selectOption("Shared services");
  const happens = dialog.getByRole("region", { name: "What happens" });
  await expect(happens).toContainText("Its conversation and its earlier versions are deleted.");
  await expect(happens).toContainText("Only you see it after the move.");
  await expectAccessible(page, "moving a dashboard", "[role=dialog]");
  await dialog.getByRole("button", { name: "Move dashboard" }).click();
  await expect(page.getByText("What broke and why is in Shared services now")).toBeVisible();
  await expect(page.getByText("All runs and cases in Shared services")).toBeVisible();
  await expect(page.getByText("Private", { exact: true })).toBeVisible();
});

test("the writing of a page is stopped, and what was said stays", async ({ page, signIn, ownService, ownTeam }) => {
  const { session } = await ownTeam.call(getSession, {});
  const id = await plantDashboard(ownService, { teamId: ownTeam.teamId, userId: session.user.id });
  await plantTurn(ownService, id, "I begin with the figures.");
  await signIn(page, `dashboards/${id}`, ownService);
  const talk = page.getByRole("complementary", { name: "Conversation" });
  await expect(page.getByText("Generating", { exact: true })).toBeVisible();
  await expect(talk.getByText("I begin with the figures.")).toBeVisible();
  await talk.getByRole("button", { name: "Stop" }).click();
  await expect(talk.getByRole("button", { name: "Send" })).toBeVisible();
  await expect(talk.getByText("I begin with the figures.")).toBeVisible();
  await expect(page.getByText("Generating", { exact: true })).toHaveCount(0);
});

test("what the agent asks is answered beside the page or from the inbox, and the writing continues", async ({
  page,
  signIn,
  ownService,
}) => {
  await signIn(page, "dashboards", ownService);
  await page.getByRole("button", { name: "New dashboard" }).click();
  await page
    .getByRole("textbox", { name: "Question" })
    .fill('title Asked\nask "Which figure?" options: count, failed\nstat {{answer}} of runs');
  await page.getByRole("button", { name: "Create dashboard" }).click();
  const talk = page.getByRole("complementary", { name: "Conversation" });
  await expect(talk.getByText("Which figure?", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /^Inbox/ }).click();
  await page.getByRole("link", { name: /Which figure\?/ }).click();
  await page.getByRole("link", { name: "Answer on the dashboard" }).click();
  await talk.getByRole("button", { name: "failed", exact: true }).click();
  await expect(page.frameLocator("iframe").locator(".fig", { hasText: "Failed runs" })).toBeVisible();
  await expect(talk.getByText("Not answered")).toHaveCount(0);
});

test("a page leaves as a PDF, and is printed in the range that is shown", async ({ page, signIn, ownService, ownTeam }) => {
  const { session } = await ownTeam.call(getSession, {});
  const id = await plantDashboard(ownService, { teamId: ownTeam.teamId, userId: session.user.id });
  await signIn(page, `dashboards/${id}`, ownService);
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "What broke and why" })).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "PDF" }).click()]);
  expect(download.suggestedFilename()).toBe("What-broke-and-why.pdf");
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");

  const frame = page.frames().find((each) => each !== page.mainFrame());
  await frame?.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await page.getByRole("combobox", { name: "Time range" }).selectOption("Last 7 days");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /^Print/ }).click();
  await expect(page.frameLocator("iframe").locator("body[data-printed]")).toContainText("What broke and why");
});
