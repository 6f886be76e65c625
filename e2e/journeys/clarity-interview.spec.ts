import { createClarityInviteLink } from "#contract/clarity/invite-links.ts";
import { interviewQuestions } from "#contract/clarity/interview-questions.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { expectAccessible } from "../axe.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";
import { expectReadableMagnified } from "../magnified.ts";
import { tabTo } from "../steps.ts";
import { expectDirections } from "../writing.ts";

const supplier = "Pay a supplier’s invoice";
const [first = "", second = "", third = ""] = interviewQuestions;

test("a guest answers on a phone without an account, corrects, loads the page again and finishes", async ({
  ownService,
  ownTeam,
  openBrowser,
}) => {
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: supplier } });
  const { invite_link } = await ownTeam.call(createClarityInviteLink, { params: { process_id: process.id } });
  const phone = await openBrowser(/status of 40[149]/);
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.goto(`${ownService.url}${new URL(invite_link.url).pathname}`);
  const field = (question: string) => phone.getByRole("textbox", { name: question });
  const press = (name: string | RegExp) => phone.getByRole("button", { name }).click();

  await test.step("agrees", async () => {
    await expect(phone.getByRole("heading", { level: 1 })).toContainText(supplier);
    await expectAccessible(phone, "what a guest agrees to");
    await expectFits(phone, "what a guest agrees to");
    await press("No, thanks");
    await expect(phone.getByText("The interview was not started")).toBeVisible();
    await press("Back");
    await phone.getByRole("textbox", { name: "Your name or role" }).fill("AP clerk");
    await press("I agree, start");
  });
  await test.step("answers, and finds the answer and what was typed after a reload", async () => {
    await expect(field(first)).toBeFocused();
    await expectAccessible(phone, "a question");
    await expectFits(phone, "a question");
    await expectDirections(phone, "a question");
    await expectReadableMagnified(phone, { name: "a question", path: "", shows: first });
    for (const target of await phone.getByRole("button").all()) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await press("Send answer");
    await expect(phone.getByText("Write an answer first.")).toBeVisible();
    await field(first).fill("An invoice arrives by mail");
    await press("Send answer");
    await expect(field(second)).toBeFocused();
    await expect(phone.getByText("2 of 5")).toBeVisible();
    await field(second).fill("1. Clerk: check invoice in Ledger");
    await phone.reload();
    await expect(field(second)).toHaveValue("1. Clerk: check invoice in Ledger");
    await expect(phone.getByText("An invoice arrives by mail")).toBeVisible();
    await field(second).press("Control+Enter");
    await expect(field(third)).toBeFocused();
  });
  await test.step("corrects an earlier answer and keeps the question", async () => {
    await phone.getByText("All 2 answers").click();
    await press(`Correct it ${first}`);
    await expect(field(first)).toHaveValue("An invoice arrives by mail");
    await field(first).fill("An invoice arrives by email");
    await press("Send correction");
    await expect(field(third)).toBeVisible();
    await expectAccessible(phone, "a corrected answer");
    await expectFits(phone, "a corrected answer");
  });
  await test.step("is told when another window was first", async () => {
    const other = await phone.context().newPage();
    await other.goto(phone.url());
    await other.getByRole("textbox", { name: third }).fill("Nothing");
    await other.getByRole("button", { name: "Send answer" }).click();
    await expect(other.getByText("4 of 5")).toBeVisible();
    await other.close();
    await field(third).fill("Over 100 the owner approves");
    await press("Send answer");
    await expect(phone.getByRole("alert")).toContainText("Over 100 the owner approves");
    await expect(phone.getByText("4 of 5")).toBeVisible();
  });
  await test.step("finishes, and reads what was said", async () => {
    await press("Finish here");
    await expect(phone.getByRole("heading", { name: "Thank you, AP clerk" })).toBeVisible();
    await expectAccessible(phone, "a finished interview");
    await expectFits(phone, "a finished interview");
    await phone.reload();
    await expect(phone.getByText("An invoice arrives by email")).toBeVisible();
    await expect(phone.getByRole("link")).toHaveCount(0);
  });
});

