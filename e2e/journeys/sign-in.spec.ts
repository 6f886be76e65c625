import type { Page, Request } from "@playwright/test";
import { TOTP, URI } from "otpauth";
import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { expect, signedOutAnswer, test } from "../fixtures.ts";
import { holdBack } from "../held-keys.ts";
import { owner } from "../service.ts";
import { notices } from "../steps.ts";

test("a second factor is asked for, a recovery code stands in for it, and signing out everywhere ends it all", async ({
  page,
  ownService,
  openBrowser,
  signIn,
  allow,
}) => {
  allow(signedOutAnswer, /status of 401/);
  await signIn(page, "/profile", ownService);
  const other = await openBrowser();
  // In a session of its own.
  await other.goto(ownService.url);
  await signInByHand(other, ownService.email);
  await expect(other.getByRole("navigation", { name: "Sections" })).toBeVisible();

  await page.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn on two-factor sign-in" });
  await dialog.getByLabel("Password", { exact: true }).fill("not the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/do not match|not right|wrong/i);
  await dialog.getByLabel("Password", { exact: true }).fill(owner.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "Code for the authenticator app" })).toBeVisible();
  const app = URI.parse((await dialog.getByRole("link", { name: "Open in an app on this device" }).getAttribute("href")) ?? "") as TOTP;
  const recoveryCode = await dialog.getByRole("listitem").first().innerText();
  await dialog.getByLabel("Code from the app").fill(app.generate());
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(notices(page)).toContainText("Two-factor sign-in is on");

  await page.getByRole("button", { name: /account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signInByHand(page, ownService.email);
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Code")).toHaveAccessibleDescription(/That code is not valid/);
  // Each code is taken once, so this is the one of the next period.
  await page.getByLabel("Code").fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();

  await page.goto(`${ownService.url}/profile`);
  expect((await page.request.post(`${ownService.url}/v2/api-keys`, { data: { name: "Robot" } })).status()).toBe(201);
  await page.reload();
  await page.evaluate(() => sessionStorage.setItem(`draft:${sessionStorage.getItem("caseload.writer")}:typed`, '{"name":"Half a name"}'));
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("dialog")).toContainText("What you typed in one form is not saved and will be discarded.");
  await page
    .getByRole("dialog")
    .getByLabel(/Also revoke my \d+ API keys?/)
    .check();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /Signed out everywhere\. \d+ API keys? revoked\./ })).toBeVisible();
  await other.reload();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(other).toHaveURL(/\/sign-in\?to=/);
  await expect(other.getByRole("status").filter({ hasText: "Your session ended. Sign in to continue where you were." })).toBeVisible();
  await expect(page.getByText("Your session ended")).toBeHidden();

  await signInByHand(page, ownService.email);
  await page.getByLabel("Code").fill(recoveryCode);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
});

