import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "../fixtures.ts";

interface Configured {
  readonly mcpServers: { readonly caseload: { readonly url: string; readonly headers: Record<string, string> } };
}

test("an AI client is connected by what the console shows, and its key is revoked", async ({ page, context, signIn, ownService }) => {
  await signIn(page, "/profile", ownService);
  const configuration = page.getByRole("region", { name: /^For / });

  await test.step("some areas that are only read are chosen, by keyboard alone", async () => {
    await page.getByRole("link", { name: "Connect an AI client" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Connect an AI client" })).toBeVisible();
    await page.getByLabel(/^All \d+ tools/).focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText("Choose at least one area.")).toBeVisible();
    await page.getByLabel(/^Agents \d+$/).focus();
    await page.keyboard.press("Space");
    await page.getByLabel(/^Runs \d+$/).focus();
    await page.keyboard.press("Space");
    await page.getByRole("switch", { name: "Read only" }).focus();
    await page.keyboard.press("Space");
    await expect(configuration).toContainText("/v2/mcp/areas/agents,runs/read");
    await expect(configuration).toContainText("YOUR_KEY");
  });

  const configured = await test.step("a key is created in place and completes the configuration", async () => {
    await page.getByRole("textbox", { name: "Name" }).fill("Laptop");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Copy it now: it is shown only once.")).toBeVisible();
    await expect(configuration).not.toContainText("YOUR_KEY");
    // The key is lost with the page: leaving without it asks.
    await page.getByRole("link", { name: "Profile" }).first().click();
    await page.getByRole("dialog", { name: "Leave without the key?" }).getByRole("button", { name: "Cancel" }).click();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    // It says so for two seconds.
    const copied = expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    await Promise.all([copied, page.getByRole("button", { name: "Copy", exact: true }).click()]);
    return JSON.parse((await configuration.textContent()) ?? "") as Configured;
  });

  await test.step("the client connects with it, has the tools that were chosen, and calls one", async () => {
    const { url, headers } = configured.mcpServers.caseload;
    const client = new Client({ name: "journey", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const { tools } = await client.listTools();
    const shown = await page.getByText(/^\d+ tools chosen$/).textContent();
    // One beside the operations reads long answers on.
    expect(`${tools.length - 1} tools chosen`).toBe(shown);
    expect(tools.map(({ name }) => name)).toContain("listRuns");
    const refused = await client.callTool({ name: "createAgent", arguments: {} });
    expect(JSON.stringify(refused.content)).toContain("this key only reads");
    await client.close();
  });

  await test.step("the key shows that it was used, and is not shown itself", async () => {
    await page.reload();
    // What was chosen is in the address.
    await expect(configuration).toContainText("/v2/mcp/areas/agents,runs/read");
    const row = page.getByRole("listitem").filter({ hasText: "Laptop" });
    await expect(row).toContainText("used");
    await expect(row).not.toContainText("never used");
    expect(await page.content()).not.toContain(configured.mcpServers.caseload.headers["Authorization"] ?? "Bearer");
    await row.getByRole("button", { name: "Revoke Laptop" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Type the name to confirm").fill("Laptop");
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect(row).toBeHidden();
  });
});
