import type { Page } from "@playwright/test";
import { getRunDetails } from "#contract/runs/runs.ts";
import { expect, signedOutAnswer, test } from "../fixtures.ts";
import { paced, stopTime } from "../paced.ts";
import { expectFocusOnSomething } from "../steps.ts";

const underWay = (page: Page) => page.getByRole("region", { name: "Decisions under way" });
const asked = (page: Page, title: string) => page.getByRole("region", { name: `Waits for you: ${title}` });
const row = (page: Page, title: string) => page.getByRole("list", { name: "Waiting for you" }).getByRole("link", { name: title });

test("a payment is approved only after five seconds in which it can be undone, and a second press meets nothing", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const first = await ownTeam.createAgent("Payer", 'approve "Pay 46 invoices?"\nsay Done');
  const second = await ownTeam.createAgent("Clerk", 'approve "Pay the rent?"\nsay Done');
  const paying = await ownTeam.runUntil(first, "waiting", "Invoices");
  const renting = await ownTeam.runUntil(second, "waiting", "Rent");
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/human-requests/")) writes.push(request.url());
  });

  await page.clock.install();
  await signIn(page, "inbox", ownService);
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toBeEnabled();
  // Enter right after opening the palette leads away at most.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).not.toContainText(/Approve|Decline/);
  await page.keyboard.type("approve");
  await expect(page.getByRole("option", { selected: true })).not.toHaveText(/^Approve/);
  await page.keyboard.press("Escape");

  await paced(page, async () => {
    await page.keyboard.press("a");
    await page.keyboard.press("a");
    await page.keyboard.press("a");
    await expect(asked(page, "Pay the rent?")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Pay the rent?" })).toBeFocused();
    await expect(underWay(page).getByRole("listitem")).toHaveCount(1);
    await expect(underWay(page)).toContainText(/Approving in \d s: Pay 46 invoices\?/);
    await expect(row(page, "Pay 46 invoices?")).toContainText(/Approving in \d s/);
    await expect(page.getByRole("status").filter({ hasText: "Approving in 5 seconds: Pay 46 invoices?" })).toContainText(
      "Next: Pay the rent?",
    );

    await page.keyboard.press("z");
    await expect(underWay(page)).toBeHidden();
    await expect(asked(page, "Pay 46 invoices?")).toBeVisible();
    await expect(approve).toBeEnabled();
    await expectFocusOnSomething(page);

    // Two at once are both listed, each with its own Undo.
    await page.keyboard.press("a");
    await expect(asked(page, "Pay the rent?")).toBeVisible();
    await expect(approve).toBeEnabled();
    await page.keyboard.press("d");
    await expect(page.getByRole("heading", { name: "Nothing else waits for you" })).toBeFocused();
    await expect(underWay(page).getByRole("listitem")).toHaveCount(2);
    expect(writes).toEqual([]);
    await underWay(page)
      .getByRole("button", { name: /^Undo ?: Pay the rent\?$/ })
      .click();
    await expect(asked(page, "Pay the rent?")).toBeVisible();
    await expectFocusOnSomething(page);
  });

  await ownTeam.waitFor(paying.id, "completed");
  await expect(page.getByRole("status").filter({ hasText: "Approved: Pay 46 invoices?" })).toBeAttached();
  expect(writes).toHaveLength(1);
  expect((await ownTeam.call(getRunDetails, { params: { run_id: renting.id } })).run.status).toBe("waiting");
  await expect(row(page, "Pay 46 invoices?")).toBeHidden();
});

test("somebody who types on decides at most once", async ({ page, signIn, ownService, ownTeam }) => {
  const agent = await ownTeam.createAgent("Payer", 'approve "Pay?"\nsay Done');
  for (const name of ["One", "Two", "Three"]) await ownTeam.runUntil(agent, "waiting", name);
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/human-requests/")) writes.push(request.url());
  });
  await page.clock.install();
  await signIn(page, "inbox", ownService);
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toBeEnabled();
  // As fast as somebody who writes, however slow the machine is.
  await stopTime(page);
  for (const key of "add a dad and a lad ".repeat(2)) {
    await page.keyboard.press(key === " " ? "Space" : key);
    await page.clock.runFor(60);
  }
  await page.clock.resume();
  await expect(underWay(page).getByRole("listitem")).toHaveCount(1);
  // Once the keyboard rests, the next key counts.
  await expect(approve).toBeEnabled();
  await page.keyboard.press("d");
  await expect(underWay(page)).toContainText("Declining in");
  await expect.poll(() => writes.length).toBe(2);
});

