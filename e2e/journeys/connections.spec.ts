import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { practiceServerUrl } from "#server/connections/practice/practice-address.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices, tabTo } from "../steps.ts";

const value = "Bearer k9-Very/secret+value";

test("a connection is kept, chosen for a revision, and led to no other server with what it was given", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  allow(/status of 400.*\/connections/);
  const agent = await ownTeam.createCodeAgent("Bookkeeper", "print('books')\n");
  await signIn(page, "connections", ownService);
  await page.getByRole("button", { name: "New connection" }).click();
  const dialog = page.getByRole("dialog");
  const server = dialog.getByLabel("Server address");
  const save = dialog.getByRole("button", { name: "Save connection" });
  await dialog.getByLabel("Name", { exact: true }).fill("Ledger");
  await server.fill("https://10.0.0.1/mcp");
  await dialog.getByRole("button", { name: "Check server" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "10.0.0.1" })).toBeVisible();
  await save.click();
  await expect(server).toHaveAccessibleDescription(/not a public address/);
  await server.fill("https://ledger.example.com/mcp");
  await dialog.getByRole("radio", { name: /^With headers/ }).check();
  await save.click();
  await expect(dialog.getByRole("group", { name: "Headers" })).toHaveAccessibleDescription("Add the header that the server asks for");
  await dialog.getByRole("button", { name: "Add header" }).click();
  await dialog.getByLabel("Name of header 1").fill("Host");
  await save.click();
  await expect(dialog.getByLabel("Name of header 1")).toHaveAccessibleDescription(/The service sets this header itself/);
  await dialog.getByLabel("Name of header 1").fill("Authorization");
  await dialog.getByLabel("Value of Authorization").fill(value);
  await save.click();
  await expect(notices(page)).toContainText("Ledger saved");
  await expect(dialog).toBeHidden();
  const table = page.getByRole("table", { name: "Connections" });
  await expect(table).toContainText("ledger.example.com");
  await expect(table).toContainText("Ready");

  await page.getByRole("button", { name: "New integration" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Archive");
  await dialog.getByLabel("Server address").fill("https://archive.example.com/mcp");
  await dialog.getByRole("button", { name: "Create integration" }).click();
  await expect(page.getByRole("list", { name: "Team integrations" })).toContainText("archive.example.com");

  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: agent.id }, query: {} });
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agent.id}/revisions/${builds[0]?.id}?tab=connections`);
  for (const name of ["Archive", "Any MCP server"]) {
    await page.getByLabel("Add an integration").fill(name);
    await page.getByRole("option", { name }).click();
    await expect(page.getByRole("region", { name })).toContainText("Not connected: you");
  }
  const slot = page.getByRole("region", { name: "Any MCP server" });
  await slot.getByLabel("Choose your connection to Any MCP server").fill("led");
  await page.getByRole("option", { name: /Ledger/ }).click();
  await expect(slot.getByRole("list", { name: "Your connections to Any MCP server" })).toContainText("Ledger");
  await page.getByRole("button", { name: "Remove Archive" }).click();
  await expect(page.getByRole("region", { name: "Archive" })).toBeHidden();

  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/connections`);
  await expect(table).toContainText("1 live agent");
  await table.getByRole("link", { name: "Ledger" }).click();
  const about = page.getByRole("complementary", { name: "About this connection" });
  await expect(about.getByRole("list", { name: "Revisions that use it" })).toContainText("Bookkeeper");
  // Nothing answers there, and the page says so.
  await expect(page.getByText("The tools cannot be listed")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByLabel("Value of Authorization")).toHaveValue("");
  expect(await page.content()).not.toContain("Very/secret");
  await server.fill("https://other.example.com/mcp");
  await save.click();
  await expect(dialog.getByLabel("Value of Authorization")).toHaveAccessibleDescription(/Another server gets a value of its own/);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete this connection?" });
  await expect(question.getByRole("list", { name: "Stops working" })).toContainText("live revision: Bookkeeper");
  await question.getByRole("textbox").fill("Ledger");
  await question.getByRole("button", { name: "Delete connection" }).click();
  await expect(page.getByRole("heading", { name: "No connections yet" })).toBeVisible();
});

test("the tools of a connection are tried by keyboard", async ({ page, signIn, ownService, ownTeam }) => {
  const body = { name: "Sample ledger", provider: "user", auth_method: "url", server_url: practiceServerUrl } as const;
  const { id } = await ownTeam.call(createConnection, { params: { teamId: ownTeam.teamId }, body });
  await signIn(page, `connections/${id}`, ownService);
  const tools = page.getByRole("list", { name: "Tools", exact: true });
  await expect(tools.getByRole("listitem")).toHaveCount(3, { timeout: 30_000 });
  const reading = tools.getByRole("listitem").filter({ hasText: "read_invoice" });
  await tabTo(page, reading.locator("summary").first());
  await page.keyboard.press("Enter");
  await tabTo(page, reading.getByRole("button", { name: "Call tool" }));
  await page.keyboard.press("Enter");
  const number = reading.getByLabel("number");
  await expect(number).toHaveAccessibleDescription(/Enter a value/);
  await expect(number).toBeFocused();
  await page.keyboard.type("INV003267");
  await page.keyboard.press("Enter");
  const result = reading.getByRole("region", { name: "Result" });
  await expect(result).toContainText("Data from Sample ledger", { timeout: 30_000 });
  await expect(result).toContainText("Zorvanik Logistik AG");
  await expectAccessible(page, "the result of a tool");
  await number.fill("nothing");
  await page.keyboard.press("Enter");
  await expect(result).toContainText("There is no invoice nothing.");
});
