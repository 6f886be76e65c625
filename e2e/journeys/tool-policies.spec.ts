import { promoteRevision } from "#contract/agents/revisions.ts";
import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { said, startMcpServer } from "#server/testing/mcp-server.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices, tabTo } from "../steps.ts";
import type { TeamWork } from "../team-work.ts";

const object = { type: "object" as const };
const payInput = { ...object, properties: { no: { type: "number" } } };
const pay = { name: "pay", description: "Pays an invoice.", inputSchema: payInput, annotations: { destructiveHint: true } };
const look = { name: "look_up", description: "Looks up an invoice.", inputSchema: object, annotations: { readOnlyHint: true } };

/** An agent that looks up an invoice and pays it by a real server, which its draft has a slot for. */
async function payerOf(ownTeam: TeamWork) {
  const server = await startMcpServer([pay, look]);
  server.call = ({ name, arguments: { no } }) => said(`${name} of invoice ${String(no)} done`);
  const params = { teamId: ownTeam.teamId };
  const named = { name: "Ledger", auth_method: "url" as const, server_url: server.url };
  const { id: integration_id } = await ownTeam.call(createCustomIntegration, { params, body: named });
  const body = { name: "Books", provider: "user" as const, auth_method: "url" as const, custom_integration_id: integration_id };
  const { id: connection_id } = await ownTeam.call(createConnection, { params, body });
  const agent = await ownTeam.createAgent("Payer", "say Nothing to do");
  const steps = 'call ledger__look_up {"no": 7}\ncall ledger__pay {"no": 7, "to": "Acme\\u202e Ltd"}\nsay {{last}}';
  const draft = await ownTeam.addRevision(agent, ownTeam.stepsOf(steps), false);
  const revision = { agent_id: agent.id, build_id: draft.id };
  await ownTeam.call(attachRevisionIntegrations, { params: revision, body: { integration_ids: [integration_id] } });

  return { server, agent, draft, pin: { params: { ...revision, integration_id }, body: { connection_id } } };
}

test("a person says what the tools of a server may do, and approves a call that asks first", async ({
  page,
  ownService,
  ownTeam,
  signIn,
}) => {
  const { server, agent, draft } = await payerOf(ownTeam);
  await signIn(page, `agents/${agent.id}/revisions/${draft.id}?tab=connections`, ownService);
  const slot = page.getByRole("region", { name: "Ledger" });
  await slot.getByLabel("Choose your connection to Ledger").fill("boo");
  await page.getByRole("option", { name: /Books/ }).click();
  const tools = slot.getByRole("list", { name: "Tools of Ledger" });
  await expect(tools.getByRole("listitem")).toHaveCount(2);
  await expect(slot).toContainText("2 ask first");
  await expect(tools.getByRole("listitem").filter({ hasText: "look_up" })).toContainText("Read-only");
  const choice = tools.getByLabel("What runs may do with look_up");
  await tabTo(page, choice);
  await page.keyboard.press("A");
  await page.keyboard.press("l");
  await expect(notices(page)).toContainText("look_up: Allow");
  await expect(slot).toContainText("1 allowed, 1 ask first");
  await expectAccessible(page, "tools of a slot");

  await page.getByRole("button", { name: "Make live" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 tool of “Ledger” asks first");
  await dialog.getByRole("button", { name: "Make live" }).click();
  await expect(dialog).toBeHidden();

  const run = await ownTeam.runUntil(agent, "waiting", "Pay invoice 7");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/inbox`);
  const card = page.getByRole("region", { name: "Waits for you: Call pay on Books" });
  await expect(card).toContainText("Pays an invoice.");
  await expect(card).toContainText("Can delete or overwrite");
  await expect(card).toContainText("Claimed by the server, not verified.");
  await expect(card).toContainText(server.url);
  await expect(card.getByRole("region", { name: "Arguments" })).toContainText("Acme");
  expect(server.calls.map(({ name }) => name)).toEqual(["look_up"]);
  await expectAccessible(page, "a call that asks first");
  await expect(card.getByRole("button", { name: "Allow once" })).toBeEnabled();
  await page.keyboard.press("a");
  await ownTeam.waitFor(run.id, "completed");
  expect(server.calls.at(-1)).toEqual({ name: "pay", arguments: { no: 7, to: "Acme\u202e Ltd" } });
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${run.id}`);
  await expect(page.getByText("pay of invoice 7 done").first()).toBeVisible();

  server.tools = [pay, { ...look, description: "Looks up any document." }];
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agent.id}/revisions/${draft.id}?tab=connections`);
  await slot.getByRole("button", { name: "Refresh" }).click();
  const changed = tools.getByRole("listitem").filter({ hasText: "look_up" });
  await expect(changed).toContainText("Changed since it was allowed");
  await changed.getByText("What changed").click();
  await expect(changed.getByRole("table")).toContainText("Looks up any document.");
  await expect(choice).toHaveValue("ask");
  await slot.getByRole("button", { name: "Set all tools of Ledger" }).click();
  await page.getByRole("menuitem", { name: "Allow all" }).click();
  await expect(slot).toContainText("2 allowed");
  await slot.getByRole("button", { name: "Set all tools of Ledger" }).click();
  await page.getByRole("menuitem", { name: /Ask for all that write/ }).click();
  await expect(slot).toContainText("1 allowed, 1 ask first");
  await server.close();
});

test("a tool is allowed for good where it is asked about, by keyboard, and the next run does not ask", async ({
  page,
  ownService,
  ownTeam,
  signIn,
}) => {
  const { server, agent, draft, pin } = await payerOf(ownTeam);
  server.tools = [pay, { ...look, annotations: {} }];
  await ownTeam.call(pinRevisionIntegrationConnection, pin);
  await ownTeam.call(promoteRevision, { params: { build_id: draft.id } });
  const first = await ownTeam.runUntil(agent, "waiting", "Pay invoice 7");
  await signIn(page, "inbox", ownService);
  const looks = page.getByRole("region", { name: "Waits for you: Call look_up on Books" });
  await expect(looks).toContainText("without asking, until the tool changes");
  await expectAccessible(page, "a tool that can be allowed for good");
  await expect(looks.getByRole("button", { name: "Always allow this tool" })).toBeEnabled();
  await page.keyboard.press("Shift+A");
  const pays = page.getByRole("region", { name: "Waits for you: Call pay on Books" });
  await expect(pays.getByRole("button", { name: "Always allow this tool" })).toBeEnabled();
  await pays.getByRole("button", { name: "Always allow this tool" }).press("Enter");
  await ownTeam.waitFor(first.id, "completed");
  expect(server.calls.map(({ name }) => name)).toEqual(["look_up", "pay"]);
  await ownTeam.runUntil(agent, "completed", "Pay invoice 7");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agent.id}/revisions/${draft.id}?tab=connections`);
  await expect(page.getByRole("region", { name: "Ledger" })).toContainText("2 allowed");
  await server.close();
});
