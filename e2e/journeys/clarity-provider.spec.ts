import { type ModelServer, startModelServer, type WireReply } from "#server/testing/model-server.ts";
import { compatible } from "#server/testing/wire-dialects.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test as base } from "../fixtures.ts";

const test = base.extend<{ provider: ModelServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
  provider: async ({}, use) => {
    const provider = await startModelServer();
    await use(provider);
    await provider.close();
  },
  ownSettings: async ({ provider }, use) => use({ MODEL_BASE_URL: `${provider.url}/v1`, MODEL_DEFAULT: compatible.model }),
});

/** As people write and speak: no rule reads a line of it. */
const files = {
  "travel-policy.md":
    "The traveler hands in all receipts.\nAccounting checks them against the policy, and only then the manager approves.\n",
  "traveler.vtt":
    "WEBVTT\n\n00:00:02.000 --> 00:00:06.000\n<v Traveler>I send my receipts in on the last day of the month.\n\n00:00:07.000 --> 00:00:12.000\n<v Traveler>My manager signs first. Accounting looks at them afterwards.\n",
  "accounting.srt":
    "1\n00:00:01,000 --> 00:00:04,000\nAccounting: We check the receipts before anybody approves.\n\n2\n00:00:05,000 --> 00:00:08,000\nAccounting: On Friday the money is paid out.\n",
};

const called = (name: string, args: object): WireReply => ({
  body: [...compatible.call(name, JSON.stringify(args)), ...compatible.end("tool_calls")],
});
const question = "Is “Check receipts” done before “Approve trip costs”, or after? Before: c1.2 c3.1. After: c2.2.";
const task = (id: string, title: string, role: string, next: string, evidence: string[], more: object = {}) => ({
  id,
  nodeType: "task",
  nodeSubtype: "user",
  title,
  role,
  targetSteps: [{ stepId: next }],
  evidence,
  confidence: "high",
  ...more,
});
const steps = [
  {
    id: "start",
    nodeType: "event",
    nodeSubtype: "start",
    title: "Trip is over",
    targetSteps: [{ stepId: "hand-in" }],
    evidence: [],
    confidence: "high",
  },
  task("hand-in", "Hand in receipts", "Traveler", "check", ["c1.1", "c2.1"]),
  task("check", "Check receipts", "Accounting", "approve", ["c1.2", "c3.1"], { openQuestions: [question] }),
  task("approve", "Approve trip costs", "Manager", "pay", ["c1.2", "c2.2"], { openQuestions: [question] }),
  task("pay", "Pay the money out", "Accounting", "end", ["c3.2"]),
  { id: "end", nodeType: "event", nodeSubtype: "end", title: "Trip is paid", targetSteps: [], evidence: [], confidence: "high" },
];
const summary = {
  summary: "Receipts are handed in, checked, approved and paid out on Friday.",
  swot: { strengths: ["The check is done once."], weaknesses: [], opportunities: [], threats: [] },
};

test("with a model of a provider, three captures in people's own words become a process that is corrected, compared and printed", async ({
  page,
  signIn,
  ownService,
  provider,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "clarity/processes", ownService);
  const facts = page.getByRole("complementary");

  await test.step("a process is created, and gets its captures", async () => {
    await page.getByRole("button", { name: "New process" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Refund a business trip");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Refund a business trip" })).toBeVisible();
    await page.getByRole("button", { name: "Add document" }).click();
    const sent = Object.entries(files).map(([name, text]) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) }));
    await dialog.locator("input[type=file]").setInputFiles(sent);
    for (const name of Object.keys(files)) await expect(page.getByRole("link", { name: new RegExp(name) })).toBeVisible();
  });

  await test.step("a step whose evidence is invented is sent back, and the quotes are the captures' own", async () => {
    const invented = steps.map((step) => (step.id === "pay" ? { ...step, evidence: ["c9.9"] } : step));
    provider.on("edit_steps", [
      called("edit_steps", { operations: [{ op: "rename", stepId: "pay", title: "Pay out on Friday" }] }),
      { body: [...compatible.text("The step says its day now."), ...compatible.end()] },
    ]);
    provider.on("write_summary", [called("write_summary", summary)]);
    provider.on("write_flow", [called("write_flow", { steps: invented }), called("write_flow", { steps })]);
    await page.getByRole("button", { name: "Generate" }).click();
    await expect(page.getByText("Version 1, draft")).toBeVisible();
    expect(provider.asked("write_flow")[1]).toContain("No capture has c9.9");
    await expect(facts.getByText(summary.summary)).toBeVisible();
    await page.getByRole("application").locator('[data-step="pay"]').click();
    await expect(facts.getByText("“On Friday the money is paid out.”")).toBeVisible();
    await expectAccessible(page, "a process that a model wrote");
  });

  await test.step("witnesses who tell another order are asked about, and the answer is kept", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "1 question" }).click();
    const asked = facts.getByRole("region", { name: "Open question" });
    await expect(asked.getByText("Is “Check receipts” done before “Approve trip costs”, or after?")).toBeVisible();
    await expect(asked.getByText("“My manager signs first. Accounting looks at them afterwards.”")).toBeVisible();
    await asked.getByRole("button", { name: "Before", exact: true }).click();
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Version 2, live")).toBeVisible();
  });

  await test.step("the model edits by chat, and the edit is accepted", async () => {
    await page.keyboard.press("c");
    const talk = page.getByRole("complementary", { name: "Edit by chat" });
    await talk.getByRole("textbox", { name: "Message" }).fill("Payments are on Fridays");
    await page.keyboard.press("Control+Enter");
    await talk.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("Version 3, live")).toBeVisible();
    await expect(page.getByRole("application")).toContainText(/Pay out on\s*Friday/);
  });

  await test.step("it is compared with its former version, and printed with its evidence", async () => {
    await page.getByRole("tab", { name: "Compare" }).click();
    await expect(facts.getByRole("listitem")).toHaveCount(1);
    await page.keyboard.press("n");
    await expect(page.getByRole("region", { name: "What changed in Pay out on Friday" })).toContainText("Pay the money out");
    await page.getByRole("tab", { name: "Current process" }).click();
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Print" }).click();
    const evidence = page.getByRole("region", { name: "Evidence", exact: true });
    await expect(evidence).toContainText("“My manager signs first. Accounting looks at them afterwards.”");
    await expect(evidence).toContainText("0:07");
  });
});
