import { createConnection } from "#contract/connections/connections.ts";
import { startMcpServer } from "#server/testing/mcp-server.ts";
import { expect, test } from "../fixtures.ts";

test("a resource of an MCP server that changes starts a run, which is one click away", async ({ page, signIn, ownService, ownTeam }) => {
  const server = await startMcpServer();
  server.resources.set("books://prices/2026", "10 EUR").set("books://notes/2026", "Call back");
  const body = { name: "Price lists", provider: "user", auth_method: "url", server_url: server.url } as const;
  const { id } = await ownTeam.call(createConnection, { params: { teamId: ownTeam.teamId }, body });
  const agent = await ownTeam.createAgent("Price clerk", "say Prices read");
  await signIn(page, `agents/${agent.id}?tab=events`, ownService);
  const resources = page.locator("section", { has: page.getByRole("heading", { name: "Resources", exact: true }) });
  const happened = resources.getByRole("region", { name: "What happened" });

  await test.step("the trigger names the server and what it waits for", async () => {
    const add = page.getByRole("button", { name: /^Add trigger.*Resources$/ });
    await add.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Connection" }).selectOption("Price lists");
    await dialog.getByRole("combobox", { name: "When" }).selectOption("The content of a resource changes");
    await dialog.getByLabel("Address contains").fill("prices/");
    await dialog.getByRole("button", { name: "Create trigger" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(resources).toContainText("The content of a resource changes: at “Price lists”, address contains “prices/”");
    await expect(resources).toContainText("Looked at about once a minute");
    await expect(happened).toContainText("No event yet.");
  });

  await test.step("the page of the connection says who listens, also before it is deleted", async () => {
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/connections/${id}`);
    const listeners = page.getByRole("list", { name: "Agents that listen to it" });
    await expect(listeners).toContainText("Price clerk");
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    await expect(page.getByRole("dialog").getByRole("list", { name: "Also deleted" })).toContainText("1 event trigger: Price clerk");
    await page.keyboard.press("Escape");
    await listeners.getByRole("link", { name: "Price clerk" }).press("Enter");
    await expect(happened).toContainText("No event yet.");
  });

  await test.step("what changed is found by the next look, and leads to its run", async () => {
    server.resources.set("books://prices/2026", "12 EUR");
    // A minute has passed.
    await ownService.query("update source_cursors set next_attempt_at = now()");
    const row = happened.getByRole("listitem").filter({ hasText: "2026" });
    await expect(row).toContainText("Started");
    await row.getByRole("link", { name: /^Run: / }).click();
    await expect(page.getByText("Prices read").first()).toBeVisible();
    await expect(page.getByText("12 EUR").first()).toBeVisible();
  });
  await server.close();
});
