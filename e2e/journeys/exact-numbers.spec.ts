import { attachRevisionIntegrations } from "#contract/agents/slots.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { createCases, getCase } from "#contract/queues/cases.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { startMcpServer } from "#server/testing/mcp-server.ts";
import { expect, test } from "../fixtures.ts";

test("a case keeps the digits of fields that nobody touched, and takes those that are typed", async ({ page, signIn, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Ledger entries" } });
  const params = { queue_id: queue.id };
  const number = { type: "number" as const };
  const schema: CaseSchema = {
    type: "object",
    properties: { entry: number, amount: number, fee: number, note: { type: "string" } },
    additionalProperties: false,
  };
  await team.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "What an entry has" } });
  const data = '{"entry":35447905672478681021,"amount":12345678901234567890.55,"fee":1.10,"note":"a"}';
  const plain = '{"id":35447905672478681021,"once":0.1e1}';
  const { added_cases } = await team.call(createCases, { params, body: { cases: [{ title: "Typed", data }] } });
  const case_id = added_cases[0]?.id ?? "";
  const stored = async () => (await team.call(getCase, { params: { case_id } })).case.data.replaceAll(/\s/g, "");

  await signIn(page, `queues/${queue.id}/cases/${case_id}`);
  const section = page.getByRole("region", { name: "Data" });
  for (const shown of ["35,447,905,672,478,681,021", "12,345,678,901,234,567,890.55", "1.10"]) await expect(section).toContainText(shown);
  const dialog = page.getByRole("dialog", { name: "Edit case" });
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await edit.click();
  await expect(dialog.getByLabel("entry")).toHaveValue("35447905672478681021");
  await dialog.getByLabel("note").fill("b");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toBe(data.replace('"a"', '"b"'));
  await edit.click();
  await dialog.getByLabel("fee").fill("35447905672478681022.50");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toBe(data.replace('"a"', '"b"').replace("1.10", "35447905672478681022.50"));

  // A case without fields shows what its text says.
  const free = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Entries as they come" } });
  const untyped = await team.call(createCases, { params: { queue_id: free.queue.id }, body: { cases: [{ title: "Plain", data: plain }] } });
  await page.goto(page.url().replace(/\/queues\/.*/, `/queues/${free.queue.id}/cases/${untyped.added_cases[0]?.id}`));
  for (const shown of ["35447905672478681021", "0.1e1"]) await expect(section).toContainText(shown);
});

test("a person approves the number that the model wrote, and the server gets it", async ({ page, ownService, ownTeam, signIn }) => {
  const arrived: string[] = [];
  const server = await startMcpServer([{ name: "pay", description: "Pays an invoice.", inputSchema: { type: "object" } }]);
  server.before = (_request, _response, body) => {
    if (body.includes('"tools/call"')) arrived.push(body);
    return false;
  };
  const params = { teamId: ownTeam.teamId };
  const named = { name: "Ledger", auth_method: "url" as const, server_url: server.url };
  const { id: integration_id } = await ownTeam.call(createCustomIntegration, { params, body: named });
  const own = { name: "Books", provider: "user" as const, auth_method: "url" as const, custom_integration_id: integration_id };
  const { id: connection_id } = await ownTeam.call(createConnection, { params, body: own });
  const agent = await ownTeam.createAgent("Payer", "say Nothing to do");
  const sent = '{"who":35447905672478681021,"amount":1.10,"lines":[{"most":1e400}]}';
  const build = await ownTeam.addRevision(agent, ownTeam.stepsOf(`call ledger__pay ${sent}\nsay Done`), true);
  const revision = { agent_id: agent.id, build_id: build.id };
  await ownTeam.call(attachRevisionIntegrations, { params: revision, body: { integration_ids: [integration_id] } });
  await ownTeam.call(pinRevisionIntegrationConnection, { params: { ...revision, integration_id }, body: { connection_id } });

  const run = await ownTeam.runUntil(agent, "waiting", "Pay");
  await signIn(page, "inbox", ownService);
  const card = page.getByRole("region", { name: "Waits for you: Call pay on Books" });
  const given = card.getByRole("region", { name: "Arguments" });
  for (const shown of ["35447905672478681021", "1.10", '"most": 1e400']) await expect(given).toContainText(shown);
  await expect(card.getByRole("button", { name: "Allow once" })).toBeEnabled();
  await page.keyboard.press("a");
  await ownTeam.waitFor(run.id, "completed");
  expect(arrived).toEqual([expect.stringContaining(`"arguments":${sent}`)]);
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${run.id}`);
  await expect(page.getByText("35447905672478681021").first()).toBeVisible();
  await server.close();
});