async function signInByHand(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("text of an ended session waits for the person who typed it, and for nobody else", async ({
  page,
  ownService,
  ownTeam,
  signIn,
  allow,
}) => {
  allow(signedOutAnswer, /status of 401/);
  const clerk = `clerk-${ownTeam.teamId}@example.com`;
  const { rows } = await ownService.query("insert into users (id, name, email) values (gen_random_uuid(), 'Ada Clerk', $1) returning id", [
    clerk,
  ]);
  const [{ id: user_id }] = rows as [{ id: string }];
  await ownService.query(
    `insert into accounts (id, user_id, account_id, provider_id, password)
      select gen_random_uuid(), $1::uuid, $1::text, provider_id, password from accounts where user_id = (select id from users where email = $2)`,
    [user_id, ownService.email],
  );
  await ownService.query("insert into team_members (team_id, user_id, role) values ($1, $2, 'team:owner')", [ownTeam.teamId, user_id]);
  const agent = await ownTeam.createAgent("Edited by two", "say Stored");
  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: agent.id } });
  const place = `agents/${agent.id}/revisions/${builds[0]?.id}`;
  const instructions = page.getByRole("textbox", { name: "Instructions" });
  const account = async (name: RegExp) => {
    await page.getByRole("button", { name }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };

  await signIn(page, place, ownService);
  await instructions.fill("say What the owner typed");
  // What the page asks by itself may tell it at any time. It learns of the end only once the person went on.
  const asked = await holdBack(page, "*/v2/*");
  await page.request.delete(`${ownService.url}/v2/session`);
  await page.getByRole("link", { name: "Queues" }).click();
  await asked.letGo();
  const ended = page.getByRole("status").filter({ hasText: "Your session ended" });
  await expect(ended).toContainText("The text that you typed is kept in this tab.");
  await signInByHand(page, clerk);
  await expect(page.getByRole("button", { name: /Ada Clerk/ })).toBeVisible();
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/${place}`);
  await expect(instructions).toHaveText("say Stored");
  await instructions.fill("say What the clerk typed");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/${place}`);
  await expect(instructions).toHaveText("say What the clerk typed");
  await account(/Ada Clerk/);
  await expect(page.getByRole("dialog")).toContainText("What you typed in one form is not saved and will be discarded.");
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("the clerk typed");

  await signInByHand(page, ownService.email);
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/${place}`);
  await expect(instructions).toHaveText("say What the owner typed");
});

test("a link to the sign-in page leads nowhere but to this console", async ({ page, service, signIn, openBrowser, allow }) => {
  allow(signedOutAnswer);
  const forms = [
    "http://127.0.0.1:1/evil",
    "https://evil.example",
    '"http://127.0.0.1:1/evil"',
    '["http://127.0.0.1:1/evil"]',
    "//evil.example",
    "/.//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ];
  await signIn(page);
  for (const form of forms) {
    await page.goto(`${service.url}/sign-in?to=${encodeURIComponent(form)}`);
    await expect(page.locator("h1")).toBeVisible();
    expect(new URL(page.url()).origin, form).toBe(service.url);
  }
  await page.goto(`${service.url}/sign-in?to=${encodeURIComponent("/profile")}`);
  await expect(page).toHaveURL(`${service.url}/profile`);

  const other = await openBrowser();
  for (const form of ["http://127.0.0.1:1/evil", '["http://127.0.0.1:1/evil"]', "/profile"]) {
    // The page before this one would go on listening without its session.
    await other.goto("about:blank");
    await other.context().clearCookies();
    await other.goto(`${service.url}/sign-in?to=${encodeURIComponent(form)}`);
    await signInByHand(other, owner.email);
    await expect(other.getByRole("navigation", { name: "Sections" })).toBeVisible();
    expect(new URL(other.url()).origin, form).toBe(service.url);
  }
  await expect(other).toHaveURL(`${service.url}/profile`);
});

test("a key is made, opens the console in another browser, and is refused once it revoked", async ({
  page,
  service,
  signIn,
  openBrowser,
}) => {
  await signIn(page, "/profile");
  await page.getByRole("button", { name: "New key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Nightly import");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog", { name: "Copy the key now" })).toBeVisible();
  const key = await dialog.getByRole("code").innerText();
  expect(key).toMatch(/^ck_[\w-]{40,}$/);
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("alert").filter({ hasText: "It cannot be shown again." })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  // It acts in one team, so the keys of that team have it too.
  const own = page.locator("section", { has: page.getByRole("heading", { name: "Your API keys" }) });
  await expect(own.getByText("Nightly import", { exact: true })).toBeVisible();
  expect(await page.content()).not.toContain(key);

  const other = await openBrowser();
  await other.goto(service.url);
  await other.getByRole("button", { name: "Use an API key instead" }).click();
  await other.getByLabel("API key").fill(`${key}x`);
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByLabel("API key")).toHaveAccessibleDescription("The service does not recognize this key.");
  await other.getByLabel("API key").fill(key);
  await other.getByRole("button", { name: "Continue" }).click();
  await other.getByRole("link", { name: "Agents" }).click();
  await expect(other.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();

  const { session } = (await (await page.request.get(`${service.url}/v2/session`)).json()) as { session: { teams: { id: string }[] } };
  const made = await page.request.post(`${service.url}/v2/api-keys`, {
    headers: { authorization: `Bearer ${key}` },
    data: { name: "From the import", team_id: session.teams[0]?.id },
  });
  expect(made.status()).toBe(201);
  await page.reload();
  await expect(own.getByRole("listitem").filter({ hasText: "From the import" })).toContainText("with the key “Nightly import”");
  await own.getByRole("button", { name: "Revoke Nightly import" }).click();
  await expect(dialog.getByLabel("Also revoke the 1 key created with it")).toBeChecked();
  await dialog.getByLabel("Type the name to confirm").fill("Nightly import");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(notices(page)).toContainText("“Nightly import” and 1 key created with it revoked");
  await expect(page.getByText("From the import", { exact: true })).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("wrong credentials are said in one sentence and nothing typed is lost", async ({ page, service, allow }) => {
  allow(signedOutAnswer, /status of 401/);
  await page.goto(`${service.url}/sign-in`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Email address")).toHaveAccessibleDescription(/Enter an email|email address/);
  await expect(page.getByLabel("Email address")).toBeFocused();
  await page.getByLabel("Email address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill("something else");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email address and password do not match.")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue(owner.email);
});

test("who corrects a password while it is checked, and presses Enter again, is signed in", async ({ page, service, allow }) => {
  allow(signedOutAnswer, /status of 401/);
  const line = Promise.withResolvers<void>();
  await page.route("**/v2/session", async (route) => {
    if (route.request().method() === "POST") await line.promise;
    await route.continue();
  });
  await page.goto(`${service.url}/sign-in`);
  await page.getByLabel("Email address").fill(service.email);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("not the password");
  await password.press("Enter");
  await expect(page.getByRole("button", { name: "Sign in" })).toHaveAttribute("aria-busy", "true");
  await password.fill(owner.password);
  await password.press("Enter");
  line.resolve();
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
});

test("who signs out while the page reads something is not told that the session ended", async ({ page, ownService, signIn, allow }) => {
  allow(signedOutAnswer);
  await signIn(page, "runs", ownService);
  await expect(page.getByRole("heading", { name: "No runs yet" })).toBeVisible();
  // A read that reaches the service right behind the end of the session.
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const isRead = (request: Request) => request.url().includes("/agents?");
  const over = Promise.race([page.waitForEvent("requestfinished", isRead), page.waitForEvent("requestfailed", isRead)]);
  await page.route(/\/agents\?/, async (route) => {
    await ended;
    await route.continue();
  });
  await page.route("**/v2/session", async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    const answer = await route.fetch();
    end();
    await over;
    return route.fulfill({ response: answer });
  });
  const reading = page.waitForRequest(isRead);
  await page.getByRole("link", { name: "Agents" }).click();
  await reading;
  await page.getByRole("button", { name: /account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText("Your session ended")).toBeHidden();
});
