import type { Page } from "@playwright/test";
import type { CaseSchema, FieldSchema } from "#contract/queues/case-schema.ts";
import { replaceQueueJsonSchema, updateQueueJsonSchemaSettings } from "#contract/queues/queue-json-schema.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { chooseFiles, downloadedText, notices } from "../steps.ts";

test("a CSV becomes cases, once each though an answer is lost, what was refused is mended, and all goes out again without formulas", async ({
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
  await expect(page.getByRole("alert").filter({ hasText: "empty.csv has no rows" })).toBeVisible();
  await chooseFiles(page, choose, [{ name: "findings.json", text: '[{"number": "F-0"}]' }]);
  await expect(page.getByRole("alert").filter({ hasText: "findings.json is JSON. Import a CSV" })).toBeVisible();
  const findings = `\uFEFFnumber;what;priority;labels\n${rows.join("\n")}\nF-240;broken\n`;
  await chooseFiles(page, choose, [{ name: "findings.csv", text: findings }]);

  // The dry run.
  const refused = page.getByRole("table", { name: "Refused rows" });
  await expect(refused.getByRole("row", { name: /^9 Priority: Use one of: none, medium, high/ })).toBeVisible();
  await expect(refused.getByRole("row", { name: /^242 It has 2 columns, the header has 4/ })).toBeVisible();
  const coming = page.getByRole("table", { name: "Cases to import" });
  await expect(coming.getByRole("row", { name: /^2 F-0 High/ })).toBeVisible();
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.getByLabel("Title").selectOption("B · what – “Invoice 0; twice”");
  await expect(coming.getByRole("row", { name: /Invoice 0; twice High month: March { "number": "F-0" }/ })).toBeVisible();

  // The service gets the file and its answer never arrives: once more is the same import.
  let lost = false;
  await page.route(`**/v2/queues/${queue.id}/case-imports`, async (request) => {
    if (lost) return request.continue();
    lost = true;
    await request.fetch();
    return request.abort();
  });
  await page.getByRole("button", { name: "Import 239 cases" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "The service did not answer." })).toBeVisible();
  await page.getByRole("button", { name: "Import 239 cases" }).click();
  const progress = page.getByRole("region", { name: "Progress" });
  await expect(progress.getByRole("status")).toHaveText("241 of 241 rows");
  for (const tab of ["All 241", "Added 239", "Refused 2", "Not done 0"]) await expect(page.getByRole("tab", { name: tab })).toBeVisible();
  await page.getByRole("tab", { name: "Refused 2" }).click();
  await expect(refused.getByRole("row", { name: /^9 F-7, Invoice 7; twice.* Priority: Use one of/ })).toBeVisible();
  await expectAccessible(page, "an import that refused rows");

  // What was refused is mended and imported again: the one that is not, is refused again.
  const mended = await downloadedText(page, () => page.getByRole("button", { name: "Download refused rows" }).click());
  await page.getByRole("link", { name: "Import a file" }).click();
  await chooseFiles(page, choose, [{ name: "left-out.csv", text: mended.replace("urgent", "medium") }]);
  await expect(refused.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Import 1 case" }).click();
  await expect(progress.getByRole("status")).toHaveText("2 of 2 rows");
  await page.getByRole("tab", { name: "Added 1" }).click();
  await page.getByRole("link", { name: "F-7" }).click();
  await expect(page.getByRole("heading", { name: "F-7" })).toBeVisible();
  await page.getByRole("link", { name: "Findings" }).click();
  await expect(page.getByRole("tab", { name: "All 240" })).toBeVisible();

  // The same file once more would add its rows a second time, and says so before.
  await page.getByRole("link", { name: "Import" }).click();
  await chooseFiles(page, choose, [{ name: "again.csv", text: findings }]);
  await page.getByLabel("Title").selectOption("B · what – “Invoice 0; twice”");
  await expect(
    page.getByText(/imported these rows into this queue .*, as findings.csv: 239 cases added. Importing it again/),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 239 cases" })).toBeEnabled();
  await expectAccessible(page, "a file that was imported before");
  await page.getByRole("link", { name: "Findings", exact: true }).click();

  // Three pages, of which one is loaded.
  const all = await downloadedText(page, () => exportCsv(page));
  await expect(notices(page)).toContainText("240 cases exported.");
  expect(all).toContain(",rubrics,what,number,other_data\r\n");
  expect(all.match(/,F-\d+,\r\n/g)).toHaveLength(239);
  expect(all).toMatch(/,'=SUM\(A1\),pending,high,month: March,.*,F-239,\r\n/);
  await page.getByRole("searchbox", { name: "Search cases" }).fill("F-239");
  await expect(page.getByText("1 case", { exact: true })).toBeVisible();
  const found = await downloadedText(page, () => exportCsv(page));
  expect(found.match(/,F-\d+,\r\n/g)).toHaveLength(1);
});

test("a CSV fills the fields of a schema, also when that changes between the dry run and the rows", async ({
  page,
  signIn,
  service,
  team,
}) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Bills to enter" } });
  const params = { queue_id: queue.id };
  await team.call(updateQueueJsonSchemaSettings, { params, body: { guarded: true } });
  await signIn(page, `queues/${queue.id}/import`, service);
  await expect(page.getByText("This queue has no fields yet")).toBeVisible();
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
  await expect(refused.getByRole("row", { name: "3 amount: Use a number such as 12.5 (“many”)", exact: true })).toBeVisible();
  await expect(page.getByText("Columns not imported: C due date, D supplier, E note")).toBeVisible();
  await page.getByLabel("due").selectOption("C · due date – “31.01.2027”");
  await expect(page.getByLabel("Date format")).toHaveValue("day");
  await expect(page.getByRole("table", { name: "Cases to import" })).toContainText('{ "amount": 1020.50, "due": "2027-01-31" }');
  await page.getByLabel("supplier.name").selectOption("D · supplier – “Ink Ltd”");
  await expect(refused.getByRole("row", { name: /supplier.name: Use at least 2 characters/ })).toBeVisible();
  const leftOut = await downloadedText(page, () => page.getByRole("button", { name: "Download these rows" }).click());
  expect(leftOut).toContain("Pens,many,,P,x,amount: Use a number such as 12.5 (“many”); supplier.name: Use at least 2 characters (“P”)");
  await expectAccessible(page, "the dry run of an import");

  // The schema goes on between the dry run and its rows: a row that does not fit any more is refused, and tells why.
  let declared = false;
  await page.route(`**/v2/queues/${queue.id}/case-imports`, async (route) => {
    if (!declared) {
      declared = true;
      const next = { ...schema, properties: { ...schema.properties, amount: { ...amount, maximum: 1000 } } };
      await team.call(replaceQueueJsonSchema, { params, body: { schema: next, change_summary: "Not too much" } });
    }
    await route.continue();
  });
  await page.getByRole("button", { name: "Import 1 case" }).click();
  await page.getByRole("tab", { name: "Refused 2" }).click();
  await expect(refused.getByRole("row", { name: /^2 Ink.* amount: Use 1,000 or less/ })).toBeVisible();
  await team.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "As much as that" } });
  const again = await downloadedText(page, () => page.getByRole("button", { name: "Download refused rows" }).click());
  await page.getByRole("link", { name: "Import a file" }).click();
  await chooseFiles(page, () => page.getByText("Drop a CSV here").click(), [{ name: "left-out.csv", text: again }]);
  await page.getByLabel("due").selectOption("C · due date – “31.01.2027”");
  await page.getByLabel("supplier.name").selectOption("D · supplier – “Ink Ltd”");
  await page.getByRole("button", { name: "Import 1 case" }).click();
  await expect(page.getByRole("tab", { name: "Added 1" })).toBeVisible();

  // An export has a column for each field, in the order of the schema.
  await page.getByRole("link", { name: "Bills to enter" }).click();
  const all = await downloadedText(page, () => exportCsv(page));
  expect(all).toContain("claimed_by_run_id,failure_reason,rubrics_passed,rubrics,amount,due,paid,supplier,other_data");
  expect(all).toContain(',1020.50,2027-01-31,,"{""name"":""Ink Ltd""}"');
});

