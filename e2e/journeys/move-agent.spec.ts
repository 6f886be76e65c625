import { listAgentRevisions, updateRevision } from "#contract/agents/revisions.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("an agent moves to another team with those it hangs together with, once that was seen and agreed to", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  // What is in the way is an answer of its own.
  allow(/status of 4(00|09).*\/move\b/, /status of 404/);
  const { rows } = await ownService.query(
    "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Shared services' from teams where id = $1 returning id",
    [ownTeam.teamId],
  );
  const { id: target } = rows[0] as { id: string };
  await ownService.query(
    "insert into team_members (team_id, user_id, role) select $1, user_id, role from team_members where team_id = $2",
    [target, ownTeam.teamId],
  );
  const clerk = await ownTeam.createAgent("Invoice clerk", "say Checked");
  const desk = await ownTeam.createAgent("Invoice desk", "say Hello");
  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: desk.id }, query: {} });
  await ownTeam.call(updateRevision, { params: { build_id: builds[0]?.id ?? "" }, body: { handoverTargetIds: [clerk.id] } });
  await ownTeam.runUntil(clerk, "completed", "Check the invoice");
  const payer = await ownTeam.createAgent("Payer", 'approve "Pay 12 invoices?"');
  await ownTeam.runUntil(payer, "waiting");
  await signIn(page, `/t/${ownTeam.teamId}/agents/${payer.id}?tab=settings`, ownService);
  await page.getByRole("button", { name: "Move to another team…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to another team" });
  await dialog.getByLabel("Team").selectOption("Shared services");
  await dialog.getByRole("list", { name: "Active" }).getByRole("link", { name: "Payer, run 1" }).click();
  await expect(page.getByText("Pay 12 invoices?").first()).toBeVisible();
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${clerk.id}?tab=settings`);
  await page.getByRole("button", { name: "Move to another team…" }).click();
  await dialog.getByLabel("Team").selectOption("Shared services");
  await expect(dialog.getByRole("list", { name: "Blocking" })).toContainText("Agent Invoice desk");
  await expect(dialog.getByRole("button", { name: "Move agent" })).toBeDisabled();
  await dialog.getByLabel("Move all of them").check();
  await expect(dialog.getByRole("region", { name: "What happens" })).toContainText("2 agents: Invoice clerk, Invoice desk");
  await expect(dialog.getByText("1 run, and every revision")).toBeVisible();
  await expectAccessible(page, "move", "[role=dialog]");
  await dialog.getByRole("button", { name: "Move agent" }).click();
  await expect(notices(page)).toContainText("Invoice clerk is in Shared services now");
  await expect(page).toHaveURL(`${ownService.url}/t/${target}/agents/${clerk.id}`);
  await expect(page.getByRole("main").getByText("Gets work from")).toBeVisible();
  await page.getByRole("tab", { name: "Runs" }).click();
  await page.getByRole("link", { name: /Check the invoice/ }).click();
  await expect(page.getByText("Checked", { exact: true })).toBeVisible();

  // What an address of the team before names is shown in the team that has it.
  const { pathname } = new URL(page.url());
  await page.goto(`${ownService.url}${pathname.replace(target, ownTeam.teamId)}`);
  await expect(page).toHaveURL(`${ownService.url}${pathname}`);
  await expect(page.getByText("Checked", { exact: true })).toBeVisible();
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${clerk.id}?tab=runs`);
  await expect(page).toHaveURL(`${ownService.url}/t/${target}/agents/${clerk.id}?tab=runs`);
  await expect(page.getByRole("button", { name: /Shared services/ })).toBeVisible();
  // Who administers an organization reaches all of its teams.
  await ownService.query(
    "update organization_members set role = 'organization:member' from teams t where t.organization_id = organization_members.organization_id and t.id = $1",
    [target],
  );
  await ownService.query("delete from team_members where team_id = $1", [target]);
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${clerk.id}?tab=runs`);
  await expect(page.getByRole("heading", { name: "Not found" }).first()).toBeVisible();
});
