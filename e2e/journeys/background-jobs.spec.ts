import { startTeamRun } from "#contract/runs/runs.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("deleting an agent with hundreds of runs says that it continues, and leads to its progress", async ({
  page,
  signIn,
  team,
  service,
}) => {
  const agent = await team.createAgent("Invoices desk", "ask Which month?");
  const { run } = await team.call(startTeamRun, { params: { teamId: team.teamId }, body: { agent_id: agent.id } });
  await service.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, next_attempt_at)
     select gen_random_uuid(), team_id, agent_id, build_id, user_id, 'pending', source, title, n, now() + interval '1 hour'
     from runs, generate_series(2, 1300) n where id = $1`,
    [run.id],
  );
  // The last of them is held for a while: the job stays at work.
  await service.query(`create or replace function hold_invoices() returns trigger language plpgsql as $$ begin
    if new.run_number = 1300 and new.title = 'Invoices desk' then raise exception 'held' using errcode = '55P03'; end if; return new; end $$`);
  await service.query("create trigger hold_invoices before update on runs for each row execute function hold_invoices()");
  await signIn(page, `agents/${agent.id}?tab=settings`);
  await page.getByRole("button", { name: "Delete agent" }).click();
  const question = page.getByRole("dialog", { name: "Delete this agent?" });
  await expect(question.getByText("continues in the background")).toBeVisible();
  await question.getByLabel("Type the name to confirm").fill("Invoices desk");
  await page.keyboard.press("Enter");
  const running = page.getByRole("list", { name: "Running jobs" });
  await expect(running.getByRole("link", { name: "Delete “Invoices desk”" })).toBeVisible();
  await expect(running).toContainText("of 1,300 runs stopped");
  await expectAccessible(page, "the agents with a running job");
  await notices(page).getByRole("button", { name: "Show progress" }).click();
  await expect(page.getByRole("heading", { name: "Delete “Invoices desk”" })).toBeVisible();
  await expect(page.getByText("The job continues if you leave this page.")).toBeVisible();
  await expectAccessible(page, "a running job");
  await service.query("drop trigger hold_invoices on runs");
  await expect(page.getByText("1,300 of 1,300 runs stopped")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
});
