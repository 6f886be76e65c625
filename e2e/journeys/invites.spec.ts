import { randomUUID } from "node:crypto";
import { expect, signedOutAnswer, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("somebody is invited by the keyboard alone, makes an account, works, and loses the role while looking", async ({
  page,
  ownService,
  ownTeam,
  signIn,
  openBrowser,
}) => {
  const email = `ada-${randomUUID()}@example.com`;
  await signIn(page, "members", ownService);
  await page.getByRole("button", { name: "Invite", exact: true }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Email address")).toBeFocused();
  await page.keyboard.type(email);
  await dialog.getByLabel("Role").selectOption("Builder");
  await dialog.getByRole("button", { name: "Invite" }).press("Enter");
  await expect(dialog).toContainText("This installation sends no email. Copy the link");
  const link = await dialog.getByRole("code").innerText();
  await dialog.getByRole("button", { name: "Done" }).press("Enter");

  // An invite that was accepted is refused when it is opened again.
  const other = await openBrowser(/status of 409.*\/v2\/joining\/look/);
  await other.goto(link);
  await expect(other.getByRole("heading", { name: /^Join / })).toBeVisible();
  await expect(other.getByText("as Builder")).toBeVisible();
  await other.getByLabel("Your name").fill("Ada Clerk");
  await other.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await other.keyboard.press("Enter");
  await expect(other.getByRole("navigation", { name: "Sections" })).toBeVisible();
  await other.getByRole("link", { name: "Agents" }).click();
  const build = other.getByRole("link", { name: "New agent" }).or(other.getByRole("button", { name: "New agent" }));
  await expect(build.first()).toBeVisible();

  await page.getByRole("button", { name: /1 new/ }).press("Enter");
  const acts = page.getByRole("button", { name: "Actions for Ada Clerk" });
  await expect(acts).toBeVisible();
  await acts.press("Enter");
  await page.getByRole("menuitem", { name: "Member", exact: true }).press("Enter");
  await expect(notices(page)).toContainText("Ada Clerk: Member");
  await expect(build).toHaveCount(0);

  await acts.press("Enter");
  await page.getByRole("menuitem", { name: "Remove from team…" }).press("Enter");
  const question = page.getByRole("dialog", { name: /^Remove Ada Clerk/ });
  await expect(question).toContainText("Nothing else is affected.");
  await question.getByRole("button", { name: "Remove member" }).press("Enter");
  await expect(notices(page)).toContainText("Ada Clerk removed");
  await expect(other.getByRole("heading", { name: "You are no longer a member of this team" })).toBeVisible();

  await other.goto(link);
  await expect(other.getByRole("status").filter({ hasText: "already accepted" })).toBeVisible();
  await expect(page.getByText(ownTeam.teamId)).toHaveCount(0);
});

test("whoever is signed in under another address is told so; a join link lets them in", async ({
  page,
  ownService,
  ownTeam,
  signIn,
  openBrowser,
  context,
  allow,
}) => {
  allow(signedOutAnswer);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await signIn(page, "invites", ownService);
  await page.getByRole("button", { name: "Invite", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email address").fill(`somebody-${randomUUID()}@example.com`);
  await dialog.getByRole("button", { name: "Invite" }).click();
  const link = await dialog.getByRole("code").innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  const pending = page.getByRole("list", { name: "Pending invites" });
  await expect(pending).toContainText("no email sent");
  await pending.getByRole("button", { name: "Copy link" }).click();
  await expect(pending.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await copied()).toBe(link);

  // The link from before gives no role that was chosen later.
  await pending.getByRole("button", { name: /^Actions for the invite of/ }).click();
  await page.getByRole("menuitem", { name: "Owner", exact: true }).click();
  await expect(notices(page)).toContainText("Owner: copy the link again");
  await expect(pending).toContainText("Owner");
  await expect(pending.getByRole("button", { name: "Copied" })).toHaveCount(0);
  await pending.getByRole("button", { name: "Copy link" }).click();
  await expect(pending.getByRole("button", { name: "Copied" })).toBeVisible();
  const ownerLink = await copied();
  expect(ownerLink).not.toBe(link);
  const early = await openBrowser(/status of 409.*\/v2\/joining\/look/);
  await early.goto(link);
  await expect(early.getByRole("heading", { name: "This invite does not work" })).toBeVisible();
  await page.goto(ownerLink);
  await expect(page.getByRole("main")).toContainText(`You are signed in as ${ownService.email}.`);
  await expect(page.getByRole("button", { name: "Sign out and continue" })).toBeFocused();

  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/invites`);
  await page.getByRole("button", { name: "Create a join link" }).click();
  await page.getByRole("dialog", { name: "Create a join link" }).getByRole("button", { name: "Create link" }).click();
  const joinLink = await page.getByRole("region", { name: "Join link" }).getByRole("code").innerText();
  const other = await openBrowser();
  await other.goto(joinLink);
  await other.getByLabel("Your name").fill("Grace Clerk");
  // A link for anybody does not know whose address it is: the form needs it, and says so at its field.
  const address = other.getByLabel("Email address");
  await expect(address).toHaveAttribute("aria-required", "true");
  await expect(other.getByText("Optional")).toHaveCount(0);
  await other.getByRole("button", { name: "Create account and join" }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription("Use an email address such as name@example.com");
  await address.fill(`grace-${randomUUID()}@example.com`);
  await other.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await other.getByRole("button", { name: "Create account and join" }).click();
  await expect(other.getByRole("navigation", { name: "Sections" })).toBeVisible();
});
