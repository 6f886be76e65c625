import { createAgent } from "#contract/agents/agents.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { grantConnection, updateConnectionSharing } from "#contract/connections/grants.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { builtInIntegrations, customType } from "#server/connections/integrations/catalogue.ts";
import { said, startMcpServer } from "#server/testing/mcp-server.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

const anyServer = builtInIntegrations.find(({ type }) => type === customType)?.id ?? "";

test("a shared connection is granted to another team, used there, taken back, and given up by that team", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const server = await startMcpServer([{ name: "look_up", inputSchema: { type: "object" } }]);
  server.call = () => said("Invoice 7 is paid");
  const { rows } = await ownService.query(
    `with made as (insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Night desk' from teams where id = $1 returning *)
     insert into team_members (team_id, user_id, role) select made.id, m.user_id, m.role from made, team_members m where m.team_id = $1
     returning team_id, (select organization_id from made)`,
    [ownTeam.teamId],
  );
  const { team_id: desk, organization_id: orgId } = rows[0] as { team_id: string; organization_id: string };
  await ownTeam.call(updateConnectionSharing, { params: { orgId }, body: { enabled: true } });
  const shared = { name: "Ledger", provider: "user", auth_method: "url", server_url: server.url, shared: true } as const;
  const { id: connection_id } = await ownTeam.call(createConnection, { params: { teamId: ownTeam.teamId }, body: shared });
  const build = { name: "First revision", config: ownTeam.stepsOf("call any_mcp_server__look_up {}\nsay {{last}}") };
  const made = await ownTeam.call(createAgent, { params: { teamId: desk }, body: { name: "Borrower", build } });
  const revision = { agent_id: made.agent.id, build_id: made.build?.id ?? "" };
  await ownTeam.call(attachRevisionIntegrations, { params: revision, body: { integration_ids: [anyServer] } });
  const dialog = page.getByRole("dialog");
  const stops = dialog.getByRole("list", { name: "Stops working" });

  await test.step("a Manager of both teams grants it on its page", async () => {
    await signIn(page, `connections/${connection_id}`, ownService);
    await page.getByRole("button", { name: "Let a team use it" }).press("Enter");
    await dialog.getByRole("combobox", { name: "Team" }).fill("Night");
    await page.getByRole("option", { name: "Night desk" }).click();
    await dialog.getByRole("button", { name: "Let this team use it" }).press("Enter");
    await expect(notices(page)).toContainText("Night desk can use Ledger");
  });

  await test.step("a person of the other team chooses it for a revision, and a run uses it", async () => {
    await page.goto(`${ownService.url}/t/${desk}/agents/${revision.agent_id}/revisions/${revision.build_id}?tab=connections`);
    const slot = page.getByRole("region", { name: "Any MCP server" });
    await slot.getByLabel("Choose your connection to Any MCP server").fill("led");
    await page.getByRole("option", { name: /Ledger.*from/ }).click();
    await slot.getByLabel("What runs may do with look_up").selectOption("allow");
    await expect(slot).toContainText("1 allowed");
    const { run } = await ownTeam.call(startTeamRun, { params: { teamId: desk }, body: { agent_id: revision.agent_id } });
    await ownTeam.waitFor(run.id, "completed");
    await page.goto(`${ownService.url}/t/${desk}/runs/${run.id}`);
    await expect(page.getByText("Invoice 7 is paid").first()).toBeVisible();
  });

  await test.step("it is taken back, after the page said who stops", async () => {
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/connections/${connection_id}`);
    await expect(page.getByRole("list", { name: "Other teams that use it" })).toContainText("1 live agent");
    await page.getByRole("button", { name: "Revoke from Night desk" }).press("Enter");
    await expect(stops).toContainText("live revision: Borrower");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(notices(page)).toContainText("Night desk can no longer use Ledger");
    await page.goto(`${ownService.url}/t/${desk}/connections`);
    await expect(page.getByRole("heading", { name: "No connections yet" })).toBeVisible();
  });

  await test.step("granted again, it is given up by the team that uses it", async () => {
    await ownTeam.call(grantConnection, { params: { connection_id }, body: { team_id: desk } });
    await ownTeam.call(pinRevisionIntegrationConnection, { params: { ...revision, integration_id: anyServer }, body: { connection_id } });
    await page.goto(`${ownService.url}/t/${desk}/connections`);
    await page.getByRole("table", { name: "Connections" }).getByRole("link", { name: "Ledger" }).press("Enter");
    await expect(dialog).toContainText("lets this team use it");
    await expectAccessible(page, "a granted connection", "[role=dialog]");
    await dialog.getByRole("button", { name: "Give up" }).press("Enter");
    const question = page.getByRole("dialog", { name: "Give up this connection?" });
    await expect(stops).toContainText("live revision: Borrower");
    await question.getByRole("button", { name: "Give up" }).click();
    await expect(notices(page)).toContainText("Ledger given up");
    await expect(page.getByRole("heading", { name: "No connections yet" })).toBeVisible();
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/connections/${connection_id}`);
    await expect(page.getByText("No other team uses it.")).toBeVisible();
  });
  await server.close();
});