async function exportCsv(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "CSV, for a spreadsheet" }).click();
}

test("the separator that was found is shown and can be changed before the import", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Customers" } });
  await signIn(page, `queues/${queue.id}/import`, service);
  const text = "Kunde;Betrag, netto\nAcme;1.234,56\nBeta;7,50\n";
  await chooseFiles(page, () => page.getByText("Drop a CSV here").click(), [{ name: "kunden.csv", text }]);
  const separator = page.getByLabel("Separator");
  const coming = page.getByRole("table", { name: "Cases to import" });
  await expect(separator).toHaveValue(";");
  await expect(coming.getByRole("row", { name: /^2 Acme .*"Betrag, netto": "1.234,56"/ })).toBeVisible();
  await separator.selectOption("Comma");
  await expect(coming.getByRole("row", { name: /^2 Acme;1.234 .*"netto": "56"/ })).toBeVisible();
  await separator.selectOption("Tab");
  await expect(page.getByText("2 rows, 1 column", { exact: true })).toBeVisible();
  await separator.selectOption("Semicolon");
  await page.getByRole("button", { name: "Import 2 cases" }).click();
  await page.getByRole("tab", { name: "Added 2" }).click();
  await page.getByRole("link", { name: "Acme", exact: true }).click();
  await expect(page.getByText("1.234,56")).toBeVisible();
});

