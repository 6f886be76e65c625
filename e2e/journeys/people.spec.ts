import { expect, test } from "../fixtures.ts";
import { joinTeam } from "../people.ts";
import { downloadedText, notices, openFromOrganization } from "../steps.ts";

test("an Executive finds somebody of the organization, gives and takes back a role, and takes the list along", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  for (const name of ["Night porter", "Day porter", "Cook"]) {
    const { id } = await joinTeam(ownService, ownTeam.teamId, name, "team:member");
    await ownService.query(
      "insert into organization_members (organization_id, user_id, role) select organization_id, $1, 'organization:member' from teams where id = $2",
      [id, ownTeam.teamId],
    );
  }
  await signIn(page, "runs", ownService);
  await openFromOrganization(page, "Open people", "People");
  const rows = page.getByRole("table", { name: "People" }).getByRole("row");
  const night = rows.filter({ hasText: "Night porter" });
  await test.step("by a part of the name, which the address keeps", async () => {
    await page.getByRole("searchbox").fill("porter");
    await expect(rows).toHaveCount(3);
    await expect(page).toHaveURL(/search=porter/);
    await expect(rows.nth(1)).toContainText("Day porter");
  });
  await test.step("a role by the keyboard, and back", async () => {
    await night.getByRole("button", { name: "Actions for Night porter" }).press("Enter");
    await page
      .getByRole("menuitemradio", { name: "Administrator" })
      .or(page.getByRole("menuitem", { name: "Administrator" }))
      .press("Enter");
    await expect(night).toContainText("Administrator");
    await notices(page).getByRole("button", { name: "Undo" }).press("Enter");
    await expect(night).toContainText("Member");
  });
  await test.step("what is found leaves as a file", async () => {
    await page.getByRole("button", { name: "Export" }).press("Enter");
    const text = await downloadedText(page, () => page.getByRole("menuitem", { name: "CSV, for a spreadsheet" }).press("Enter"));
    expect(text).toContain("Night porter");
    expect(text).not.toContain("Cook");
  });
});
