import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";

test("a proposal becomes a draft that is reviewed step by step, accepted and made live, by keyboard", async ({
  page,
  signIn,
  ownService,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "clarity/processes", ownService);
  const { keyboard } = page;
  const press = async (name: string, within = page.locator("body")) => {
    await tabTo(page, within.getByRole("button", { name, exact: true }));
    await keyboard.press("Enter");
  };
  const tab = async (name: string) => {
    // The tab that is shown has the focus once the row is reached; arrows lead to the others.
    await tabTo(page, page.getByRole("tab", { selected: true }));
    while (!(await page.getByRole("tab", { name, selected: true }).isVisible())) await keyboard.press("ArrowRight");
  };
  const side = page.getByRole("complementary", { name: "Handover" });
  const told = page.getByRole("region", { name: "What the agent will be told" });

  await test.step("a process is described, and a proposal of it made live", async () => {
    await press("Add sample process");
    await expect(page.getByText("Sample process added")).toBeVisible();
    await press("Generate");
    await expect(page.getByText("Version 1, draft")).toBeVisible();
    await press("Make live");
    await expect(page.getByText("Version 1, live")).toBeVisible();
    await tab("Handover");
    await expect(page.getByText("No proposal yet")).toBeVisible();
    await press("Propose a change");
    await press("Propose", page.getByRole("dialog"));
    await expect(page.getByText("Proposal 1, draft")).toBeVisible();
    await tab("Handover");
    await expect(page.getByText("Proposal 1 is not live.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Build the draft" })).toBeHidden();
    await tabTo(page, page.getByRole("link", { name: "Open the proposal" }));
    await keyboard.press("Enter");
    await press("Make live");
    await expect(page.getByText("Proposal 1, live")).toBeVisible();
  });

  await test.step("what is handed over, what the agent is told, and what it lacks", async () => {
    await tab("Handover");
    await expect(page.getByRole("definition").filter({ hasText: /^5$/ })).toBeVisible();
    await expect(side.getByRole("listitem").first()).toContainText("A connection for Ledger");
    await expect(side.getByRole("link", { name: "Connect: A connection for Ledger" })).toHaveAttribute("href", /\/connections$/);
    await expect(told).toContainText("## step-record-invoice");
    await tabTo(page, page.getByRole("button", { name: "Already recorded?" }));
    await keyboard.press("Enter");
    await expect(told).toContainText("It says where the steps around it lead.");
    await keyboard.press("j");
    await keyboard.press("j");
    await expect(told).toContainText("## step-match-invoice-to-order");
    await expect(told).toContainText("Evidence: ");
    await expect(page).toHaveURL(/step=step-match-invoice-to-order/);
    await expectAccessible(page, "a handover");
  });

  await test.step("the draft is built, and its review leads back to a step", async () => {
    await keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Review revision 1" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
    await tabTo(page, page.getByText("Built from the process").locator("xpath=ancestor::summary"));
    await keyboard.press("Enter");
    const steps = page.getByRole("group", { name: "Steps of the process" });
    await expect(steps.getByText("## step-match-invoice-to-order")).toBeVisible();
    await expectAccessible(page, "a review of what was built from a process");
    await tabTo(page, steps.getByRole("link", { name: "5 Match invoice to order" }));
    await keyboard.press("Enter");
    await expect(page.getByRole("complementary", { name: "Step 5" })).toContainText("Evidence");
    await page.goBack();
  });

  await test.step("accepted and live, it is the agent of the process", async () => {
    await expect(page.getByRole("button", { name: /^Accept/ })).toBeEnabled();
    await keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: /^Accepted into the draft/ })).toBeVisible();
    await press("Make live");
    const dialog = page.getByRole("dialog");
    await press("Make live", dialog);
    await expect(page.getByRole("heading", { name: /is live\. Accepted/ })).toBeVisible();
    await tabTo(page, page.getByText("Built from the process").locator("xpath=ancestor::summary"));
    await keyboard.press("Enter");
    await tabTo(page, page.getByRole("link", { name: "Open the handover" }));
    await keyboard.press("Enter");
    const draft = side.getByRole("region", { name: "The draft" });
    await expect(draft).toContainText("Live");
    await expect(draft).toContainText(/live since/);
    await expect(side.getByRole("listitem").filter({ hasText: "Queue" })).toContainText("Choose a queue");
    await expect(page.getByRole("button", { name: "Open the agent" })).toBeVisible();
  });

  await test.step("another proposal makes it stale, and a further draft of the same agent is built", async () => {
    await tab("Proposal");
    await press("Propose again");
    await press("Propose", page.getByRole("dialog"));
    await expect(page.getByText("Proposal 2, draft")).toBeVisible();
    await press("Make live");
    await expect(page.getByText("Proposal 2, live")).toBeVisible();
    await tab("Handover");
    await expect(side.getByText("The proposal changed since this draft.")).toBeVisible();
    await expect(side.getByRole("link", { name: "See what changed" })).toHaveAttribute("href", /tab=compare/);
    await keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Review revision 2" })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, "a review of a built draft on a phone");
    await page.goBack();
    await expect(page.getByRole("list", { name: "Steps" })).toBeVisible();
    await expectAccessible(page, "a handover on a phone");
  });
});
