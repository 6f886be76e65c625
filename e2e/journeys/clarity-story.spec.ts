import type { Page } from "@playwright/test";
import { signavioType } from "#contract/connections/connection-words.ts";
import { createConnection } from "#contract/connections/connections.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { type SignavioServer, signavioPassword, startSignavio } from "#server/testing/signavio-server.ts";
import { expectAccessible } from "../axe.ts";
import { answerAll, confirmFigure, follow, press, tab } from "../clarity-keys.ts";
import { expect, test } from "../fixtures.ts";
import { joinTeam, openAs } from "../people.ts";
import { tabTo } from "../steps.ts";

let tool: SignavioServer;
test.beforeAll(async () => {
  tool = await startSignavio();
});
test.afterAll(() => tool.close());

const gap = "No capture names the system for “Send payment notice”.";
const cases = Array.from({ length: 22 }, (_, i) => ({ title: `Invoice R${String(i + 1).padStart(4, "0")}` }));

test("from how work is done today to what became of the promise, by three people and by keyboard", async ({
  page: manager,
  signIn,
  ownService,
  ownTeam,
  openBrowser,
}) => {
  await manager.setViewportSize({ width: 1440, height: 900 });
  const { teamId } = ownTeam;
  const payables = await joinTeam(ownService, teamId, "Payables", "team:member");
  const builder = await joinTeam(ownService, teamId, "Analyst", "team:builder");
  await ownService.query(
    `insert into organization_members (organization_id, user_id, role)
     select organization_id, unnest($2::uuid[]), 'organization:member' from teams where id = $1`,
    [teamId, [payables.id, builder.id]],
  );
  const analyst = await openBrowser();
  await analyst.setViewportSize({ width: 1440, height: 900 });
  const facts = analyst.getByRole("complementary");
  const bar = analyst.getByRole("group", { name: "Proposal" });
  const dialogOf = (page: Page) => page.getByRole("dialog");

  await signIn(manager, "clarity/processes", ownService);
  await press(manager, "Add sample process");
  await expect(manager.getByText("Sample process added")).toBeVisible();
  const process = new URL(manager.url()).pathname;

  await test.step("the analyst has it described, and the manager makes that live", async () => {
    await openAs(analyst, ownService, builder, process);
    await tab(analyst, "Proposal");
    await expect(analyst.getByText("Make one live first.")).toBeVisible();
    await expect(analyst.getByRole("button", { name: "Propose a change" })).toBeHidden();
    await tab(analyst, "Current process");
    await press(analyst, "Generate");
    await expect(analyst.getByText("Version 1, draft")).toBeVisible();
    await expect(analyst.getByRole("button", { name: "Make live" })).toBeHidden();
    await press(manager, "Make live");
    await expect(analyst.getByText("Version 1, live")).toBeVisible();
    await tab(analyst, "Promise");
    await expect(analyst.getByRole("heading", { name: "Not handed over yet" })).toBeVisible();
  });

  await test.step("the analyst has a proposal written, and compares it in one frame", async () => {
    await tab(analyst, "Handover");
    await expect(analyst.getByText("No proposal yet")).toBeVisible();
    await press(analyst, "Propose a change");
    await press(analyst, "Propose", dialogOf(analyst));
    await expect(analyst.getByText("Proposal 1, draft")).toBeVisible();
    for (const part of ["Agent 5", "Person asked 2", "Outside 2"]) await expect(bar).toContainText(part);
    await expect(facts.getByRole("region", { name: "Changes" }).getByRole("listitem")).toHaveCount(7);
    await expectAccessible(analyst, "a proposal");
    await press(analyst, "Compare with today");
    await expect(analyst.getByRole("region", { name: "Proposal 1" })).toBeVisible();
    await analyst.keyboard.press("n");
    await expect(facts.getByRole("region", { name: "What changed in Record invoice" })).toContainText("the service");
    await analyst.keyboard.press("Escape");
    await tab(analyst, "Captures");
    await expect(analyst.getByRole("region", { name: "Still needed" }).getByRole("article", { name: gap })).toBeVisible();
    await tab(analyst, "Handover");
    await expect(analyst.getByText("Proposal 1 is not live.")).toBeVisible();
    await analyst.setViewportSize({ width: 320, height: 256 });
    const page = analyst.getByRole("main");
    await expect
      .poll(() =>
        page.evaluate((main) => [...main.querySelectorAll(".overflow-y-auto")].filter((one) => one.scrollWidth > one.clientWidth).length),
      )
      .toBe(0);
    await analyst.setViewportSize({ width: 1440, height: 900 });
    await expect(analyst.getByRole("button", { name: "Build the draft" })).toBeHidden();
    await follow(analyst, "Open the proposal");
    await expect(analyst.getByText("Proposal 1, draft")).toBeVisible();
  });

  await test.step("the manager asks a member, who finds it in the inbox and answers in an interview of one question", async () => {
    await tab(manager, "Proposal");
    const asked = manager.getByRole("complementary").getByRole("article", { name: gap });
    await tabTo(manager, asked.getByRole("combobox"));
    // One letter: a browser takes one that comes more than a second after the last for the first of another option.
    await manager.keyboard.type("P");
    await expect(asked.getByRole("combobox")).toHaveValue(payables.id);
    const phone = await openBrowser();
    await phone.setViewportSize({ width: 360, height: 740 });
    await openAs(phone, ownService, payables, `/t/${teamId}/inbox`);
    await follow(phone, new RegExp(gap));
    await follow(phone, "Answer on the process");
    await tabTo(phone, phone.getByRole("button", { name: /^Asked for/ }));
    await phone.keyboard.press("Enter");
    const mine = dialogOf(phone).getByRole("article", { name: gap });
    await expect(mine.getByText("You are asked")).toBeVisible();
    await expectAccessible(phone, "what a member is asked on a phone");
    await press(phone, "Answer", mine);
    await expect(phone.getByText("Who does “Send payment notice”, and in which system?")).toBeVisible();
    await tabTo(phone, phone.getByRole("textbox").first());
    await phone.keyboard.type("1. AP clerk: send payment notice in Mail");
    await press(phone, "Send answer");
    await tabTo(phone, phone.getByRole("button", { name: /^Finish/ }).first());
    await phone.keyboard.press("Enter");
    await expect(phone.getByText("1. AP clerk: send payment notice in Mail").first()).toBeVisible();
  });

  await test.step("the next proposal knows the answer, and the manager makes it live", async () => {
    await expect(bar.getByText("1 answer came since this proposal. Propose again.")).toBeVisible();
    await press(analyst, "Propose again");
    await press(analyst, "Propose", dialogOf(analyst));
    await expect(analyst.getByText("Proposal 2, draft")).toBeVisible();
    await expect(facts.getByRole("article")).toHaveCount(3);
    await expect(manager.getByText("Proposal 2, draft")).toBeVisible();
    await press(manager, "Make live");
    await expect(manager.getByText("Proposal 2, live")).toBeVisible();
  });

  const side = (page: Page) => page.getByRole("complementary", { name: "Handover" });
  await test.step("the analyst sees what is handed over, confirms a promise and builds the draft", async () => {
    await tab(analyst, "Handover");
    await expect(side(analyst).getByRole("listitem").first()).toContainText("A connection for Ledger");
    const told = analyst.getByRole("region", { name: "What the agent will be told" });
    await tabTo(analyst, analyst.getByRole("button", { name: "Already recorded?" }));
    await analyst.keyboard.press("Enter");
    await expect(told).toContainText("It says where the steps around it lead.");
    await analyst.keyboard.press("j");
    await analyst.keyboard.press("j");
    await expect(told).toContainText("## step-match-invoice-to-order");
    await expect(told).toContainText("Evidence: ");
    await expect(analyst).toHaveURL(/step=step-match-invoice-to-order/);
    await expectAccessible(analyst, "a handover");
    for (const [name, typed] of [
      ["Success", "80"],
      ["Minutes per case", "60"],
    ] as const) {
      await confirmFigure(analyst, name, typed);
      await expect(analyst.getByRole("checkbox", { name: `Confirmed: ${name}` })).toBeChecked();
    }
    await analyst.keyboard.press("Control+Enter");
    await expect(analyst.getByRole("heading", { name: "Review revision 1" })).toBeVisible();
  });

  await test.step("the manager reviews it step by step, accepts it, and makes it live", async () => {
    await tab(manager, "Handover");
    await expect(manager.getByRole("button", { name: "Review the draft" })).toBeVisible();
    await manager.keyboard.press("Control+Enter");
    await expect(manager.getByRole("button", { name: /^Accept/ })).toBeEnabled();
    await tabTo(manager, manager.getByText("Built from the process").locator("xpath=ancestor::summary"));
    await manager.keyboard.press("Enter");
    const steps = manager.getByRole("group", { name: "Steps of the process" });
    await expect(steps.getByText("## step-match-invoice-to-order")).toBeVisible();
    await expectAccessible(manager, "a review of what was built from a process");
    await tabTo(manager, steps.getByRole("link", { name: "5 Match invoice to order" }));
    await manager.keyboard.press("Enter");
    await expect(manager.getByRole("complementary", { name: "Step 5" })).toContainText("Evidence");
    await manager.goBack();
    await expect(manager.getByRole("button", { name: /^Accept/ })).toBeEnabled();
    await manager.keyboard.press("Control+Enter");
    await expect(manager.getByRole("heading", { name: /^Accepted into the draft/ })).toBeVisible();
    await press(manager, "Make live");
    await press(manager, "Make live", dialogOf(manager));
    await expect(manager.getByRole("heading", { name: /is live\. Accepted/ })).toBeVisible();
    await tabTo(manager, manager.getByText("Built from the process").locator("xpath=ancestor::summary"));
    await manager.keyboard.press("Enter");
    await follow(manager, "Open the handover");
    await expect(side(manager).getByRole("region", { name: "The agent", exact: true })).toContainText(/live since/);
  });
  const { queue } = await ownTeam.call(createQueue, { params: { teamId }, body: { name: "Invoices to pay" } });
  const states = manager.getByRole("tablist", { name: "State of the cases" });

  await test.step("it is given the queue that it still lacks, and takes its cases", async () => {
    await tabTo(manager, side(manager).getByRole("link", { name: "Choose a queue: Queue" }));
    await manager.keyboard.press("Enter");
    await tabTo(manager, manager.getByRole("combobox", { name: "Add a queue to: Handles cases from" }));
    await manager.keyboard.type("Invoices");
    await manager.getByRole("option", { name: "Invoices to pay" }).press("Enter");
    await follow(manager, "Invoices to pay");
    await press(manager, "Assign agent");
    const agent = dialogOf(manager).getByRole("combobox", { name: "Agent" });
    await expect(agent).toBeFocused();
    await manager.keyboard.type("pay a supplier");
    await manager.keyboard.press("Enter");
    await expect(agent).toHaveValue("Pay a supplier’s invoice");
    await tabTo(manager, dialogOf(manager).getByRole("button", { name: "Assign", exact: true }));
    await manager.keyboard.press("Enter");
    await expect(dialogOf(manager)).toBeHidden();
    await ownTeam.call(createCases, { params: { queue_id: queue.id }, body: { cases: cases.slice(0, 1) } });
  });

  await test.step("the manager answers what the agent asks, and of one case nothing is said", async () => {
    await expect(states.getByRole("tab", { name: "All 1" })).toBeVisible();
    await manager.keyboard.press("g");
    await manager.keyboard.press("i");
    for (const question of ["Approve invoice?", "Release payment?"]) {
      const asks = manager.getByRole("region", { name: `Waits for you: ${question}` });
      await expect(asks).toBeVisible();
      await manager.keyboard.press("1");
      await expect(asks.getByRole("radio", { name: "Done", exact: true })).toBeChecked();
      await expect(asks.getByRole("button", { name: "Send answer" })).toBeEnabled();
      await manager.keyboard.press("Control+Enter");
    }
    await expect(manager.getByRole("heading", { name: "You’re all caught up" })).toBeVisible();
    await manager.goto(`${ownService.url}${process}?tab=promise`);
    await expect(async () => {
      await manager.reload();
      await expect(manager.getByRole("region", { name: "Success", exact: true })).toContainText("1 of 1");
    }).toPass();
    await expect(manager.getByRole("region", { name: "Success", exact: true })).toContainText("Too few");
  });

  await test.step("of more it says that the promise is kept, wherever the process is named", async () => {
    await ownTeam.call(createCases, { params: { queue_id: queue.id }, body: { cases: cases.slice(1) } });
    await answerAll(ownTeam, async () => {
      const { rows } = await ownService.query("select from cases where queue_id = $1 and state = 'completed'", [queue.id]);
      return rows.length === cases.length;
    });
    await manager.reload();
    await expect(manager.getByText("22 runs over 22 cases")).toBeVisible();
    await expect(manager.getByRole("region", { name: "Success", exact: true })).toContainText("Kept");
    await expect(manager.getByRole("region", { name: "Minutes per case", exact: true })).toContainText("Kept");
    await expect(manager.getByRole("table", { name: "By step" }).getByRole("row", { name: /Approve invoice/ })).toContainText("22");
    await expectAccessible(manager, "a promise that is kept");
    await follow(manager, "Pay a supplier’s invoice");
    await expect(manager.getByText(/Success: promised 80%, so far 100%/)).toBeVisible();
  });

  await test.step("how it is done today is exported to the modeling tool of the company", async () => {
    const directory = tool.directory();
    const headers = { plaintext: { Username: "analyst@example.com", Directory: directory }, secret: { Password: signavioPassword } };
    const named = { name: "Modeling", type: signavioType, provider: "user", auth_method: "headers" } as const;
    await ownTeam.call(createConnection, { params: { teamId }, body: { ...named, server_url: tool.url, headers } });
    await manager.goto(ownService.url + process);
    await press(manager, "Export");
    await manager.getByRole("menuitem", { name: /SAP Signavio/ }).press("Enter");
    await expect(manager.getByText("Signed in", { exact: true })).toBeVisible();
    await press(manager, "Export to SAP Signavio");
    await expect(manager.getByRole("region", { name: "Latest export" })).toContainText("Completed");
    expect(tool.models(directory)).toMatchObject([{ name: "Pay a supplier’s invoice" }]);
  });

  await test.step("another proposal makes the agent stale, and a further draft of the same agent is built", async () => {
    await analyst.goto(`${ownService.url}${process}?tab=proposal`);
    await press(analyst, "Propose again");
    await press(analyst, "Propose", dialogOf(analyst));
    await expect(analyst.getByText("Proposal 3, draft")).toBeVisible();
    await manager.goto(`${ownService.url}${process}?tab=proposal`);
    await press(manager, "Make live");
    await expect(manager.getByText("Proposal 3, live")).toBeVisible();
    await tab(manager, "Handover");
    await expect(side(manager).getByText("The proposal changed since this revision was built.")).toBeVisible();
    await expect(side(manager).getByRole("link", { name: "See what changed" })).toHaveAttribute("href", /tab=compare/);
    await manager.keyboard.press("Control+Enter");
    await expect(manager.getByRole("heading", { name: "Review revision 2" })).toBeVisible();
    await manager.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(manager, "a review of a built draft on a phone");
    await manager.goBack();
    await expect(manager.getByRole("list", { name: "Steps" })).toBeVisible();
    await expectAccessible(manager, "a handover on a phone");
  });
});
