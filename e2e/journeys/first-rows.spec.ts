import type { Page } from "@playwright/test";
import { createSecret, listSecrets } from "#contract/connections/secrets.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

/** What is read at such an address waits from now on until it is let through. */
async function hold(page: Page, method: "GET" | "POST", address: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === method) await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test("once the first secret and the first login are saved, nothing says that there are none", async ({ page, signIn, ownService }) => {
  await signIn(page, "secrets", ownService);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New secret" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Mail provider");
  await dialog.getByLabel("Name of variable 1").fill("MAIL_KEY");
  await dialog.getByLabel("Value of MAIL_KEY").fill("k9-Very/secret+value");
  const showSecrets = await hold(page, "GET", /\/credentials$/);
  await dialog.getByRole("button", { name: "Save secret" }).click();
  await expect(notices(page)).toContainText("Mail provider saved");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No secrets yet" })).toBeHidden();
  showSecrets();
  await expect(page.getByRole("table", { name: "Secrets" })).toContainText("Mail provider");

  await signIn(page, "logins", ownService);
  await page.getByRole("button", { name: "New login" }).click();
  await dialog.getByLabel("Domain").fill("booking.example.com");
  await dialog.getByLabel("User name").fill("clerk");
  await dialog.getByLabel("Password", { exact: true }).fill("w4-Very/secret+words");
  const showLogins = await hold(page, "GET", /\/browser-agent\/credentials\/[^/]+$/);
  await dialog.getByRole("button", { name: "Save login" }).click();
  await expect(notices(page)).toContainText("clerk at booking.example.com saved");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No logins yet" })).toBeHidden();
  showLogins();
  await expect(page.getByRole("table", { name: "Logins" })).toContainText("booking.example.com");
});

test("a queue whose first case was made does not say that it has none", async ({ page, signIn, ownService, ownTeam }) => {
  const { queue } = await ownTeam.call(createQueue, { params: { teamId: ownTeam.teamId }, body: { name: "Letters" } });
  await signIn(page, `queues/${queue.id}`, ownService);
  await expect(page.getByRole("heading", { name: "No cases yet" })).toBeVisible();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("A complaint");
  const show = await hold(page, "POST", /\/cases\/search$/);
  await dialog.getByRole("button", { name: "Create case" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "No cases yet" })).toBeHidden();
  show();
  await expect(page.getByRole("table", { name: "Cases" })).toContainText("A complaint");
});

test("an empty list that is read because of others keeps its words", async ({ page, signIn, ownService, ownTeam }) => {
  await signIn(page, "secrets", ownService);
  const words = page.getByRole("heading", { name: "No secrets yet" });
  await expect(words).toBeVisible();
  const before = await words.boundingBox();
  const show = await hold(page, "GET", /\/credentials$/);
  const asked = page.waitForRequest((request) => request.url().endsWith("/credentials"));
  const params = { teamId: ownTeam.teamId };
  await ownTeam.call(createSecret, { params, body: { name: "Bank", values: { BANK_KEY: "b2-Very/secret" } } });
  await asked;
  await expect(words).toBeVisible();
  expect(await words.boundingBox()).toEqual(before);
  show();
  await expect(page.getByRole("table", { name: "Secrets" })).toContainText("Bank");
  expect(await ownTeam.call(listSecrets, { params })).toHaveLength(1);
});
