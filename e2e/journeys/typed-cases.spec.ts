import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { updateQueueJsonSchemaSettings, replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a queue gets a schema, and forms and a colleague's change go by it", async ({ page, signIn, service, team, allow }) => {
  allow(/Failed to load resource/);
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Invoices to pay" } });
  const params = { queue_id: queue.id };
  await signIn(page, `queues/${queue.id}?tab=settings`, service);
  const dialog = page.getByRole("dialog");

  // The table of fields and the JSON behind it are one document.
  await page.getByRole("button", { name: "Define fields" }).click();
  await dialog.getByRole("button", { name: "Add field" }).click();
  // Its name stands there to be typed over.
  await page.keyboard.type("amount");
  // A choice has no words but those that a person enters.
  await dialog.getByLabel("Kind").selectOption("Choice");
  const choices = dialog.getByLabel("Choices");
  await expect(choices).toHaveValue("");
  await dialog.getByRole("button", { name: "Define fields" }).click();
  await expect(choices).toBeFocused();
  await expect(choices).toHaveAccessibleDescription(/Enter at least one choice/);
  await choices.fill("Open, Paid");
  await expect(choices).toHaveAccessibleDescription("Separated by commas, such as: Open, Paid.");
  await dialog.getByLabel("Kind").selectOption("Number");
  await dialog.getByLabel("Required").check();
  await expect(dialog.getByRole("region", { name: "What changes for new cases" })).toContainText("amount is new, and required");
  await expectAccessible(page, "the fields of a schema", "[role=dialog]");
  await dialog.getByRole("radio", { name: "JSON Schema" }).check();
  await expect(dialog.getByRole("textbox", { name: "JSON Schema" })).toContainText('"amount"');
  await dialog.getByRole("button", { name: "Define fields" }).click();
  await expect(page.getByRole("row", { name: /amount Number/ })).toBeVisible();
  // The clock of the page stood still while nothing showed a time.
  await expect(page.getByText("just now").first()).toBeVisible();

  // A colleague is faster: what was typed stays, and takes the other version's place by a decision.
  await page.getByRole("button", { name: "Edit fields" }).click();
  await dialog.getByRole("button", { name: "Add field" }).click();
  await dialog.getByLabel("Name").nth(1).fill("due");
  await dialog.getByLabel("Kind").nth(1).selectOption("Date");
  await dialog.getByLabel("What changes and why").fill("When to pay");
  let overtaken = false;
  await page.route(`**/v2/queues/${queue.id}/json-schema`, async (route) => {
    if (route.request().method() === "PUT" && !overtaken) {
      overtaken = true;
      const schema: CaseSchema = { type: "object", properties: { sum: { type: "number" } }, additionalProperties: false };
      await team.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "Another word" } });
    }
    await route.continue();
  });
  await dialog.getByRole("button", { name: "Save as a new version" }).click();
  await expect(dialog).toContainText("Somebody else changed the fields of this queue. Nothing was saved.");
  await expect(
    dialog.getByRole("status").filter({ hasText: "Version 2 was saved in the meantime: Another word. Your edits are kept here." }),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Replace version 2" }).click();
  await expect(dialog.getByRole("region", { name: "What changes for new cases" })).toContainText("sum is no longer accepted");
  await dialog.getByRole("button", { name: "Save as a new version" }).click();
  await expect(notices(page)).toContainText("Version 3 of the fields is now in use");
  await expect(page.getByRole("row", { name: /due Date/ })).toBeVisible();
  await page.getByRole("switch", { name: "Require these fields" }).click();
  await expect(page.getByRole("switch", { name: "Require these fields" })).toBeChecked();

  // The form of a new case, and of a change.
  const supplier: CaseSchema = { type: "object", properties: { name: { type: "string", minLength: 2 } }, additionalProperties: false };
  const schema: CaseSchema = {
    type: "object",
    properties: { amount: { type: "number" }, due: { type: "string", format: "date" }, paid: { type: "boolean" }, supplier },
    required: ["amount"],
    additionalProperties: false,
  };
  await team.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "And to whom" } });
  await page.getByRole("tab", { name: /^Cases/ }).click();
  await page.getByRole("button", { name: "New case" }).first().click();
  await dialog.getByLabel("Title").fill("Paper & Co");
  await dialog.getByLabel("amount").fill("12.x");
  await dialog.getByRole("group", { name: "supplier" }).getByLabel("name").fill("P");
  await dialog.getByRole("button", { name: "Create case" }).click();
  await expect(dialog.getByLabel("amount")).toBeFocused();
  await expect(dialog.getByLabel("amount")).toHaveAccessibleDescription(/Use a number such as 12.5/);
  await expect(dialog.getByRole("group", { name: "supplier" }).getByLabel("name")).toHaveAccessibleDescription(/Use at least 2 characters/);
  await expectAccessible(page, "the form of typed data", "[role=dialog]");
  await dialog.getByLabel("amount").fill("12.50");
  await dialog.getByLabel("due").fill("2026-12-01");
  await dialog.getByLabel("paid").selectOption("No");
  await dialog.getByRole("group", { name: "supplier" }).getByLabel("name").fill("Paper");
  await dialog.getByRole("button", { name: "Create case" }).click();
  await page.getByRole("link", { name: "Paper & Co" }).click();
  const data = page.getByRole("region", { name: "Data" });
  await expect(data).toContainText("Matches version 4 of its fields");
  await expect(data.getByRole("definition").first()).toHaveText("12.50");
  await page.getByRole("button", { name: "Edit" }).click();
  await dialog.getByLabel("paid").selectOption("Yes");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(data).toContainText("paidYes");

  // A frozen schema stays; afterwards it can be taken off and put on again.
  await team.call(updateQueueJsonSchemaSettings, { params, body: { frozen: true } });
  await page.goto(`${service.url}/t/${team.teamId}/queues/${queue.id}?tab=settings`);
  await expect(page.getByRole("button", { name: "Detach" })).toBeDisabled();
  await page.getByRole("switch", { name: "Locked" }).click();
  await page.getByRole("button", { name: "Detach" }).click();
  await dialog.getByRole("button", { name: "Detach fields" }).click();
  await expect(page.getByText("No fields yet, and the queue requires them")).toBeVisible();
  await page.getByRole("button", { name: "Use another queue’s fields" }).click();
  await dialog.getByRole("radio", { name: /Version 4 · amount, due, paid, supplier/ }).check();
  await dialog.getByRole("button", { name: "Use these fields" }).click();
  await expect(page.getByText("Version 4")).toBeVisible();
});
