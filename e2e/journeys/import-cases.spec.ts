import type { CaseSchema, FieldSchema } from "#contract/queues/case-schema.ts";
import { replaceQueueJsonSchema, updateQueueJsonSchemaSettings } from "#contract/queues/queue-json-schema.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { chooseFiles, downloadedText, notices } from "../steps.ts";

test("a CSV becomes cases, once each though an answer is lost, and goes out again without formulas", async ({
  page,
  signIn,
  service,
  team,
  allow,
}) => {
  allow(/Failed to load resource/);
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Findings" } });
  const rows = Array.from(
    { length: 240 },
    (_, at) => `F-${at};${at === 239 ? "=SUM(A1)" : `"Invoice ${at}; twice"`};${at === 7 ? "urgent" : "high"};month: March`,
  );
  await signIn(page, `queues/${queue.id}`, service);
  await page.getByRole("link", { name: "Import" }).click();
  const choose = () => page.getByText("Drop a CSV here").click();
  await chooseFiles(page, choose, [{ name: "empty.csv", text: "title\n" }]);
  await expect(page.getByRole("alert")).toContainText("empty.csv has no rows");
  await chooseFiles(page, choose, [
    { name: "findings.csv", text: `\uFEFFnumber;what;priority;labels\n${rows.join("\n")}\nF-240;broken\n` },
  ]);

  // The dry run.
  const refused = page.getByRole("table", { name: "Refused rows" });
  await expect(refused.getByRole("row", { name: /^9 Priority: Use one of: none, medium, high/ })).toBeVisible();
  await expect(refused.getByRole("row", { name: /^242 It has 2 fields, the header has 4/ })).toBeVisible();
  const coming = page.getByRole("table", { name: "Cases to come" });
  await expect(coming.getByRole("row", { name: /^2 F-0 High/ })).toBeVisible();
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.getByLabel("Title").selectOption("what");
  await expect(coming.getByRole("row", { name: /Invoice 0; twice High month: March { "number": "F-0" }/ })).toBeVisible();

  // The service gets the second request and its answer never arrives, three times over.
  let sent = 0;
  await page.route(`**/v2/queues/${queue.id}/cases`, async (request) => {
    sent += 1;
    if (sent === 1 || sent > 4) return request.continue();
    await request.fetch();
    return request.abort();
  });
  await page.getByRole("button", { name: "Import 239 cases" }).click();
  const status = page.getByRole("region", { name: "Import" });
  await expect(status).toContainText("100 of 239 cases made");
  await expect(status).toContainText("No answer came for lines 103 to 202");
  await page.getByRole("link", { name: "Findings" }).click();
  const question = page.getByRole("dialog", { name: "Leave the import?" });
  await expect(question).toContainText("100 of 239 cases are made and stay.");
  await question.getByRole("button", { name: "Cancel" }).click();
  await status.getByRole("button", { name: "Go on" }).click();
  await expect(status.getByRole("status")).toHaveText("239 cases made");
  await expect(refused).toBeVisible();
  await status.getByRole("link", { name: "Open the queue" }).click();
  await expect(page.getByRole("tab", { name: "All 239" })).toBeVisible();

  // Three pages, of which one is loaded.
  const all = await downloadedText(page, () => page.getByRole("button", { name: "Export" }).click());
  await expect(notices(page)).toContainText("239 cases exported.");
  expect(all.match(/"number"/g)).toHaveLength(239);
  expect(all).toContain(`,'=SUM(A1),pending,high,month: March,"{\n  ""number"": ""F-239""\n}",`);
  await page.getByRole("searchbox", { name: "Search cases" }).fill("F-239");
  await expect(page.getByText("1 case", { exact: true })).toBeVisible();
  const found = await downloadedText(page, () => page.getByRole("button", { name: "Export" }).click());
  expect(found.match(/"number"/g)).toHaveLength(1);
});

test("a CSV fills the fields of a schema, also when that changes between the dry run and the rows", async ({
  page,
  signIn,
  service,
  team,
  allow,
}) => {
  allow(/Failed to load resource/);
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Bills to enter" } });
  const params = { queue_id: queue.id };
  await team.call(updateQueueJsonSchemaSettings, { params, body: { guarded: true } });
  await signIn(page, `queues/${queue.id}/import`, service);
  await expect(page.getByText("This queue has no schema yet")).toBeVisible();
  const supplier: CaseSchema = { type: "object", properties: { name: { type: "string", minLength: 2 } }, additionalProperties: false };
  const amount: FieldSchema = { type: "number" };
  const schema: CaseSchema = {
    type: "object",
    properties: { amount, due: { type: "string", format: "date" }, paid: { type: "boolean" }, supplier },
    required: ["amount"],
    additionalProperties: false,
  };
  await team.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "What we pay" } });

  const text = "title;Amount;due date;supplier;note\nInk;1.020,50;31.01.2027;Ink Ltd;x\nPens;many;;P;x\n";
  await chooseFiles(page, () => page.getByText("Drop a CSV here").click(), [{ name: "due.csv", text }]);
  const refused = page.getByRole("table", { name: "Refused rows" });
  await expect(refused.getByRole("row", { name: "3 amount: Expected a number (“many”)", exact: true })).toBeVisible();
  await expect(page.getByText("Columns that are not imported: due date, supplier, note")).toBeVisible();
  await page.getByLabel("due").selectOption("due date");
  await expect(page.getByLabel("Dates are written")).toHaveValue("day");
  await expect(page.getByRole("table", { name: "Cases to come" })).toContainText('{ "amount": 1020.5, "due": "2027-01-31" }');
  await page.getByLabel("supplier.name").selectOption("supplier");
  await expect(refused.getByRole("row", { name: /supplier.name: Use at least 2 characters/ })).toBeVisible();
  const leftOut = await downloadedText(page, () => page.getByRole("button", { name: "Download these rows" }).click());
  expect(leftOut).toContain("Pens,many,,P,x,amount: Expected a number (“many”); supplier.name: Use at least 2 characters (“P”)");
  await expectAccessible(page, "the dry run of an import");

  // The schema goes on between the dry run and its rows: nothing is made, and the rest is shown as it would be now.
  let declared = false;
  await page.route(`**/v2/queues/${queue.id}/cases`, async (route) => {
    if (!declared && route.request().method() === "POST") {
      declared = true;
      const next = { ...schema, properties: { ...schema.properties, amount: { ...amount, maximum: 1000 } } };
      await team.call(replaceQueueJsonSchema, { params, body: { schema: next, change_summary: "Not too much" } });
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Import 1 case" }).click();
  const status = page.getByRole("region", { name: "Import" });
  await expect(status).toContainText("Line 2: amount: Use 1,000 or less");
  await expect(status).toContainText("Nothing of line 2 was made");
  await status.getByRole("button", { name: "Check the rest again" }).click();
  await expect(refused.getByRole("row", { name: "2 amount: Use 1,000 or less (“1.020,50”)" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Nothing to import" })).toBeDisabled();
  await team.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "As much as that" } });
  await page.getByRole("button", { name: "Import 1 case" }).click();
  await expect(status.getByRole("status")).toHaveText("1 case made");

  // An export has a column for each field, in the order of the schema.
  await status.getByRole("link", { name: "Open the queue" }).click();
  const all = await downloadedText(page, () => page.getByRole("button", { name: "Export" }).click());
  expect(all).toContain("claimed_by_run_id,failure_reason,rubrics_passed,rubrics,data.amount,data.due,data.paid,data.supplier.name");
  expect(all).toContain(",1020.5,2027-01-31,,Ink Ltd");
});
