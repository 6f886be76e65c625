import { moveAgent } from "#contract/agents/agent-move.ts";
import { deleteAgent } from "#contract/agents/agents.ts";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { createConnection, deleteConnection } from "#contract/connections/connections.ts";
import { createCases, deleteCase } from "#contract/queues/cases.ts";
import { createQueue, deleteQueue } from "#contract/queues/queues.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

test("what somebody else deletes while it is open is said to be gone, with a way back", async ({ page, signIn, team, allow }) => {
  allow(/status of 404/);
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Soon gone" } });
  const params = { queue_id: queue.id };
  const cases = [{ title: "First" }, { title: "Second" }];
  const { added_cases } = await team.call(createCases, { params, body: { cases } });
  const [first = "", second = ""] = added_cases.map(({ id }) => id);
  const gone = page.getByRole("heading", { name: "No longer here" });
  const main = page.getByRole("main");

  await signIn(page, `queues/${queue.id}/cases/${first}`);
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toBeVisible();
  await team.call(deleteCase, { params: { case_id: first } });
  await expect(gone).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
  await main.getByRole("link", { name: "Back to Soon gone" }).click();

  // While a change is on its way: its refusal tells the page, or the event does, whichever comes first.
  await main.getByRole("link", { name: "Second" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit case" });
  await dialog.getByLabel("Title").fill("Changed");
  await page.route(`**/v2/cases/${second}`, async (route) => {
    if (route.request().method() === "PATCH") await team.call(deleteCase, { params: { case_id: second } });
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(gone).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "What you typed" })).toContainText("Changed");
  await main.getByRole("link", { name: "Back to Soon gone" }).click();

  await expect(page.getByRole("button", { name: "New case" })).toBeVisible();
  await team.call(deleteQueue, { params });
  await expect(gone).toBeVisible();
  await expect(page.getByRole("button", { name: "New case" })).toHaveCount(0);
  await main.getByRole("link", { name: "Back to Queues" }).click();
  await expect(page.getByRole("heading", { name: "Queues", level: 1 })).toBeVisible();

  // What was typed into a draft is not gone with its agent.
  const edited = await team.createAgent("Gone while edited", "say Before");
  const { builds } = await team.call(listAgentRevisions, { params: { agent_id: edited.id } });
  await signIn(page, `agents/${edited.id}/revisions/${builds[0]?.id}`);
  await page.getByRole("textbox", { name: "Instructions" }).fill("say What took an hour to write");
  await team.call(deleteAgent, { params: { agent_id: edited.id } });
  await expect(gone).toBeVisible();
  const typed = page.getByRole("region", { name: "What you typed" });
  await expect(typed).toContainText("say What took an hour to write");
  await expect(typed.getByRole("button", { name: "Copy" }).first()).toBeVisible();
  await expectAccessible(page, "a draft that is gone");
  await typed.getByRole("button", { name: "New agent from it" }).click();
  await expect(page.getByRole("textbox", { name: "Instructions" })).toContainText("say What took an hour to write");
  await page.goBack();
  await expect(gone).toBeVisible();
  await expect(typed).toBeHidden();

  const named = await team.createAgent("Gone while named", "say Before");
  await signIn(page, `agents/${named.id}?tab=settings`);
  await page.getByLabel("Name", { exact: true }).fill("Typed for nothing");
  await team.call(deleteAgent, { params: { agent_id: named.id } });
  await expect(gone).toBeVisible();
  await expect(typed.getByRole("button", { name: "New agent from it" })).toHaveCount(0);
  await typed.getByRole("button", { name: "Discard" }).click();
  await expect(typed).toBeHidden();
  await expect(page.locator("body:focus")).toHaveCount(0);

  const agent = await team.createAgent("Soon gone as well", "say Done");
  await signIn(page, `agents/${agent.id}`);
  await expect(page.getByRole("heading", { name: "Soon gone as well" })).toBeVisible();
  await team.call(deleteAgent, { params: { agent_id: agent.id } });
  await expect(gone).toBeVisible();
  await expect(main.getByRole("link", { name: "Back to Agents" })).toBeVisible();
  await expectAccessible(page, "an agent that is gone");
});

test("an address that means nothing shows what there is, and Back undoes one step at a time", async ({ page, signIn, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Often looked at" } });
  await team.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "First" }, { title: "Second" }] } });
  for (const place of ["queues/none", `queues/${queue.id}/cases/42`, `queues/${queue.id}/jobs/none`, "agents/none"]) {
    await signIn(page, place);
    await expect(page.getByRole("heading", { name: "Not found" }).first()).toBeVisible();
    await expect(page.getByText("00000000-")).toHaveCount(0);
  }

  await signIn(page, `queues/${queue.id}?status=bogus&priority=7&order=sideways&layout=none`);
  const rows = page.getByRole("table", { name: "Cases" }).getByRole("row");
  await expect(rows.filter({ hasText: "First" })).toBeVisible();
  const states = page.getByRole("tablist", { name: "State of the cases" });
  const chosen = states.getByRole("tab", { selected: true });
  const search = page.getByRole("searchbox", { name: "Search cases" });
  await states.getByRole("tab", { name: /^Failed(?! eval)/ }).click();
  await states.getByRole("tab", { name: /^Pending/ }).click();
  await search.fill("Sec");
  await expect(rows.filter({ hasText: "First" })).toHaveCount(0);
  await search.fill("Second");
  await expect(page).toHaveURL(/search=Second/);
  await page.goBack();
  await expect(search).toHaveValue("");
  await expect(chosen).toHaveText(/^Pending/);
  await expect(rows.filter({ hasText: "First" })).toBeVisible();
  await page.goBack();
  await expect(chosen).toHaveText(/^Failed(?! eval)/);
});

