import { startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCases } from "#contract/queues/cases.ts";
import { hueOf } from "#contract/queues/labels.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a queue is made, labelled, named by a revision, and deleted with what it takes along", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const agent = await ownTeam.createAgent("Reader", "say Done");
  await signIn(page, "queues", ownService);
  await expect(page.getByRole("heading", { name: "No queues yet" })).toBeVisible();
  await page.getByRole("button", { name: "New queue" }).first().click();
  const making = page.getByRole("dialog", { name: "New queue" });
  await making.getByRole("textbox", { name: "Name" }).fill("Invoices to check");
  await making.getByRole("button", { name: "Create queue" }).click();
  await expect(page.getByRole("heading", { name: "No cases yet" })).toBeVisible();
  // The empty list offers the first case; where it is not seen, the top bar does.
  const newCase = page.getByRole("button", { name: "New case" });
  await expect(newCase).toHaveCount(1);
  await page.getByRole("tab", { name: "Failed 0", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Failed: none" })).toBeVisible();
  await expect(newCase).toHaveCount(1);
  await page.getByRole("tab", { name: "Agents" }).click();
  await expect(page.getByRole("heading", { name: "No agents use this queue" })).toBeVisible();
  await expect(newCase).toHaveCount(1);

  await page.getByRole("tab", { name: /Labels/ }).click();
  await page.getByRole("button", { name: "New label" }).click();
  const label = page.getByRole("dialog");
  await label.getByRole("textbox", { name: "Key" }).fill("month");
  await label.getByRole("textbox", { name: "Value" }).fill("March");
  // Its hue comes from its text, as that of a label which is made in passing.
  await expect(label.getByLabel("Hue")).toHaveValue(String(hueOf({ key: "month" })));
  await label.getByRole("button", { name: "Create label" }).click();
  await page.getByRole("button", { name: "Edit March" }).click();
  await label.getByRole("textbox", { name: "Value" }).fill("April");
  await expect(label.getByRole("status").filter({ hasText: "month: March becomes month: AprilNo case has it." })).toBeVisible();
  await label.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("table", { name: "Labels" }).getByRole("row", { name: /month: April/ })).toBeVisible();
  await page.getByRole("tab", { name: "Agents" }).click();
  const queueAddress = page.url();

  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agent.id}`);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("tab", { name: "Queues" }).click();
  const takes = page.getByRole("combobox", { name: "Add a queue to: Handles cases from" });
  await takes.click();
  await page.getByRole("option", { name: "Invoices to check" }).click();
  await expect(page.getByRole("button", { name: "Remove Invoices to check" })).toBeVisible();

  await page.goto(queueAddress);
  await expect(page.getByRole("region", { name: "Handles cases" }).getByRole("link", { name: "Reader" })).toBeVisible();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Delete queue" }).click();
  const question = page.getByRole("dialog", { name: "Delete this queue?" });
  await expect(question).toContainText("1 label");
  await expect(question.getByRole("list", { name: "Stops working" })).toContainText("1 agent uses it in its live revision: Reader");
  await question.getByRole("textbox").fill("Invoices to check");
  await question.getByRole("button", { name: "Delete queue" }).click();
  await expect(notices(page)).toContainText("Invoices to check deleted");
  await expect(page.getByRole("heading", { name: "No queues yet" })).toBeVisible();
});

test("rows of queues and of jobs stay under the pointer until somebody asks for what is new", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const make = async (name: string) => (await ownTeam.call(createQueue, { params: { teamId: ownTeam.teamId }, body: { name } })).queue.id;
  const queue_id = await make("Middle queue");
  await ownTeam.call(createCases, { params: { queue_id }, body: { case: { title: "Delivery note 118" } } });
  const set = (priority: "high" | "medium") =>
    ownTeam.call(startCaseJob, { params: { queue_id }, body: { act: { kind: "priority", priority }, all_matching: true } });
  const rows = (table: string) => page.getByRole("table", { name: table }).getByRole("link");
  const fresh = page.getByRole("button", { name: "1 new" });

  await signIn(page, "queues", ownService);
  await expect(rows("Queues")).toHaveText([/Middle queue/]);
  await make("Another queue");
  await expect(fresh).toBeVisible();
  await expect(rows("Queues")).toHaveText([/Middle queue/]);
  await fresh.click();
  await expect(rows("Queues")).toHaveCount(2);
  await expect(fresh).toBeHidden();

  await set("high");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/queues/${queue_id}?tab=jobs`);
  await expect(rows("Jobs")).toHaveText([/High/]);
  await expect(page.getByRole("table", { name: "Jobs" }).getByRole("row", { name: /High/ })).toContainText("Done");
  await set("medium");
  await expect(fresh).toBeVisible();
  await expect(rows("Jobs")).toHaveText([/High/]);
  await fresh.click();
  await expect(rows("Jobs")).toHaveText([/Medium/, /High/]);
});
