import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createConnection, listConnections, updateConnection } from "#contract/connections/connections.ts";
import { practiceServerUrl } from "#server/connections/practice/practice-address.ts";
import { said, startMcpServer } from "#server/testing/mcp-server.ts";
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
  await page.getByRole("button", { name: "New connection" }).dblclick({ delay: 20 });
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  const server = dialog.getByLabel("Server address");
  const save = dialog.getByRole("button", { name: "Save connection" });
  await dialog.getByLabel("Name", { exact: true }).fill("Ledger");
  await server.fill("foo");
  await dialog.getByRole("button", { name: "Check server" }).click();
  await expect(server).toHaveAccessibleDescription(/Use a full URL/);
  await server.fill("https://10.0.0.1/mcp");
  await expect(server).not.toHaveAccessibleDescription(/Use a full URL/);
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
  // Nobody opened its page: the list has looked, and says the same as the page.
  await expect(table).toContainText("Does not work now");

  await page.getByRole("button", { name: "New integration" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Archive");
  await dialog.getByLabel("Server address").fill("https://archive.example.com/mcp");
  await dialog.getByRole("button", { name: "Create integration" }).click();
  await expect(page.getByRole("list", { name: "Team integrations" })).toContainText("archive.example.com");

  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: agent.id }, query: {} });
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agent.id}/revisions/${builds[0]?.id}?tab=connections`);
  await page.getByLabel("Add a connection").fill("Archive");
  await page.getByRole("option", { name: "Archive" }).click();
  await expect(page.getByRole("region", { name: "Archive" })).toContainText("Not connected: you");
  // A connection is found by its own name, whatever kind it is, and is chosen with its slot.
  await page.getByLabel("Add a connection").fill("led");
  await page.getByRole("option", { name: /Ledger/ }).click();
  const slot = page.getByRole("region", { name: "Any MCP server" });
  await expect(slot.getByRole("list", { name: "Your connections to Any MCP server" })).toContainText("Ledger");
  await page.getByRole("button", { name: "Remove Archive" }).click();
  await expect(page.getByRole("region", { name: "Archive" })).toBeHidden();

  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/connections`);
  await expect(table).toContainText("1 live agent");
  await table.getByRole("link", { name: "Ledger" }).click();
  const about = page.getByRole("complementary", { name: "About this connection" });
  await expect(about.getByRole("list", { name: "Revisions that use it" })).toContainText("Bookkeeper");
  // Nothing answers there, and the page says so.
  await expect(page.getByText("The tools cannot be listed")).toBeVisible();
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(dialog.getByLabel("Value of Authorization")).toHaveValue("");
  expect(await page.content()).not.toContain("Very/secret");
  await server.fill("https://other.example.com/mcp");
  await save.click();
  await expect(dialog.getByLabel("Value of Authorization")).toHaveAccessibleDescription(/Another server gets a value of its own/);
  // Somebody else saves meanwhile.
  const { integrations } = await ownTeam.call(listConnections, { params: { teamId: ownTeam.teamId }, query: {} });
  const params = { connection_id: integrations[0]?.id ?? "" };
  await ownTeam.call(updateConnection, { params, body: { name: "Books", server_url: "https://ledger.example.com/books" } });
  const notice = dialog.getByRole("alert").filter({ hasText: "This was changed elsewhere" });
  await expect(notice).toContainText("ledger.example.com/books");
  await notice.getByRole("button", { name: "Take theirs" }).click();
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Books");
  await ownTeam.call(updateConnection, { params, body: { name: "Ledger" } });
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Ledger");
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
  await expect(tools.getByRole("listitem")).toHaveCount(3);
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
  await expect(result).toContainText("Data from Sample ledger");
  await expect(result).toBeInViewport();
  await expect(result).toContainText("Zorvanik Logistik AG");
  await expectAccessible(page, "the result of a tool");
  await number.fill("nothing");
  await page.keyboard.press("Enter");
  await expect(result).toContainText("There is no invoice nothing.");
});

test("a connection whose server refuses a call is no longer ready, and one whose tool failed still is", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const inputSchema = { type: "object", properties: { number: { type: "string" } } } as const;
  const server = await startMcpServer([
    { name: "look_up", inputSchema, annotations: { readOnlyHint: true } },
    { name: "erase", inputSchema, annotations: { destructiveHint: true } },
  ]);
  const body = { name: "Books", provider: "user", auth_method: "url", server_url: server.url } as const;
  const { id } = await ownTeam.call(createConnection, { params: { teamId: ownTeam.teamId }, body });
  await signIn(page, `connections/${id}`, ownService);
  await page.getByText("look_up").click();
  const number = page.getByRole("textbox", { name: "number" });
  const result = page.getByRole("region", { name: "Result" });
  await number.fill("INV-7");
  server.call = () => ({ isError: true, ...said("No such invoice") });
  await page.getByRole("button", { name: "Call tool" }).click();
  await expect(result).toContainText("No such invoice");
  await expect(page.getByText("Ready")).toBeVisible();
  server.before = (_request, response) => Boolean(response.writeHead(401).end());
  await page.getByRole("button", { name: "Call tool" }).click();
  await expect(page.getByText("Does not work now")).toBeVisible();
  const tools = page.getByRole("region", { name: "Tools" });
  await expect(tools).toContainText("The tools cannot be listed");
  await expect(tools).toContainText("The tools below are from the last listing.");
  await expect(result).toContainText("asks for a sign-in");
  await expect(number).toHaveValue("INV-7");
  server.before = () => false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Ready")).toBeVisible();
  await expect(number).toHaveValue("INV-7");

  const erasing = page.getByRole("list", { name: "Tools", exact: true }).getByRole("listitem").filter({ hasText: "erase" });
  await expect(erasing).toContainText("Can delete or overwrite");
  await erasing.locator("summary").first().press("Enter");
  server.call = () => said("Erased");
  const calls = server.calls.length;
  await erasing.getByRole("button", { name: "Call tool" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Call this tool?" });
  await expect(question).toContainText("The server says that erase can delete or overwrite.");
  expect(server.calls).toHaveLength(calls);
  await question.getByRole("button", { name: "Call tool" }).press("Enter");
  await expect(erasing.getByRole("region", { name: "Result" })).toContainText("Erased");
  expect(server.calls.slice(calls).map(({ name }) => name)).toEqual(["erase"]);
  await server.close();
});
