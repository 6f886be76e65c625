import { createQueue } from "#contract/queues/queues.ts";
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
  // What is above the button has come: nothing moves it under the pointer.
  await expect(page.getByText("No agents. Other agents can name")).toBeVisible();
  await page.getByRole("button", { name: "Delete agent" }).click();
  const question = page.getByRole("dialog", { name: "Delete this agent?" });
  await expect(question.getByText("continues in the background")).toBeVisible();
  await question.getByLabel("Type the name to confirm").fill("Invoices desk");
  await page.keyboard.press("Enter");
  // A pointer on it keeps it there.
  await notices(page).getByRole("button", { name: "Show progress" }).hover();
  const running = page.getByRole("list", { name: "Running jobs" });
  await expect(running.getByRole("link", { name: "Delete “Invoices desk”" })).toBeVisible();
  await expect(running).toContainText("of 1,300 runs stopped");
  await expectAccessible(page, "the agents with a running job");
  await notices(page).getByRole("button", { name: "Show progress" }).click();
  await expect(page.getByRole("heading", { name: "Delete “Invoices desk”" })).toBeVisible();
  await expect(page.getByText("The job continues if you leave this page.")).toBeVisible();
  await expectAccessible(page, "a running job");
  await service.query("drop trigger hold_invoices on runs");
  await expect(page.getByText("1,300 of 1,300 runs stopped")).toBeVisible();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
});

test("moving an agent with hundreds of runs says what follows, in both teams", async ({ page, signIn, ownService, ownTeam, allow }) => {
  // A run that has not followed yet is looked for where its agent is.
  allow(/status of 404/);
  const { rows } = await ownService.query(
    "insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Shared services' from teams where id = $1 returning id",
    [ownTeam.teamId],
  );
  const { id: target } = rows[0] as { id: string };
  await ownService.query(
    "insert into team_members (team_id, user_id, role) select $1, user_id, role from team_members where team_id = $2",
    [target, ownTeam.teamId],
  );
  const agent = await ownTeam.createAgent("Invoices desk", "say Checked");
  const { id: oldest } = await ownTeam.runUntil(agent, "completed", "Check the invoice");
  await ownService.query(
    `insert into runs (id, team_id, agent_id, build_id, user_id, status, source, title, run_number, completed_at)
     select gen_random_uuid(), team_id, agent_id, build_id, user_id, status, source, title, n, completed_at from runs, generate_series(2, 1001) n where id = $1`,
    [oldest],
  );
  // The job rests before its last portion.
  await ownService.query(`create or replace function rest() returns trigger language plpgsql as $$ begin
    if new.runs_done >= 1000 then new.turn_at = 'infinity'; end if; return new; end $$`);
  await ownService.query(
    `create trigger rest before update on team_jobs for each row when (new.subject_id = '${agent.id}') execute function rest()`,
  );
  await signIn(page, `/t/${ownTeam.teamId}/agents/${agent.id}?tab=settings`, ownService);
  await page.getByRole("button", { name: "Move to another team…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to another team" });
  await dialog.getByLabel("Team").selectOption("Shared services");
  await expect(dialog.getByText("its runs follow in the background")).toBeVisible();
  await dialog.getByRole("button", { name: "Move agent" }).click();
  await expect(page).toHaveURL(`${ownService.url}/t/${target}/agents/${agent.id}`);
  const toast = notices(page);
  await expect(toast).toContainText("Invoices desk is in Shared services now");
  await page.getByRole("tab", { name: "Runs" }).click();
  const running = page.getByRole("list", { name: "Running jobs" });
  await expect(running).toContainText("1,000 of 1,001 runs moved");
  await expectAccessible(page, "the runs of an agent with a running job");

  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs`);
  await expect(running).toContainText("1,000 of 1,001 runs moved");
  await expect(page.getByText("1 run", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /Check the invoice/ }).click();
  await expect(page.getByText("Invoices desk (moved to another team)").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Run again" })).toBeHidden();

  await page.goBack();
  await running.getByRole("link", { name: "Move “Invoices desk” to Shared services" }).click();
  await expect(page.getByText("A run that has not moved yet is still in")).toBeVisible();
  await expectAccessible(page, "a move that goes on");
  await ownService.query("drop function rest() cascade");
  await ownService.query("update team_jobs set turn_at = now() where subject_id = $1", [agent.id]);
  await expect(page.getByText("1,001 of 1,001 runs moved")).toBeVisible();
  await expect(page.getByText("Done", { exact: true })).toBeVisible();
});

test("the notice that a queue is being cleared says so once it is", async ({ page, signIn, ownService, ownTeam }) => {
  const { queue } = await ownTeam.call(createQueue, { params: { teamId: ownTeam.teamId }, body: { name: "Old parcels" } });
  await ownService.query(
    `insert into cases (id, queue_id, title, data, state, priority)
     select gen_random_uuid(), $1, 'Parcel ' || n, '', 'pending', 0 from generate_series(1, 1200) n`,
    [queue.id],
  );
  await signIn(page, `queues/${queue.id}?tab=settings`, ownService);
  await page.getByRole("button", { name: "Clear queue" }).click();
  const dialog = page.getByRole("dialog", { name: "Clear this queue?" });
  await expect(dialog.getByRole("list", { name: "Deleted" })).toContainText("1,200 cases");
  await dialog.getByRole("textbox").fill(queue.name);
  await dialog.getByRole("button", { name: "Clear queue" }).click();
  await expect(notices(page)).toContainText("1,200 cases deleted");
  await expect(notices(page)).not.toContainText("started");
});
