import { listAgents } from "#contract/agents/agents.ts";
import { allEndpoints } from "#contract/index.ts";
import { createQueue, listQueues } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { joinTeam, openAs } from "../people.ts";

test("an operation is found, read, linked and tried, by keyboard alone", async ({ page, signIn, ownService, ownTeam, allow }) => {
  // The key that is none.
  allow(/status of 401.*\/agents/);
  await signIn(page, "/reference", ownService);
  const operations = page.getByRole("navigation", { name: "Operations" });
  const calls = page.getByRole("region", { name: /CASELOAD_API_KEY|package of this service/ });

  await test.step("a search leads to it", async () => {
    await expect(operations.getByRole("status")).toHaveText(`${allEndpoints.length} operations`);
    await page.keyboard.press("/");
    await page.keyboard.type("create queue");
    await expect(page).toHaveURL(/search=create/);
    await operations.getByRole("button", { name: /^Queues/ }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(operations.getByRole("list", { name: "Queues" }).getByRole("link").first()).toBeFocused();
    await operations.getByRole("link", { name: /Create queue$/ }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Create queue" })).toBeVisible();
    await expect(page).toHaveURL(/\/reference\/createQueue\?search=/);
  });

  await test.step("its call is shown in three languages, and follows the input", async () => {
    await expect(calls).toContainText(`/v2/teams/${ownTeam.teamId}/queues`);
    await page.getByRole("textbox", { name: "Body" }).fill('{ "name": "From the reference" }');
    await expect(calls).toContainText('"name":"From the reference"');
    await page.getByRole("tab", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(calls).toContainText(`caseload.queues.create({ teamId: "${ownTeam.teamId}", name: "From the reference" })`);
    await page.keyboard.press("ArrowRight");
    await expect(calls).toHaveText("caseload queues create --name 'From the reference'");
  });

  await test.step("it is sent for real, and what is wrong is said", async () => {
    const send = page.getByRole("button", { name: "Send request" });
    await page.getByRole("textbox", { name: "Body" }).fill("{");
    await send.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "The body is not a JSON object." })).toBeVisible();
    await page.getByRole("textbox", { name: "Body" }).fill('{ "name": "From the reference" }');
    await send.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Answer" })).toContainText('"name": "From the reference"');
    const { queues } = await ownTeam.call(listQueues, { params: { teamId: ownTeam.teamId }, query: {} });
    expect(queues.map(({ name }) => name)).toEqual(["From the reference"]);
  });

  await test.step("a link leads to it again, in the language that was chosen", async () => {
    await page.goto(`${ownService.url}/reference/listAgents`);
    await expect(calls).toHaveText("caseload agents list");
    await page.getByLabel("Send with").selectOption("Another API key");
    await page.getByLabel("API key", { exact: true }).fill("not a key");
    await page.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByRole("region", { name: "Answer" })).toContainText('"error": "unauthorized"');
    await page.getByLabel("API key", { exact: true }).fill(ownService.key);
    await page.getByRole("button", { name: "Send request" }).click();
    await expect(page.getByRole("region", { name: "Answer" })).toContainText('"agents": []');
    expect((await ownTeam.call(listAgents, { params: { teamId: ownTeam.teamId }, query: {} })).agents).toEqual([]);
  });
});

test("what deletes asks first, and who may not call is told so", async ({ page, openBrowser, signIn, ownService, ownTeam }) => {
  const { queue } = await ownTeam.call(createQueue, { params: { teamId: ownTeam.teamId }, body: { name: "To delete" } });
  await signIn(page, "/reference/deleteQueue", ownService);
  await expect(page.getByText("You are Owner of")).toBeVisible();
  await page.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Enter queue_id first." })).toBeVisible();
  await page.getByLabel("queue_id", { exact: true }).fill(queue.id);
  await page.keyboard.press("ControlOrMeta+Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("what it deletes does not come back");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page
      .getByText("200", { exact: true })
      .or(page.getByText("204", { exact: true }))
      .first(),
  ).toBeVisible();
  expect((await ownTeam.call(listQueues, { params: { teamId: ownTeam.teamId }, query: {} })).queues).toEqual([]);

  const other = await openBrowser();
  const member = await joinTeam(ownService, ownTeam.teamId, "Ada Clerk", "team:member");
  await openAs(other, ownService, member, "/reference/deleteQueue");
  await expect(other.getByText(/You are Member of .*: the service refuses you\./)).toBeVisible();
});

test("a developer goes from a key made in place to lines that work", async ({ page, signIn, ownService }) => {
  await signIn(page, "/profile", ownService);
  await page.getByRole("link", { name: "Developers" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "In the folder of your program" })).toHaveText(
    `npm install ${ownService.url}/sdk/caseload.tgz`,
  );
  const environment = page.getByRole("region", { name: "Address and key, in the environment" });
  await expect(environment).toContainText("CASELOAD_API_KEY=YOUR_KEY");
  await page.getByRole("textbox", { name: "Name" }).fill("Nightly import");
  await page.keyboard.press("Enter");
  await expect(environment).not.toContainText("YOUR_KEY");
  const [, url = "", key = ""] = /URL=(\S+)\s+export CASELOAD_API_KEY=(\S+)/.exec((await environment.textContent()) ?? "") ?? [];
  const answer = await page.request.get(`${url}/v2/teams`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status()).toBe(200);
  expect((await page.request.get(`${url}/sdk/caseload.tgz`)).status()).toBe(200);
  await expect(page.getByRole("listitem").filter({ hasText: "Nightly import" })).toBeVisible();
});
