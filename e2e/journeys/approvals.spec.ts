import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { attachQueues } from "#server/testing/cases.ts";
import { expect, test } from "../fixtures.ts";
import { owner } from "../service.ts";

test("somebody finds what the whole team is asked about cases, and decides many at once", async ({ page, signIn, ownService, ownTeam }) => {
  const { teamId } = ownTeam;
  const { rows } = await ownService.query(
    "insert into users (id, name, email) values (gen_random_uuid(), 'Clerk', 'clerk@example.com') returning id",
  );
  const clerk = rows[0]?.id as string;
  await ownService.query("insert into team_members (team_id, user_id, role) values ($1, $2, 'team:member')", [teamId, clerk]);
  const { queue } = await ownTeam.call(createQueue, { params: { teamId }, body: { name: "Payments" } });
  const approvals = [
    ...["Paper", "Ink", "Rent"].map((what) => ({ assignee: owner.email, prompt: `Pay for ${what}?` })),
    { assignee: "clerk@example.com", prompt: "Is the address right?" },
  ];
  const ask = JSON.stringify({ title: "Before it is paid", approvals });
  const agent = await ownTeam.createAgent("Payer", `call claim_case {}\ncall request_approval ${ask}\ncall complete_case {}`);
  const buildId = (await ownTeam.call(listAgentRevisions, { params: { agent_id: agent.id } })).builds[0]?.id ?? "";
  await attachQueues(ownTeam.call, teamId, { id: agent.id, buildId }, { consumes: [queue.id] });
  await ownTeam.call(createCases, { params: { queue_id: queue.id }, body: { case: { title: "Paper & Co" } } });
  const run = await ownTeam.runUntil(agent, "waiting");
  // It acts for the other one: what that one is asked is theirs alone.
  await ownService.query("update runs set user_id = $1 where id = $2", [clerk, run.id]);

  await signIn(page, "inbox", ownService);
  await page.getByRole("tab", { name: "Approvals of cases" }).click();
  const table = page.getByRole("table", { name: "Waiting approvals" });
  await expect(table.getByRole("row")).toHaveCount(1 + 3);
  await page.getByRole("tab", { name: "All of the team" }).click();
  await expect(table.getByRole("row", { name: /Is the address right\?.*Clerk/ })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  const bar = page.getByRole("toolbar", { name: "Selected approvals" });
  await expect(bar).toContainText("4 selected, one of them for others to decide");
  await bar.getByRole("button", { name: "Approve 3" }).click();
  await page.getByRole("dialog", { name: "Approve 3 requests?" }).getByRole("button", { name: "Approve 3 requests" }).click();
  const done = page.getByRole("dialog", { name: "3 requests approved" });
  await expect(done.getByRole("status")).toHaveText("3 approved.");
  await done.getByRole("button", { name: "Close" }).last().click();
  await expect(table.getByRole("row")).toHaveCount(1 + 1);
  await page.getByRole("tab", { name: "Mine to decide" }).click();
  await expect(page.getByRole("heading", { name: "No approval waits for you" })).toBeVisible();
});
