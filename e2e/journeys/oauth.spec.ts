import { startMcpServer } from "#server/testing/mcp-server.ts";
import { startOAuthServer } from "#server/testing/oauth-server.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

test.use({ ownProcess: true, ownSettings: { OUTBOUND_ALLOW: "127.0.0.1" } });

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
  await expect(page.getByRole("heading", { name: "“Issues” is connected" })).toBeVisible();
  await expectAccessible(page, "connected");
  await page.goto(back);
  await expect(page.getByRole("alert")).toHaveText(/was used already/);
  await expectAccessible(page, "not connected");
  await page.getByRole("link", { name: "Open connections" }).click();
  await expect(page).toHaveURL(/\/connections$/);
  await issuer.close();
  await server.close();
});
