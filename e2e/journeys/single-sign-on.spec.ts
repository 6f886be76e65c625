import type { Page } from "@playwright/test";
import { createTeamInvite } from "#contract/teams/invites.ts";
import { oidcClient, startOidcServer, type TestOidcServer } from "#server/testing/oidc-server.ts";
import { expectAccessible } from "../axe.ts";
import { beginnings } from "../begun.ts";
import { expect, signedOutAnswer, test as base } from "../fixtures.ts";
import { owner, startService, withOwner } from "../service.ts";
import { notices } from "../steps.ts";

const test = base.extend<{ passwords: boolean }>({ passwords: [true, { option: true }] });
let oidc: TestOidcServer;
test.use({
  ownProcess: true,
  ownSettings: async ({ passwords }, use) => {
    oidc = await startOidcServer();
    const client = { OIDC_CLIENT_ID: oidcClient.id, OIDC_CLIENT_SECRET: oidcClient.secret };
    await use({ OIDC_ISSUER: oidc.issuer, OIDC_NAME: "Acme ID", ...client, PASSWORD_SIGN_IN: String(passwords) });
    await oidc.close();
  },
});

/** By the keyboard alone. */
async function continueAtProvider(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue with Acme ID" }).press("Enter");
  await page.getByRole("link", { name: /^Continue as/ }).press("Enter");
}

test("an owner connects the provider, signs in with it from a fresh window, and disconnects it", async ({
  page,
  ownService,
  signIn,
  openBrowser,
}) => {
  oidc.register(ownService.url);
  await signIn(page, "/profile", ownService);
  await page.getByRole("button", { name: "Connect", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Connect Acme ID" });
  await expectAccessible(page, "connecting a provider", "[role=dialog]");
  await dialog.getByLabel("Password", { exact: true }).fill(owner.password);
  await dialog.getByRole("button", { name: "Continue to Acme ID" }).press("Enter");
  await page.getByRole("link", { name: /^Continue as/ }).press("Enter");
  await expect(notices(page)).toContainText("Acme ID is connected");
  await expect(page.getByText(`You sign in with it as ${oidc.person.email}.`)).toBeVisible();

  const other = await openBrowser();
  await other.goto(`${ownService.url}/profile`);
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expectAccessible(other, "sign-in with a provider");
  await continueAtProvider(other);
  await expect(other).toHaveURL(`${ownService.url}/profile`);
  await expect(other.getByText(owner.email).first()).toBeVisible();

  await page.getByRole("button", { name: "Disconnect" }).press("Enter");
  const leaving = page.getByRole("dialog", { name: "Disconnect Acme ID" });
  await leaving.getByLabel("Password", { exact: true }).fill(owner.password);
  await leaving.getByRole("button", { name: "Disconnect" }).press("Enter");
  await expect(notices(page)).toContainText("Acme ID disconnected");
  await expect(page.getByText("Not connected", { exact: true })).toBeVisible();
});

test("a stranger is told what to do, and joins once invited, without a password", async ({ page, ownService, ownTeam, allow }) => {
  allow(signedOutAnswer, /status of 401/);
  oidc.register(ownService.url);
  oidc.person = { sub: "new-colleague", email: "colleague@example.com", email_verified: true, name: "New Colleague" };
  await page.goto(ownService.url);
  await continueAtProvider(page);
  await expect(page.getByRole("heading", { name: "Not signed in" })).toBeVisible();
  await expect(
    page.getByRole("alert").filter({ hasText: "colleague@example.com has no account here yet. Ask for an invite" }),
  ).toBeVisible();
  await expectAccessible(page, "a sign-in with a provider that was refused");

  const body = { email: oidc.person.email, role: "team:member" } as const;
  const { invite } = await ownTeam.call(createTeamInvite, { params: { teamId: ownTeam.teamId }, body });
  await page.goto(invite.url);
  await expect(page.getByRole("heading", { name: /^Join/ })).toBeVisible();
  // The provider still knows who is signed in there.
  await page.getByRole("button", { name: "Continue with Acme ID" }).press("Enter");
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
  await page.goto(`${ownService.url}/profile`);
  await expect(page.getByText("You have none: you sign in with Acme ID.")).toBeVisible();
});

test("what a provider says in words is never shown, and nothing leads out of the console", async ({ page, ownService, allow }) => {
  allow(signedOutAnswer);
  await page.goto(`${ownService.url}/sign-in-return?error=access_denied&error_description=Call+555-0100&state=x`);
  await expect(page.getByRole("alert").filter({ hasText: "did not let you in, or you canceled" })).toBeVisible();
  await expect(page.locator("body")).not.toContainText("555-0100");
  await page.evaluate(() => sessionStorage.setItem("caseload.provider", '{"for":"sign-in","to":"https://elsewhere.example.com/"}'));
  await page.goto(`${ownService.url}/sign-in-return?error=server_error`);
  await expect(page.getByRole("link", { name: "Back to sign-in" })).toHaveAttribute("href", "/sign-in");
});

test.describe("without passwords", () => {
  test.use({ passwords: false });

  test("a new installation is set up by the provider, which is all that its sign-in offers afterwards", async ({
    page,
    freshService,
    openBrowser,
    allow,
  }) => {
    allow(signedOutAnswer);
    oidc.register(freshService.url);
    await page.goto(freshService.url);
    await expect(page.getByText("You will be its owner, and sign in with Acme ID.")).toBeVisible();
    await expectAccessible(page, "set-up by a provider");
    await page.getByLabel("Organization").fill("North Office");
    await page.getByLabel("First team").fill("Accounts");
    await page.getByRole("checkbox", { name: "Load the sample workspace" }).press("Space");
    await continueAtProvider(page);
    await expect(page.getByRole("complementary", { name: "Workspace" })).toContainText("Accounts");
    await page.goto(`${freshService.url}/profile`);
    await expect(page.getByText("Passwords are switched off here. You sign in with Acme ID.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Disconnect" })).toHaveCount(0);

    const other = await openBrowser(/status of 403.*\/v2\/session\b/);
    await other.goto(`${freshService.url}/forgot-password`);
    await expect(other.getByRole("status").filter({ hasText: "Passwords are switched off here." })).toBeVisible();
    await other.getByRole("link", { name: "Sign in" }).press("Enter");
    await expect(other.getByRole("button", { name: "Continue with Acme ID" })).toBeFocused();
    await expect(other.getByRole("textbox")).toHaveCount(0);
    await expect(other.getByRole("button", { name: /API key/ })).toHaveCount(0);
    await expectAccessible(other, "sign-in without passwords");
    // As a tab has it in which somebody came by a key before passwords were switched off.
    const key = await page.evaluate(async () => {
      const body = JSON.stringify({ name: "Nightly import" });
      const made = await fetch("/v2/api-keys", { method: "POST", headers: { "content-type": "application/json" }, body });
      return ((await made.json()) as { key: string }).key;
    });
    await other.evaluate((left) => sessionStorage.setItem("caseload.key", left), key);
    await other.goto(freshService.url);
    await continueAtProvider(other);
    await expect(other.getByRole("complementary", { name: "Workspace" })).toContainText("Accounts");
  });

  test("a start that would lock the owner out is refused in words", async ({ ownSettings }) => {
    const { ADMIN_TOKEN: _, ...settings } = { ...withOwner, ...ownSettings };
    await expect(startService(settings, beginnings().owned)).rejects.toThrow("no administrator has connected Acme ID yet");
  });
});
