import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";

test("three requests are answered with the keyboard, one after the other, until nothing waits", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const approval = await ownTeam.createAgent("Payer", 'approve "Pay 12 invoices?"\nsay Paid: {{last}}');
  const choice = await ownTeam.createAgent("Reporter", 'ask "Which month?" options: January, February\nsay Month: {{last}}');
  const text = await ownTeam.createAgent("Writer", 'ask "What is wrong with invoice 7?"\nsay Written: {{last}}');
  const runs = [];
  for (const agent of [approval, choice, text]) runs.push(await ownTeam.runUntil(agent, "waiting", `Work of ${agent.name}`));

  await signIn(page, "agents", ownService);
  const inboxLink = page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Inbox" });
  await expect(inboxLink).toHaveAccessibleName("Inbox 3 waiting");
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/favicon-waiting.svg");
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page.getByRole("list", { name: "Waiting requests" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText("1 of 3")).toBeVisible();

  const pay = page.getByRole("region", { name: "Waits for you: Pay 12 invoices?" });
  const month = page.getByRole("region", { name: "Waits for you: Which month?" });
  await expect(pay).toBeVisible();
  // For a moment a request takes no key: it may have been meant for the one before.
  await expect(async () => {
    await page.keyboard.press("a");
    await expect(month).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(inboxLink).toHaveAccessibleName("Inbox 2 waiting");

  await page.keyboard.press("2");
  await expect(month.getByRole("radio", { name: "February" })).toBeChecked();
  await page.keyboard.press("Control+Enter");
  const wrong = page.getByRole("region", { name: "Waits for you: What is wrong with invoice 7?" });
  const answer = wrong.getByRole("textbox", { name: "What is wrong with invoice 7?" });
  await tabTo(page, answer);
  await page.keyboard.type("Charged twice");
  await page.keyboard.press("Control+Enter");

  await expect(page.getByRole("heading", { name: "Nothing waits for you" })).toBeVisible();
  await expect(inboxLink).toHaveAccessibleName("Inbox");
  await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", "/favicon.svg");
  for (const { id } of runs) await ownTeam.waitFor(id, "completed");

  await page.getByRole("tab", { name: "Answered" }).click();
  const answered = page.getByRole("table", { name: "Answered requests" });
  await expect(answered.getByRole("row", { name: /Pay 12 invoices\?/ })).toContainText("Approved");
  await expect(answered.getByRole("row", { name: /Which month\?/ })).toContainText("February");
  await expect(answered.getByRole("row", { name: /What is wrong with invoice 7\?/ })).toContainText("Charged twice");
});

test("a request that somebody else answers first keeps its place and says so", async ({ page, signIn, ownService, ownTeam }) => {
  const agent = await ownTeam.createAgent("Payer", 'approve "Pay the rent?"\nsay Done');
  const run = await ownTeam.runUntil(agent, "waiting", "Rent");
  await signIn(page, "inbox", ownService);
  await expect(page.getByRole("region", { name: "Waits for you: Pay the rent?" })).toBeVisible();
  await ownTeam.approve(run.id);
  await expect(page.getByRole("heading", { name: "Answered or withdrawn meanwhile" })).toBeVisible();
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("heading", { name: "Nothing waits for you" })).toBeVisible();
});