test("a link from a notification, the audit log or the inbox to something that is gone says so", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  allow(/status of 404/);
  const { call, teamId } = ownTeam;
  const gone = page.getByRole("dialog").getByText("No longer here");
  const notFound = page
    .getByRole("main")
    .getByRole("heading", { name: /^Not found$|does not exist$/ })
    .first();
  const agent = await ownTeam.createAgent("Gone before", "say Done");
  const { builds } = await call(listAgentRevisions, { params: { agent_id: agent.id } });
  const server = { name: "Ledger", provider: "user", auth_method: "url", server_url: "https://ledger.example.com/mcp" } as const;
  const { id: connection_id } = await call(createConnection, { params: { teamId }, body: server });
  const { queue } = await call(createQueue, { params: { teamId }, body: { name: "Gone before" } });
  const { added_cases } = await call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "First" }] } });
  await call(deleteAgent, { params: { agent_id: agent.id } });
  await call(deleteConnection, { params: { connection_id } });
  await call(deleteQueue, { params: { queue_id: queue.id } });
  await signIn(page, "home", ownService);

  const never = "00000000-0000-7000-8000-000000000000";
  const revision = `agents/${agent.id}/revisions/${builds[0]?.id}`;
  for (const place of [
    `agents/${agent.id}`,
    `agents/${agent.id}?tab=schedules`,
    `agents/${agent.id}?tab=events`,
    revision,
    `${revision}/review`,
    `connections/${connection_id}`,
    `queues/${queue.id}?tab=jobs`,
    `queues/${queue.id}/cases/${added_cases[0]?.id}`,
    `runs/${never}`,
    `automations/${never}`,
    `skills/${never}`,
    `jobs/${never}`,
  ])
    await test.step(place, async () => {
      await page.goto(`${ownService.url}/t/${teamId}/${place}`);
      await expect(notFound).toBeVisible();
    });

  const lists = { connections: "connection", schedules: "open", "webhook-sources": "source", secrets: "secret", logins: "login" };
  for (const [list, named] of Object.entries(lists))
    await test.step(list, async () => {
      await page.goto(`${ownService.url}/t/${teamId}/${list}?${named}=${list === "connections" ? connection_id : never}`);
      await expect(gone).toBeVisible();
      if (list === "connections") await expectAccessible(page, "a connection that is gone", "[role=dialog]");
      await page.keyboard.press("Escape");
      await expect(gone).toBeHidden();
      await expect(page).not.toHaveURL(/\?/);
    });

  await test.step("an agent that moved to another team", async () => {
    const { rows } = await ownService.query(
      `with made as (insert into teams (id, organization_id, name) select gen_random_uuid(), organization_id, 'Night desk' from teams where id = $1 returning *)
       insert into team_members (team_id, user_id, role) select made.id, m.user_id, m.role from made, team_members m where m.team_id = $1 returning team_id`,
      [teamId],
    );
    const [{ team_id }] = rows as [{ team_id: string }];
    const moved = await ownTeam.createAgent("Moved before", "say Done");
    await call(moveAgent, { params: { agent_id: moved.id }, query: {}, body: { target_team_id: team_id } });
    await page.goto(`${ownService.url}/t/${teamId}/agents/${moved.id}`);
    await expect(page.getByRole("heading", { name: "Moved before" })).toBeVisible();
    await expect(page.getByRole("complementary", { name: "Workspace" })).toContainText("Night desk");
  });
});