test("leaving asks first, a reload goes on with the countdown, and a closed tab sends nothing", async ({
  page,
  context,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  allow(signedOutAnswer);
  const agent = await ownTeam.createAgent("Payer", 'approve "Pay?"\nsay Done');
  const closing = await ownTeam.runUntil(agent, "waiting", "Before closing");
  const stateOf = async (id: string) => (await ownTeam.call(getRunDetails, { params: { run_id: id } })).run.status;
  await page.clock.install();
  await signIn(page, "inbox", ownService);
  const tab = await context.newPage();
  const questions: string[] = [];
  tab.on("dialog", (question) => {
    questions.push(question.type());
    void (questions.length === 1 ? question.dismiss() : question.accept());
  });
  await tab.goto(page.url());
  const approve = tab.getByRole("button", { name: "Approve" });
  await expect(approve).toBeEnabled();
  // Its tabs have one time.
  await paced(page, async () => {
    await approve.click();
    await expect(underWay(tab)).toBeVisible();
    await tab.close({ runBeforeUnload: true });
    await expect.poll(() => questions).toEqual(["beforeunload"]);

    // Stayed; the reload is allowed, and what was decided can still be undone behind it.
    await tab.reload();
    expect(questions).toEqual(["beforeunload", "beforeunload"]);
    await expect(underWay(tab)).toContainText(/Approving in \d s: Pay\?/);
    await underWay(tab)
      .getByRole("button", { name: /^Undo ?: Pay\?$/ })
      .click();
    await expect(approve).toBeEnabled();
    expect(await stateOf(closing.id)).toBe("waiting");
  });

  // Time cannot go on in a tab that is being closed.
  await stopTime(page);
  await approve.click();
  await expect(underWay(tab)).toBeVisible();
  const closed = tab.waitForEvent("close");
  await tab.close({ runBeforeUnload: true });
  await closed;
  await page.clock.resume();

  // Nothing came of it in the time in which another decision waits, is carried over a reload and is sent.
  const reloading = await ownTeam.runUntil(agent, "waiting", "Over a reload");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${reloading.id}`);
  page.on("dialog", (question) => void question.accept());
  await expect(page.getByRole("button", { name: "Approve" })).toBeEnabled();
  await paced(page, async () => {
    await page.getByRole("button", { name: "Approve" }).click();
    await expect(underWay(page)).toContainText("Approving in");
    await page.reload();
    await expect(underWay(page)).toContainText(/Approving in \d s: Pay\?/);
  });
  await ownTeam.waitFor(reloading.id, "completed");
  expect(await stateOf(closing.id)).toBe("waiting");

  const leaving = await ownTeam.runUntil(agent, "waiting", "Before signing out");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${leaving.id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("button", { name: "account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/sign-in/);
  await ownTeam.waitFor(leaving.id, "completed");
});

test("a decision that comes too late is named in its place, and one that nobody heard is sent once the line is back", async ({
  page,
  context,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  allow(/status of 409/, /ERR_INTERNET_DISCONNECTED|Failed to load resource/, /Failed to fetch dynamically imported module/);
  const agent = await ownTeam.createAgent("Payer", 'approve "Pay the rent?"\nsay Done');
  const taken = await ownTeam.runUntil(agent, "waiting", "Rent");
  await signIn(page, "inbox", ownService);
  await page.getByRole("button", { name: "Decline" }).click();
  await ownTeam.approve(taken.id);
  await expect(underWay(page)).toContainText(
    /Not sent: Pay the rent\? .* approved this first\.|Not sent: Pay the rent\? You approved this already, in another window\./,
  );
  await underWay(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(underWay(page)).toBeHidden();

  const offline = await ownTeam.runUntil(agent, "waiting", "Rent again");
  await page.reload();
  await expect(page.getByRole("button", { name: "Approve" })).toBeEnabled();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(underWay(page)).toContainText("Not sent yet: Pay the rent? It will be sent when you are connected.");
  await expect(row(page, "Pay the rent?")).toContainText("Not sent yet");
  await context.setOffline(false);
  await ownTeam.waitFor(offline.id, "completed");
  await expect(underWay(page)).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test("Undo is in reach of a thumb and covers no button", async ({ page, signIn, ownService, ownTeam }) => {
    const agent = await ownTeam.createAgent("Payer", 'approve "Pay 46 invoices of 22 suppliers before Friday?"\nsay Done');
    for (const name of ["One", "Two"]) await ownTeam.runUntil(agent, "waiting", name);
    await page.clock.install();
    await signIn(page, "inbox", ownService);
    await page.getByRole("list", { name: "Waiting for you" }).getByRole("link").first().tap();
    const approve = page.getByRole("button", { name: "Approve" });
    await expect(approve).toBeEnabled();
    await paced(page, () => takeBackByThumb(page));
    await expect(page.getByText("2 of 2").or(page.getByText("1 of 2"))).toBeVisible();
  });
});

async function takeBackByThumb(page: Page): Promise<void> {
  const approve = page.getByRole("button", { name: "Approve" });
  await approve.tap();
  const undo = underWay(page).getByRole("button", { name: /^Undo/ });
  await expect(approve).toBeEnabled();
  const [above, below] = [await approve.boundingBox(), await undo.boundingBox()];
  expect(below?.height).toBeGreaterThanOrEqual(44);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await undo.tap();
  await expect(underWay(page)).toBeHidden();
}

test("an answer whose page was ended before it was sent is said on the next one", async ({ page, signIn, ownService, ownTeam }) => {
  const agent = await ownTeam.createAgent("Payer", 'approve "Pay the rent?"\nsay Done');
  const run = await ownTeam.runUntil(agent, "waiting", "Rent");
  await page.clock.install();
  await signIn(page, "inbox", ownService);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(underWay(page)).toContainText("Pay the rent?");
  const next = await page.context().newPage();
  await page.close();
  await next.clock.install();
  await next.goto(`${ownService.url}/t/${ownTeam.teamId}`);
  await expect(next).toHaveURL(/\/home$/);
  await next.clock.runFor(12_000);
  await expect(underWay(next)).toContainText("You left the page before it was sent.");
  expect((await ownTeam.call(getRunDetails, { params: { run_id: run.id } })).run.status).toBe("waiting");
});
