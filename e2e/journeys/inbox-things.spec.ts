import { randomUUID } from "node:crypto";
import { replaceEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { expectFits } from "../fits.ts";
import { joinTeam } from "../people.ts";
import type { Service } from "../service.ts";
import type { TeamWork } from "../team-work.ts";

const server_url = "https://ledger.example.com/mcp";

/** Of each kind of thing that waits one, and how many that is. */
async function plantOneOfEach(service: Service, team: TeamWork): Promise<number> {
  const { teamId } = team;
  const payer = await team.createAgent("Payer", 'approve "Pay 12 invoices?"\nsay Paid');
  await team.runUntil(payer, "waiting", "Pay the invoices");

  const body = { name: "Ledger", server_url, provider: "user" as const, auth_method: "url" as const };
  const { id } = await team.call(createConnection, { params: { teamId }, body });
  await service.query("update connections set broken_at = now(), broken_reason = 'unauthorized' where id = $1", [id]);

  for (const name of ["Ada", "Ben"]) {
    const person = await joinTeam(service, teamId, name, "team:member");
    await service.query("delete from team_members where user_id = $1", [person.id]);
    await service.query(
      "insert into organization_members (organization_id, user_id, role) select organization_id, $2, 'organization:member' from teams where id = $1",
      [teamId, person.id],
    );
    await service.query("insert into join_requests (team_id, user_id) values ($1, $2)", [teamId, person.id]);
  }

  const writer = await team.createAgent("Writer", "say Dear Sir");
  const rubrics = [{ title: "Names the sum", description: 'Does it say how much is due: contains "EUR"? medium' }];
  const { rubrics: kept } = await team.call(replaceEvalRubrics, { params: { agentId: writer.id }, body: { rubrics } });
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: writer.id }, query: {} });
  await service.query(
    `insert into suggestions (id, agent_id, build_id, rubric_slug, title, description, dedup_key, addition, sources)
     values (gen_random_uuid(), $1, $2, $3, 'Runs keep failing “Names the sum”', '3 of the last 10 runs failed it.', 'one', 'Always name the sum.', $4)`,
    [writer.id, builds[0]?.id, kept[0]?.slug, JSON.stringify([{ agent_run_id: randomUUID(), run_number: 1, created_at: new Date() }])],
  );
  return 5;
}

test("whatever waits is one list with one count, most urgent first, and is answered by keys one after the other", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const count = await plantOneOfEach(ownService, ownTeam);
  await signIn(page, "inbox", ownService);
  const rows = page.getByRole("list", { name: "Waiting for you" }).getByRole("listitem");
  const tab = page.getByRole("tab", { name: /^Waiting/ });
  const shell = page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: /^Inbox/ });
  const expectCount = async (left: number) => {
    await expect(tab).toHaveAccessibleName(`Waiting ${left}`);
    await expect(shell).toHaveAccessibleName(left === 0 ? "Inbox" : `Inbox ${left} waiting`);
    await expect(page).toHaveTitle(left === 0 ? "Inbox · Caseload" : `(${left}) Inbox · Caseload`);
  };
  await expectCount(count);
  await expect(rows).toContainText(["Pay 12 invoices?", "Reconnect Ledger", "Ada asks to join", "Ben asks to join", "Names the sum"]);
  await expectAccessible(page, "inbox with all kinds");

  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 2, name });
  await expect(heading("Pay 12 invoices?")).toBeVisible();
  await page.keyboard.press("j");
  await expect(heading("Reconnect Ledger")).toBeFocused();
  await expect(page.getByText("This connection is refused by its server")).toBeVisible();
  await expectAccessible(page, "a broken connection in the inbox");
  await page.keyboard.press("j");
  await expect(heading("Ada asks to join")).toBeFocused();
  await expect(page.getByRole("button", { name: "Approve" })).toBeEnabled();
  await expectAccessible(page, "somebody who asks to join");
  await page.keyboard.press("a");
  await expect(heading("Ben asks to join")).toBeFocused();
  await expect(page.getByRole("button", { name: "Decline" })).toBeEnabled();
  await page.keyboard.press("d");
  await expect(heading("Runs keep failing “Names the sum”")).toBeFocused();
  await expect(page.getByRole("button", { name: "Add to the draft" })).toBeEnabled();
  await page.keyboard.press("a");
  await expect(page.getByText("Added to the instructions of a draft")).toBeVisible();
  // Both answers to people are sent once they can no longer be taken back.
  await expectCount(2);
  const { rows: joined } = await ownService.query(
    "select u.name, m.role from team_members m join users u on u.id = m.user_id where m.team_id = $1 and u.name in ('Ada', 'Ben')",
    [ownTeam.teamId],
  );
  expect(joined).toEqual([{ name: "Ada", role: "team:member" }]);

  await page.getByRole("link", { name: /Reconnect Ledger/ }).click();
  await expect(heading("Reconnect Ledger")).toBeVisible();
  await page.getByRole("heading", { level: 2 }).first().click();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Ledger" })).toBeVisible();
});

test("on a phone each thing that waits is opened, answered and followed by the next", async ({ page, signIn, ownService, ownTeam }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await plantOneOfEach(ownService, ownTeam);
  await signIn(page, "inbox", ownService);
  await expectFits(page, "the inbox on a phone");
  await page.getByRole("link", { name: /Ada asks to join/ }).click();
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toBeInViewport({ ratio: 1 });
  expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectFits(page, "somebody who asks to join, on a phone");
  await approve.click();
  await expect(page.getByRole("heading", { level: 2, name: "Ben asks to join" })).toBeVisible();
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByRole("heading", { level: 2, name: /Names the sum/ })).toBeVisible();
  await expectFits(page, "a suggestion on a phone");
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Reconnect Ledger" })).toBeVisible();
});
