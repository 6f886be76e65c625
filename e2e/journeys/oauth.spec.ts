import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { callConnectionTool } from "#contract/connections/connection-tools.ts";
import { listConnections } from "#contract/connections/connections.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { startMcpServer } from "#server/testing/mcp-server.ts";
import { startOAuthServer } from "#server/testing/oauth-server.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a person comes back from another service, once, and reads what came of it", async ({ page, ownService, ownTeam, signIn, allow }) => {
  allow(/status of 409/);
  const server = await startMcpServer([{ name: "search", inputSchema: { type: "object" } }]);
  const issuer = await startOAuthServer(server);
  await signIn(page, "/connections/callback", ownService);
  await expect(page.getByRole("heading", { name: "No sign-in to finish" })).toBeVisible();
  const started = await page.request.post(`${ownService.url}/v2/teams/${ownTeam.teamId}/connections/oauth/mcp/start`, {
    data: { mcp_server_url: server.url, name: "Issues" },
  });
  const { authorization_url: address } = (await started.json()) as { authorization_url: string };
  const back = `${ownService.url}/connections/callback?${(await issuer.consent(address)).toString()}`;
  await page.goto(back);
  // The part of the service that speaks with others begins with its first use.
  await expect(page.getByRole("heading", { name: "“Issues” is connected" })).toBeVisible();
  await expectAccessible(page, "connected");
  await page.goto(back);
  await expect(page.getByRole("alert").filter({ hasText: "was used already" })).toBeVisible();
  await expectAccessible(page, "not connected");
  await page.getByRole("link", { name: "Open connections" }).click();
  await expect(page).toHaveURL(/\/connections$/);
  await issuer.close();
  await server.close();
});

test("a person signs in from the form, and again wherever they meet that the sign-in has ended", async ({
  page,
  ownService,
  ownTeam,
  signIn,
}) => {
  const server = await startMcpServer([{ name: "search", inputSchema: { type: "object" } }]);
  const issuer = await startOAuthServer(server);
  issuer.account = "books@example.com";
  await signIn(page, "connections", ownService);
  await page.getByRole("button", { name: "New connection" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Issues");
  await dialog.getByLabel("Server address").fill(server.url);
  await dialog.getByRole("button", { name: "Check server" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: `You sign in at ${issuer.host}` })).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /^Sign in with your account/ })).toBeChecked();
  await expectAccessible(page, "a form that ends in a sign-in", "[role=dialog]");
  const allowThere = page.getByRole("link", { name: "Allow" });
  await dialog.getByRole("button", { name: "Sign in" }).click();
  // Who changes their mind there finds what they typed.
  await expect(allowThere).toBeVisible();
  await page.goBack();
  await expect(dialog.getByLabel("Server address")).toHaveValue(server.url);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await allowThere.click();
  await expect(notices(page)).toContainText("Issues is connected");
  await expect(page.getByRole("complementary", { name: "About this connection" })).toContainText("books@example.com");
  await expect(page.getByRole("list", { name: "Tools", exact: true })).toContainText("search");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/connections`);
  const table = page.getByRole("table", { name: "Connections" });
  await expect(table).toContainText(`books@example.com at ${server.host}`);
  await expect(table).toContainText("Ready");

  const agent = await ownTeam.createAgent("Clerk", "call missing_connections {}\nsay Done");
  const { teamId } = ownTeam;
  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: agent.id }, query: {} });
  const { integrations: kinds } = await ownTeam.call(listIntegrations, { params: { teamId }, query: { type: "custom_mcp" } });
  const { integrations: found } = await ownTeam.call(listConnections, { params: { teamId }, query: {} });
  const [slot, connection] = [kinds[0]?.id ?? "", found[0]?.id ?? ""];
  const revision = { agent_id: agent.id, build_id: builds[0]?.id ?? "" };
  await ownTeam.call(attachRevisionIntegrations, { params: revision, body: { integration_ids: [slot] } });
  const pin = { params: { ...revision, integration_id: slot }, body: { connection_id: connection } };
  await ownTeam.call(pinRevisionIntegrationConnection, pin);

  // The other service ends the sign-in, and a run is the first to meet it.
  issuer.forget();
  issuer.token = { status: 400, body: { error: "invalid_grant" } };
  const run = await ownTeam.runUntil(agent, "completed");
  issuer.token = undefined;
  const places = {
    [`runs/${run.id}`]: page.getByRole("region", { name: "Connections of this run" }),
    [`agents/${agent.id}/revisions/${revision.build_id}?tab=connections`]: page.getByRole("region", { name: "Any MCP server" }),
    connections: table,
  };
  for (const [place, where] of Object.entries(places)) {
    await test.step(place, async () => {
      await page.goto(`${ownService.url}/t/${teamId}/${place}`);
      await expect(where).toContainText(/Issues is signed out|Sign-in has ended/);
      await expectAccessible(page, `a broken connection: ${place}`);
      await where.getByRole("button", { name: "Reconnect Issues" }).click();
      await allowThere.click();
      await expect(notices(page)).toContainText("Issues works again");
      await expect(page).toHaveURL(`${ownService.url}/t/${teamId}/${place}`);
      await expect(page.getByRole("button", { name: "Reconnect Issues" })).toBeHidden();
    });
    await ownService.query("update connections set broken_at = now(), broken_reason = 'invalid_grant' where id = $1", [connection]);
  }
  const { integrations: after } = await ownTeam.call(listConnections, { params: { teamId }, query: {} });
  expect(after.map(({ id, live_agents }) => [id, live_agents])).toEqual([[connection, 1]]);
  await issuer.close();
  await server.close();
});

test("a person reads that a server asks for more rights, and gives them by signing in again", async ({
  page,
  ownService,
  ownTeam,
  signIn,
}) => {
  const server = await startMcpServer([{ name: "pay", inputSchema: { type: "object" } }]);
  const issuer = await startOAuthServer(server);
  const guard = server.before;
  await signIn(page, "connections", ownService);
  const started = await page.request.post(`${ownService.url}/v2/teams/${ownTeam.teamId}/connections/oauth/mcp/start`, {
    data: { mcp_server_url: server.url, name: "Ledger" },
  });
  const { authorization_url: address } = (await started.json()) as { authorization_url: string };
  await page.goto(`${ownService.url}/connections/callback?${(await issuer.consent(address)).toString()}`);
  await expect(page.getByRole("heading", { name: "“Ledger” is connected" })).toBeVisible();
  const { integrations } = await ownTeam.call(listConnections, { params: { teamId: ownTeam.teamId }, query: {} });
  const connection_id = integrations[0]?.id ?? "";
  server.before = (request, response, body) => {
    if (!body.includes("tools/call")) return guard(request, response, body);
    response.writeHead(403, { "www-authenticate": 'Bearer error="insufficient_scope", scope="payments"' }).end();
    return true;
  };
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/connections/${connection_id}`);
  await expect(page.getByRole("list", { name: "Tools", exact: true })).toContainText("pay");
  await ownTeam.call(callConnectionTool, { params: { connection_id }, body: { tool: "pay", arguments: {} } });
  await expect(page.getByText("Needs more rights")).toBeVisible();
  await expect(page.getByText("more rights than this connection has: payments.")).toBeVisible();
  await expectAccessible(page, "a connection that lacks rights");
  server.before = guard;
  await page.getByRole("button", { name: "Reconnect Ledger" }).press("Enter");
  await page.getByRole("link", { name: "Allow" }).click();
  await expect(notices(page)).toContainText("Ledger");
  await expect(page.getByText("Needs more rights")).toHaveCount(0);
  await issuer.close();
  await server.close();
});
