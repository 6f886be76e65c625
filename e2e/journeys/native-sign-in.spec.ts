import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { listConnections } from "#contract/connections/connections.ts";
import { listIntegrations } from "#contract/connections/integrations.ts";
import { startProvider, type TestProvider } from "#server/testing/native-provider.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

let provider: TestProvider;
test.use({
  ownProcess: true,
  ownSettings: async ({ browserName: _ }, use) => {
    provider = await startProvider();
    provider.account = { login: "books", email: "books@example.com" };
    // One that the installation is no client of stays in the catalog.
    const { hubspot: _none, ...settings } = JSON.parse(provider.settings) as Record<string, unknown>;
    await use({ OUTBOUND_ALLOW: "127.0.0.1", OAUTH_PROVIDERS: JSON.stringify(settings) });
    await provider.close();
  },
});

test("a person connects a service for an empty slot, and comes back with it in place", async ({ page, ownService, ownTeam, signIn }) => {
  const { teamId } = ownTeam;
  const agent = await ownTeam.createAgent("Clerk", 'call github__read {"path": "/issues"}\nsay {{last}}');
  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: agent.id }, query: {} });
  const revision = { agent_id: agent.id, build_id: builds[0]?.id ?? "" };
  const { integrations } = await ownTeam.call(listIntegrations, { params: { teamId }, query: { type: "github" } });
  await ownTeam.call(attachRevisionIntegrations, { params: revision, body: { integration_ids: [integrations[0]?.id ?? ""] } });
  const place = `agents/${agent.id}/revisions/${revision.build_id}?tab=connections`;
  await signIn(page, place, ownService);
  const slot = page.getByRole("region", { name: "GitHub" });
  await expect(slot).toContainText("Not connected: you");
  await slot.getByRole("button", { name: "New connection" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Integration")).toHaveValue(integrations[0]?.id ?? "");
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("GitHub");
  await expectAccessible(page, "a new connection for a slot", "[role=dialog]");
  await dialog.getByRole("button", { name: "Sign in to GitHub" }).press("Enter");
  await page.getByRole("link", { name: "Allow" }).click();
  await expect(notices(page)).toContainText("GitHub is connected");
  await expect(page).toHaveURL(`${ownService.url}/t/${teamId}/${place}`);
  await expect(slot.getByRole("list", { name: "Your connections to GitHub" })).toContainText("books at 127.0.0.1");
  await slot.getByRole("button", { name: "List tools" }).press("Enter");
  await expect(slot).toContainText("delete");
  await expectAccessible(page, "a slot with a service of the catalog");
});

test("a store is named before anybody is sent there, and a service that is not set up says so", async ({
  allow,
  page,
  ownService,
  ownTeam,
  signIn,
}) => {
  allow(/status of 400/);
  await signIn(page, "connections?connection=new", ownService);
  const dialog = page.getByRole("dialog");
  const choice = dialog.getByLabel("Integration");
  await expect(choice.getByRole("option", { name: "HubSpot – not set up" })).toBeDisabled();
  await choice.selectOption({ label: "Shopify" });
  await dialog.getByLabel("Name", { exact: true }).fill("Our store");
  const go = dialog.getByRole("button", { name: "Sign in to Shopify" });
  await dialog.getByLabel("Store").fill("https://wrong");
  await go.click();
  await expect(dialog).toContainText("Enter only the host name");
  await dialog.getByLabel("Store").fill("example.com");
  await go.click();
  await expect(dialog).toContainText("Enter a host name that ends in .myshopify.com");
  await expectAccessible(page, "a store that is none", "[role=dialog]");
  await dialog.getByLabel("Store").fill("example.myshopify.com");
  await go.click();
  await page.getByRole("link", { name: "Allow" }).click();
  await expect(notices(page)).toContainText("Our store is connected");
  await expect(page.getByRole("list", { name: "Tools", exact: true })).toContainText("delete");
  const { integrations } = await ownTeam.call(listConnections, { params: { teamId: ownTeam.teamId }, query: {} });
  expect(integrations).toMatchObject([{ name: "Our store", type: "shopify", provider: "native" }]);
});
