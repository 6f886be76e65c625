import { expectAccessible } from "../axe.ts";
import { expect, signedOutAnswer, test } from "../fixtures.ts";

test("a new installation is set up, and its sample work is there to look at", async ({ page, freshService, allow }) => {
  allow(signedOutAnswer);
  await page.goto(freshService.url);
  await expect(page).toHaveTitle("Set up Caseload · Caseload");
  await expect(page.getByLabel("Organization")).toBeFocused();
  await page.getByRole("button", { name: "Create the workspace" }).click();
  await expect(page.getByLabel("Organization")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "set-up");
  await page.getByLabel("Organization").fill("North Office");
  await page.getByLabel("First team").fill("Accounts");
  await page.getByLabel("Your name").fill("Owner");
  await page.getByLabel("Email address").fill("first@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a few good words");
  await expect(page.getByRole("checkbox", { name: "Load the sample workspace" })).toBeChecked();
  await page.getByRole("button", { name: "Create the workspace" }).click();

  const sections = page.getByRole("navigation", { name: "Sections" });
  await expect(sections).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Workspace" })).toContainText("Accounts");
  // While the sample work is made nothing is said to be done.
  await sections.getByRole("link", { name: /Inbox/ }).click();
  const list = page.getByRole("list", { name: "Waiting for you" });
  await expect(page.getByRole("heading", { name: "Setting up the sample workspace" }).or(list).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "You’re all caught up" })).toHaveCount(0);
  await sections.getByRole("link", { name: "Agents" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  const agents = page.getByRole("table", { name: "Agents" });
  // They arrive while the page is open, and nobody has to ask for them.
  await expect(agents.getByRole("row").filter({ has: page.getByRole("link") })).toHaveCount(8);
  await expect(agents.getByRole("link", { name: "Bank import" })).toBeVisible();

  await agents.getByRole("link", { name: "Invoice checker" }).click();
  await page.getByRole("tab", { name: "Runs" }).click();
  await page.getByRole("table", { name: "Runs of this agent" }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Check the invoices of 2026");
  await expect(page.getByRole("feed", { name: "Messages" })).toContainText("Read 500 invoices and 34 suppliers");

  await page.goto(`${freshService.url}/set-up`);
  await expect(page).toHaveURL(/\/(t\/.*|sign-in.*)$/);
});

test("a set-up that was reloaded, or was opened in a second tab, leads into the workspace as well", async ({
  page,
  freshService,
  allow,
}) => {
  allow(signedOutAnswer, /status of 409.*\/v2\/setup/);
  await page.goto(freshService.url);
  await page.getByLabel("Organization").fill("North Office");
  // Two refused submits, and what one does then.
  for (let press = 0; press < 2; press++) await page.getByRole("button", { name: "Create the workspace" }).click();
  await page.reload();
  await expect(page.getByLabel("Organization")).toHaveValue("North Office");
  const later = await page.context().newPage();
  await later.goto(`${freshService.url}/set-up`);
  await expect(later.getByLabel("Organization")).toBeVisible();

  await page.getByLabel("First team").fill("Accounts");
  await page.getByLabel("Your name").fill("Owner");
  await page.getByLabel("Email address").fill("first@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a few good words");
  await page.getByRole("checkbox", { name: "Load the sample workspace" }).uncheck();
  await page.getByRole("button", { name: "Create the workspace" }).click();
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
  await expect(page).toHaveURL(/\/t\/.+\/home$/);

  // The other tab was opened before anybody was signed in.
  await later.getByLabel("Organization").fill("Another office");
  await later.getByLabel("First team").fill("Accounts");
  await later.getByLabel("Your name").fill("Owner");
  await later.getByLabel("Email address").fill("second@example.com");
  await later.getByLabel("Password", { exact: true }).fill("a few good words");
  await later.getByRole("button", { name: "Create the workspace" }).click();
  await later.getByRole("link", { name: "Sign in instead" }).click();
  await expect(later.getByRole("navigation", { name: "Sections" })).toBeVisible();
});

test("a set-up from another machine asks for the code that the start prints", async ({ page, freshService, allow }) => {
  allow(signedOutAnswer, /status of 403/);
  await page.setExtraHTTPHeaders({ "x-forwarded-for": "198.51.100.7" });
  await page.goto(freshService.url);
  const code = page.getByLabel("Set-up code");
  await expect(code).toHaveAccessibleDescription(/terminal or log of the service/);
  await expect(code).toBeFocused();
  await page.getByLabel("Organization").fill("North Office");
  await page.getByLabel("First team").fill("Accounts");
  await page.getByLabel("Your name").fill("Owner");
  await page.getByLabel("Email address").fill("first@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a few good words");
  await page.getByRole("button", { name: "Create the workspace" }).click();
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await code.fill("wrong-00000");
  await page.getByRole("button", { name: "Create the workspace" }).click();
  await expect(code).toHaveAccessibleDescription(/This is not the set-up code/);
  await expect(code).toBeFocused();
  await code.fill(freshService.setupCode ?? "");
  await page.getByRole("button", { name: "Create the workspace" }).click();
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
});