test("a member makes a link, ends it, and is interviewed", async ({ page, signIn, ownService, ownTeam, openBrowser }) => {
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: supplier } });
  await signIn(page, `clarity/processes/${process.id}`, ownService);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Invite to an interview" }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = (await dialog.locator("code").textContent()) ?? "";
  expect(new URL(url).pathname).toMatch(/^\/c\/[\w-]{43}$/);
  await expect(dialog.getByText("It is not shown again.")).toBeVisible();
  await expectAccessible(page, "a link for an interview", "[role=dialog]");
  await expectFits(page, "a link for an interview");
  await dialog.getByRole("button", { name: "End link" }).click();
  await expect(page.getByText("Interview link ended")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  const guest = await openBrowser(/status of 40[14]/);
  await guest.goto(`${ownService.url}${new URL(url).pathname}`);
  await expect(guest.getByText("This link has ended.")).toBeVisible();

  await page.getByRole("button", { name: "Answer questions" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Interview with/ })).toBeVisible();
  await expect(page.getByText("It becomes a capture with your first answer")).toBeVisible();
  await page.getByRole("link", { name: supplier }).click();
  await expect(page.getByText("No captures yet")).toBeVisible();
  await page.getByRole("button", { name: "Answer questions" }).click();
  await page.getByRole("textbox", { name: first }).fill("An invoice arrives by email");
  await expectAccessible(page, "an interview of a member");
  await expectFits(page, "an interview of a member");
  await page.keyboard.press("Control+Enter");
  for (const question of interviewQuestions.slice(1)) {
    await expect(page.getByRole("textbox", { name: question })).toBeFocused();
    await page.keyboard.type("1. Clerk: check invoice in Ledger");
    await page.keyboard.press("Control+Enter");
  }
  await page.getByRole("button", { name: "Finish", exact: true }).click();
  await expect(page.getByText("Interview finished")).toBeVisible();
  await expect(page.getByRole("group", { name: "Evidence" }).getByRole("listitem")).toHaveCount(5);
});

test("a member reads along, asks a question, and the guest answers it; both by keyboard only", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  openBrowser,
}) => {
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: supplier } });
  const { invite_link } = await ownTeam.call(createClarityInviteLink, { params: { process_id: process.id } });
  const guest = await openBrowser(/status of 401/);
  await guest.setViewportSize({ width: 360, height: 740 });
  await guest.goto(`${ownService.url}${new URL(invite_link.url).pathname}`);
  await tabTo(guest, guest.getByRole("textbox", { name: "Your name or role" }));
  await guest.keyboard.type("AP clerk");
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("textbox", { name: first })).toBeFocused();
  await guest.keyboard.type("1. Clerk: check invoice in Ledger");
  await guest.keyboard.press("Control+Enter");
  await expect(guest.getByRole("textbox", { name: second })).toBeFocused();

  await signIn(page, `clarity/processes/${process.id}`, ownService);
  await expect(page.getByRole("link", { name: /AP clerk/ })).toBeVisible();
  // An interview under way is no evidence yet.
  await expect(page.getByRole("button", { name: "Generate" })).toHaveCount(0);
  await tabTo(page, page.getByRole("link", { name: /AP clerk/ }));
  await page.keyboard.press("Enter");
  const messages = page.getByRole("list", { name: "Messages" }).getByRole("listitem");
  await expect(messages).toHaveCount(2);
  await expect(page.getByText("check invoice", { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole("textbox", { name: "Your question to AP clerk" }));
  await page.keyboard.type("Who pays it?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Questions to come" })).toContainText("Who pays it?");
  await expect(page.getByRole("textbox", { name: "Your question to AP clerk" })).toHaveValue("");
  await expectAccessible(page, "an interview that is read along");
  await expectFits(page, "an interview that is read along");
  await expectDirections(page, "an interview that is read along");
  await expectReadableMagnified(page, { name: "an interview that is read along", path: "", shows: first });
  await tabTo(page, page.getByRole("button", { name: "Message 2" }));
  await page.keyboard.press("Enter");
  await expect(messages.nth(1)).toBeFocused();

  await guest.keyboard.type("2. Owner: approve invoice");
  await guest.keyboard.press("Control+Enter");
  await expect(guest.getByRole("textbox", { name: "Who pays it?" })).toBeFocused();
  await expect(guest.getByText(/ asks$/)).toBeVisible();
  await guest.keyboard.type("3. Treasury: pay invoice in Bank");
  await guest.keyboard.press("Control+Enter");
  await expect(guest.getByRole("textbox", { name: third })).toBeFocused();
  await expect(messages).toHaveCount(6);
  await expect(page.getByText("pay invoice", { exact: true })).toBeVisible();

  await tabTo(guest, guest.getByRole("button", { name: "Finish here" }));
  await guest.keyboard.press("Enter");
  await expect(guest.getByRole("heading", { name: "Thank you, AP clerk" })).toBeFocused();
  // The window of the member shows what became of it.
  await expect(page.getByRole("group", { name: "Evidence" }).getByRole("listitem")).toHaveCount(3);
});
