import { expect, test } from "../fixtures.ts";
import { joinTeam, openAs } from "../people.ts";
import { notices } from "../steps.ts";

test("a role that is taken away and a removal are seen by the other one at once, without reload", async ({
  page,
  ownService,
  ownTeam,
  signIn,
  openBrowser,
  allow,
}) => {
  allow(/status of 40[34]/);
  const ada = await joinTeam(ownService, ownTeam.teamId, "Ada Clerk", "team:builder");
  const other = await openBrowser();
  await openAs(other, ownService, ada, `/t/${ownTeam.teamId}/agents`);
  await expect(
    other
      .getByRole("link", { name: "New agent" })
      .or(other.getByRole("button", { name: "New agent" }))
      .first(),
  ).toBeVisible();

  await signIn(page, "members", ownService);
  const acts = page.getByRole("button", { name: "Actions for Ada Clerk" });
  await acts.focus();
  await page.keyboard.press("Enter");
  await page
    .getByRole("menuitemradio", { name: "Member", exact: true })
    .or(page.getByRole("menuitem", { name: "Member", exact: true }))
    .first()
    .press("Enter");
  await expect(notices(page)).toContainText("Ada Clerk: Member");
  await expect(other.getByRole("link", { name: "New agent" }).or(other.getByRole("button", { name: "New agent" }))).toHaveCount(0);

  await acts.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Remove from team…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: /Remove Ada Clerk/ });
  await expect(dialog).toContainText("Nothing else is affected.");
  await dialog.getByRole("button", { name: "Remove member" }).press("Enter");
  await expect(notices(page)).toContainText("Ada Clerk removed");
  await expect(other.getByRole("heading", { name: "You are no longer in this team" })).toBeVisible();
});
