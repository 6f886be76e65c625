import { joinTeam } from "../people.ts";
import { askAboutCase } from "../approval-work.ts";
import { expect, test } from "../fixtures.ts";

test("somebody finds what the whole team is asked about cases, decides many at once, and sees what others decided", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const { teamId } = ownTeam;
  const clerk = await joinTeam(ownService, teamId, "Clerk", "team:member");
  const { run } = await askAboutCase(ownTeam, [
    ...["Paper", "Ink", "Rent"].map((what) => ({ prompt: `Pay for ${what}?` })),
    { assignee: clerk.email, prompt: "Is the address right?" },
  ]);
  // It acts for the other one: what that one is asked is theirs alone.
  await ownService.query("update runs set user_id = $1 where id = $2", [clerk.id, run]);

  await signIn(page, "inbox", ownService);
  await page.getByRole("link", { name: "Case approvals" }).click();
  const table = page.getByRole("table", { name: "Waiting approvals" });
  await expect(table.getByRole("row")).toHaveCount(1 + 3);
  await page.getByRole("tab", { name: "All of the team" }).click();
  await expect(table.getByRole("row", { name: /Is the address right\?.*Clerk/ })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select the whole page" }).check();
  const bar = page.getByRole("toolbar", { name: "Selected approvals" });
  await expect(bar).toContainText("4 selected, one of them for other people to decide");
  await bar.getByRole("button", { name: "Approve 3" }).click();
  await page.getByRole("dialog", { name: "Approve 3 requests?" }).getByRole("button", { name: "Approve 3 requests" }).click();
  const done = page.getByRole("dialog", { name: "3 requests approved" });
  await expect(done.getByRole("status").filter({ hasText: /^3 approved\.$/ })).toBeVisible();
  await done.getByRole("button", { name: "Close" }).last().click();
  await expect(table.getByRole("row")).toHaveCount(1 + 1);
  await page.getByRole("tab", { name: "Mine to decide" }).click();
  await expect(page.getByRole("heading", { name: "No approvals waiting for you" })).toBeVisible();

  // What the other one decides stays in sight of the Manager, who finds by whom and how.
  await ownService.query(
    `update case_approvals set decision = 'rejected', responded_at = now(), responded_by = $1
     where decision is null and batch_id in (select id from case_approval_batches where run_id = $2)`,
    [clerk.id, run],
  );
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Inbox" }).click();
  await page.getByRole("tab", { name: "Done" }).click();
  await page.getByRole("tab", { name: "Case decisions" }).click();
  const decided = page.getByRole("table", { name: "Decided approvals of cases" });
  await expect(decided.getByRole("row")).toHaveCount(1 + 3);
  await page.getByLabel("Whose decisions").selectOption("All of the team");
  await expect(decided.getByRole("row")).toHaveCount(1 + 4);
  await page.getByLabel("Decision", { exact: true }).selectOption("Declined");
  await expect(decided.getByRole("row")).toHaveCount(1 + 1);
  await expect(decided.getByRole("row", { name: /Is the address right\?.*Declined.*Clerk/ })).toBeVisible();
  await decided.getByRole("link").click();
  await expect(page.getByRole("region", { name: "Approvals" })).toContainText("Is the address right?");
});
