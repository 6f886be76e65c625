import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { joinTeam, openAs } from "../people.ts";
import { tabTo } from "../steps.ts";

test("a proposal asks for what no capture says, a second person answers, and the next proposal knows it", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  openBrowser,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "clarity/processes", ownService);
  const { keyboard } = page;
  const press = async (name: string, within = page.locator("body")) => {
    await tabTo(page, within.getByRole("button", { name, exact: true }));
    await keyboard.press("Enter");
  };
  const facts = page.getByRole("complementary");
  const bar = page.getByRole("group", { name: "Proposal" });
  const gap = "No capture names the system for “Send payment notice”.";
  const member = await joinTeam(ownService, ownTeam.teamId, "Payables", "team:member");

  await test.step("without a live process there is nothing to propose", async () => {
    await press("Add sample process");
    await expect(page.getByText("Sample process added")).toBeVisible();
    await page.getByRole("tab", { name: "Proposal" }).click();
    await expect(page.getByText("Make one live first.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Propose a change" })).toBeHidden();
    await page.getByRole("tab", { name: "Current process" }).click();
    await press("Generate");
    await expect(page.getByText("Version 1, draft")).toBeVisible();
    await press("Make live");
    await expect(page.getByText("Version 1, live")).toBeVisible();
  });

  await test.step("the analyst has one proposed, by keyboard", async () => {
    await page.getByRole("tab", { name: "Proposal" }).click();
    await press("Propose a change");
    await press("Propose", page.getByRole("dialog"));
    await expect(page.getByText("Proposal 1, draft")).toBeVisible();
    await expect(bar).toContainText("Agent 5");
    await expect(bar).toContainText("Person asked 2");
    await expect(bar).toContainText("Outside 2");
    await expect(facts.getByRole("region", { name: "Changes" }).getByRole("listitem")).toHaveCount(7);
    await expectAccessible(page, "a proposal");
  });

  await test.step("both are compared in one frame", async () => {
    await press("Compare with today");
    await expect(page.getByRole("region", { name: "Proposal 1" })).toBeVisible();
    await keyboard.press("n");
    await expect(facts.getByRole("region", { name: "What changed in Record invoice" })).toContainText("the service");
    await page.getByRole("tab", { name: "Proposal" }).click();
    await facts.getByRole("button", { name: "Close" }).click();
  });

  await test.step("a member is asked, and finds it in the inbox", async () => {
    const asked = facts.getByRole("article", { name: gap });
    await asked.getByRole("combobox").selectOption({ label: "Payables" });
    await expect(asked.getByRole("combobox")).toHaveValue(member.id);
  });

  const other = await openBrowser();
  await test.step("the second person answers in an interview of one question", async () => {
    await other.setViewportSize({ width: 360, height: 740 });
    await openAs(other, ownService, member, `/t/${ownTeam.teamId}/inbox`);
    await other.getByRole("link", { name: new RegExp(gap) }).click();
    await other.getByRole("link", { name: "Answer on the process" }).click();
    await other.getByRole("button", { name: /^Asked for/ }).click();
    const mine = other.getByRole("dialog").getByRole("article", { name: gap });
    await expect(mine.getByText("You are asked")).toBeVisible();
    await expectAccessible(other, "what a member is asked on a phone");
    await mine.getByRole("button", { name: "Answer" }).click();
    await expect(other.getByText("Who does “Send payment notice”, and in which system?")).toBeVisible();
    await other.getByRole("textbox").first().fill("1. AP clerk: send payment notice in Mail");
    await other.getByRole("button", { name: "Send answer" }).click();
    await other
      .getByRole("button", { name: /^Finish/ })
      .first()
      .click();
    await expect(other.getByText("1. AP clerk: send payment notice in Mail").first()).toBeVisible();
  });

  await test.step("the proposal says that an answer came, and the next one knows it", async () => {
    await expect(bar.getByText("1 answer came since this proposal. Propose again.")).toBeVisible();
    await page.getByRole("button", { name: "Propose again" }).click();
    await press("Propose", page.getByRole("dialog"));
    await expect(page.getByText("Proposal 2, draft")).toBeVisible();
    await expect(facts.getByRole("article")).toHaveCount(3);
    await page.getByRole("button", { name: "Make live" }).click();
    await expect(page.getByText("Proposal 2, live")).toBeVisible();
  });
});