test("fields of a file are not lost when a colleague defines some, whose columns are then known", async ({
  page,
  signIn,
  service,
  team,
  allow,
}) => {
  allow(/Failed to load resource/);
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Orders of two" } });
  await signIn(page, `queues/${queue.id}/import`, service);
  const text = "Order no;Amount;Buyer\n00017;12,50;Ink Ltd\n";
  await chooseFiles(page, () => page.getByText("Drop a CSV here").click(), [{ name: "orders.csv", text }]);
  await page.getByRole("button", { name: "Make fields of the columns…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").first().fill("Net");
  const schema: CaseSchema = { type: "object", properties: { amount: { type: "number" } }, additionalProperties: false };
  const params = { queue_id: queue.id };
  await team.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "Only this" } });
  await expect(dialog.getByRole("status").filter({ hasText: "Version 1 was saved in the meantime: Only this." })).toBeVisible();
  await expect(dialog.getByLabel("Name").first()).toHaveValue("Net");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("table", { name: "Cases to import" })).toContainText('{ "amount": 12.50 }');
  await expect(page.getByText("Column not imported: C Buyer")).toBeVisible();
});

test("the columns of a file become fields that a person confirmed, and its numbers are numbers", async ({
  page,
  signIn,
  service,
  team,
}) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Orders to check" } });
  await signIn(page, `queues/${queue.id}/import`, service);
  const text = "Order no;Amount;Due;Buyer;Sort\n00017;1.020,50;31.01.2027;Ink Ltd;IT\n00018;12;01.02.2027;Pens;Office\n";
  await chooseFiles(page, () => page.getByText("Drop a CSV here").click(), [{ name: "orders.csv", text }]);
  const coming = page.getByRole("table", { name: "Cases to import" });
  await expect(coming.getByRole("row", { name: /^2 00017 .*"Amount": "1.020,50"/ })).toBeVisible();

  await page.getByRole("button", { name: "Make fields of the columns…" }).click();
  const dialog = page.getByRole("dialog", { name: "Define fields" });
  const changes = dialog.getByRole("region", { name: "What changes for new cases" });
  await expect(changes.getByRole("listitem")).toHaveText([/^Amount is new/, /^Due is new/, /^Buyer is new/, /^Sort is new/]);
  const kinds = dialog.getByLabel("Kind");
  await expect(kinds).toHaveCount(4);
  for (const [at, kind] of ["number", "date", "string", "string"].entries()) await expect(kinds.nth(at)).toHaveValue(kind);
  await expectAccessible(page, "fields that a file proposes", "[role=dialog]");
  // What the file has can be chosen, and nothing that it has not, by whatever name.
  await dialog.getByRole("group", { name: "Sort" }).getByLabel("Name").fill("Area");
  const sort = dialog.getByRole("group", { name: "Area" });
  await sort.getByLabel("Kind").selectOption("Choice");
  await expect(sort.getByLabel("Choices")).toHaveValue("IT, Office");
  // One that nobody needs.
  await dialog.getByRole("button", { name: "Remove Buyer" }).click();
  await dialog.getByRole("button", { name: "Define fields" }).click();
  await expect(notices(page)).toContainText("Version 1 of the fields is now in use");

  await expect(coming.getByRole("row", { name: /^2 00017 .*{ "Amount": 1020.50, "Due": "2027-01-31", "Area": "IT" }/ })).toBeVisible();
  await expect(page.getByText("Column not imported: D Buyer")).toBeVisible();
  await expect(page.getByRole("button", { name: "Make fields of the columns…" })).toBeHidden();
  await page.getByRole("button", { name: "Import 2 cases" }).click();
  await expect(page.getByRole("tab", { name: "Added 2" })).toBeVisible();
  await page.getByRole("link", { name: "Orders to check" }).click();
  await expect(page.getByRole("row", { name: /00017/ })).toContainText("1,020.5");
});
