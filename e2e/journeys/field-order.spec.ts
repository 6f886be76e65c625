import type { CaseSchema } from "#contract/queues/case-schema.ts";
import { createCases, updateCase } from "#contract/queues/cases.ts";
import { replaceQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";

test("cases stand in the order of a field at the head of its column, and stay still until they are asked for again", async ({
  page,
  signIn,
  service,
  team,
}) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Orders by amount" } });
  const params = { queue_id: queue.id };
  const schema: CaseSchema = {
    type: "object",
    properties: { amount: { type: "number" }, buyer: { type: "string" } },
    additionalProperties: false,
  };
  await team.call(replaceQueueJsonSchema, { params, body: { schema, change_summary: "First" } });
  const made = [
    ["Pens", '{"amount": 9.50, "buyer": "zoo"}'],
    ["Desks", '{"amount": 1200, "buyer": "Abel"}'],
    ["Lamps", '{"amount": 80.1}'],
    ["Notes", '{"buyer": "äpfel"}'],
  ].map(([title = "", data = ""]) => ({ title, data }));
  const { added_cases } = await team.call(createCases, { params, body: { cases: made } });
  await signIn(page, `queues/${queue.id}`, service);
  const table = page.getByRole("table", { name: "Cases" });
  const titles = table.getByRole("link");
  const head = (name: string) => table.getByRole("columnheader", { name });

  await head("amount").getByRole("button").press("Enter");
  await expect(head("amount")).toHaveAttribute("aria-sort", "descending");
  await expect(titles).toHaveText([/Desks/, /Lamps/, /Pens/, /Notes/]);
  await head("amount").getByRole("button").press("Enter");
  await expect(titles).toHaveText([/Pens/, /Lamps/, /Desks/, /Notes/]);

  // A value that changes does not move its row under a hand.
  const [pens] = added_cases;
  await team.call(updateCase, { params: { case_id: pens?.id ?? "" }, body: { data: '{"amount": 90000, "buyer": "zoo"}' } });
  await expect(table.getByRole("row", { name: /Pens/ })).toContainText("90,000");
  await expect(titles).toHaveText([/Pens/, /Lamps/, /Desks/, /Notes/]);

  await head("buyer").getByRole("button").click();
  await expect(head("buyer")).toHaveAttribute("aria-sort", "ascending");
  await expect(titles).toHaveText([/Desks/, /Notes/, /Pens/, /Lamps/]);
  await expect(page).toHaveURL(/sort=field\.buyer&order=asc/);
  await page.reload();
  await expect(titles).toHaveText([/Desks/, /Notes/, /Pens/, /Lamps/]);

  // A second field narrows what the first one left.
  const choose = async (name: string, text: string) => {
    await page.getByRole("combobox", { name, exact: true }).fill(text);
    await page.keyboard.press("Enter");
  };
  await choose("Field", "amount: 90000");
  await expect(titles).toHaveText([/Pens/]);
  await choose("Second field", "buyer: Abel");
  await expect(page.getByRole("heading", { name: "No matching cases" })).toBeVisible();
  await expect(page.getByText("Filters: amount: 90000, buyer: Abel. A field matches")).toBeVisible();
  await choose("Second field", "buyer: zoo");
  await expect(titles).toHaveText([/Pens/]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(titles).toHaveText([/Desks/, /Notes/, /Pens/, /Lamps/]);

  // An order by a field that is gone is none.
  const { buyer: _, ...properties } = schema.properties ?? {};
  await team.call(replaceQueueJsonSchema, { params, body: { schema: { ...schema, properties }, change_summary: "Without buyers" } });
  await page.reload();
  await expect(head("Created")).toHaveAttribute("aria-sort", "descending");
});
