import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { joinTeam, openAs } from "../people.ts";
import { notices, tabTo } from "../steps.ts";

test("the sample process is added, generated, answered and saved by keyboard", async ({ page, signIn, ownService }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "clarity", ownService);
  const { keyboard } = page;
  const press = async (name: string, within = page.locator("body")) => {
    await tabTo(page, within.getByRole("button", { name, exact: true }));
    await keyboard.press("Enter");
  };
  const facts = page.getByRole("complementary");
  const stories = page.getByRole("region", { name: "Stories" });

  await test.step("the landscape and the list offer it while they are empty", async () => {
    await expect(page.getByRole("button", { name: "Add sample process" })).toBeVisible();
    await expectAccessible(page, "a landscape that offers a sample");
    await tabTo(page, page.getByRole("tab", { name: "Landscape" }));
    await keyboard.press("ArrowRight");
    await expect(page).toHaveURL(/clarity\/processes$/);
    // The landscape stays until the list is there, and has a button of this name too.
    await expect(page.getByRole("tab", { name: "Processes", selected: true })).toBeVisible();
    await press("Add sample process");
    await expect(page.getByRole("heading", { level: 1, name: "Pay a supplier’s invoice" })).toBeVisible();
    await expect(page.getByText("Sample process added")).toBeVisible();
    for (const name of ["AP handbook.md", "AP interview.vtt", "Payment run on screen.vtt"])
      await expect(page.getByRole("link", { name })).toBeVisible();
  });

  await test.step("what is generated has one question and one story that differs", async () => {
    await press("Generate");
    await expect(page.getByText("Version 1, draft")).toBeVisible();
    await expect(page.getByText("1 question", { exact: true })).toBeVisible();
    await expect(stories.getByText("2 witnesses agree")).toBeVisible();
    await expect(stories.getByText("1 witness differs at step 6")).toBeVisible();
    await expectAccessible(page, "the map of the sample");
  });

  await test.step("the question is answered and saved", async () => {
    await press("1 question");
    const question = facts.getByRole("region", { name: "Open question" });
    await expect(question.getByText("Is “Match invoice to order” done before “Approve invoice”, or after?")).toBeVisible();
    await expect(question.getByText("“3. AP clerk: match invoice to order in Ledger”")).toBeVisible();
    await press("Before", question);
    await expect(page.getByText("2 unsaved changes")).toBeVisible();
    await page.getByRole("button", { name: "Export" }).press("Enter");
    await expect(page.getByText("Your unsaved changes are not in it")).toBeVisible();
    await keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
    await keyboard.press("Control+s");
    await expect(page.getByText("Version 2, live")).toBeVisible();
    await expect(page.getByText("1 question", { exact: true })).toBeHidden();
  });

  await test.step("both versions are compared", async () => {
    await tabTo(page, page.getByRole("tab", { name: "Current process" }));
    // The focus moves after the key: a second one at once would come to the first tab again.
    for (const name of ["Proposal", "Compare"]) {
      await keyboard.press("ArrowRight");
      await expect(page.getByRole("tab", { name })).toBeFocused();
    }
    await keyboard.press("Enter");
    await expect(facts.getByRole("listitem")).toHaveCount(2);
  });

  await test.step("once there is a process, no sample is offered", async () => {
    await tabTo(page, page.getByRole("link", { name: "Processes" }).first());
    await keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "Pay a supplier’s invoice" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add sample process" })).toBeHidden();
  });
});

test("a capture of the sample that does not arrive is named, and the others are there", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  openBrowser,
  allow,
}) => {
  const place = `/t/${ownTeam.teamId}/clarity/processes`;
  const add = { name: "Add sample process" };
  await test.step("Builders are not offered what they cannot create", async () => {
    const other = await openBrowser();
    const builder = await joinTeam(ownService, ownTeam.teamId, "Builder", "team:builder");
    await ownService.query(
      "insert into organization_members (organization_id, user_id, role) select organization_id, $2, 'organization:member' from teams where id = $1",
      [ownTeam.teamId, builder.id],
    );
    await openAs(other, ownService, builder, place);
    await expect(other.getByText("No processes yet")).toBeVisible();
    await expect(other.getByRole("button", add)).toBeHidden();
  });
  allow(/ERR_FAILED/);
  await signIn(page, "clarity/processes", ownService);
  let sent = 0;
  await page.route("**/*", (route) =>
    route.request().method() === "PUT" && !route.request().url().endsWith("/visit") && ++sent === 2 ? route.abort() : route.fallback(),
  );
  await page.getByRole("button", add).click();
  await expect(notices(page)).toContainText("AP interview.vtt was not added. The connection was lost");
  await expect(page.getByRole("link", { name: "AP handbook.md" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Payment run on screen.vtt" })).toBeVisible();
});
