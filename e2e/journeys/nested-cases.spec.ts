import { createCases } from "#contract/queues/cases.ts";
import { getQueueJsonSchema } from "#contract/queues/queue-json-schema.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

test("a schema with a group and a list of groups is built by keyboard, and a case is filled in by it", async ({
  page,
  signIn,
  service,
  team,
}) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Orders in parts" } });
  const params = { queue_id: queue.id };
  const { added_cases } = await team.call(createCases, { params, body: { case: { title: "Order 7", data: '{"old": 1}' } } });
  await signIn(page, `queues/${queue.id}?tab=settings`, service);
  const dialog = page.getByRole("dialog");
  const { keyboard } = page;
  const nameOf = (place: string) => dialog.getByRole("group", { name: place, exact: true }).getByLabel("Name", { exact: true }).first();
  const kindOf = (place: string) => dialog.getByRole("group", { name: place, exact: true }).getByLabel("Kind").first();
  const field = async (name: string, letter: string) => {
    // A new row has the focus in its name.
    await keyboard.press("Control+a");
    await keyboard.type(name);
    await keyboard.press("Tab");
    // One letter: a browser takes one that comes more than a second after the last for the first of another option.
    await keyboard.type(letter);
  };
  await page.getByRole("button", { name: "Define fields" }).press("Enter");
  const add = dialog.getByRole("button", { name: "Add field", exact: true });
  await add.press("Enter");
  await field("lines", "L");
  await dialog.getByLabel("Each entry").selectOption("Group");
  await nameOf("lines.field_1").fill("article");
  await dialog.getByRole("button", { name: "Add field to lines" }).press("Enter");
  await field("net", "N");
  const net = dialog.getByRole("group", { name: "lines.net" });
  await net.getByLabel("Required").press("Space");
  await net.locator("summary").press("Enter");
  await keyboard.press("Tab");
  await keyboard.type("Net sum");
  await keyboard.press("Tab");
  await keyboard.type("0.5");
  await add.press("Enter");
  await field("supplier", "G");
  await nameOf("supplier.field_1").fill("name");
  await dialog.getByRole("group", { name: "supplier.name" }).getByLabel("Required").press("Space");

  // What cannot be a name stays typed with its reason, and nothing is saved before it is mended.
  await nameOf("supplier").fill("lines");
  await expect(nameOf("supplier")).toHaveAccessibleDescription("Another field has this name");
  await keyboard.press("Control+Enter");
  await expect(nameOf("supplier")).toBeFocused();
  await nameOf("supplier").fill("supplier");

  // Also what stands in a closed part of it.
  await net.getByLabel("Maximum").fill("0.25");
  await expect(net.getByLabel("Maximum")).toHaveAccessibleDescription("Use minimum or more");
  await net.locator("summary").press("Enter");
  await keyboard.press("Control+Enter");
  await expect(net.getByLabel("Maximum")).toBeFocused();
  await net.getByLabel("Maximum").fill("");
  await dialog.getByRole("radio", { name: "JSON Schema" }).press("Space");
  await expect(dialog.getByRole("textbox", { name: "JSON Schema" })).toContainText('"minimum": 0.5');
  await dialog.getByRole("radio", { name: "Fields" }).press("Space");

  // Up and down, and the focus goes along.
  await dialog.getByRole("button", { name: "Move supplier up" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Move supplier down" })).toBeFocused();
  await add.press("Enter");
  await expect(nameOf("field_3")).toBeFocused();
  await dialog.getByRole("button", { name: "Remove field_3" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove lines", exact: true })).toBeFocused();
  await expectAccessible(page, "the fields of groups", "[role=dialog]");

  // A list of that group, and the group again, with what was in it.
  await kindOf("supplier").selectOption("List");
  await kindOf("supplier").selectOption("Group");
  await dialog.getByRole("button", { name: "Define fields" }).press("Enter");
  await expect(page.getByText("Version 1", { exact: true })).toBeVisible();
  const object = { type: "object", additionalProperties: false };
  const { schema } = await team.call(getQueueJsonSchema, { params });
  const lines = {
    ...object,
    properties: { article: { type: "string" }, net: { type: "number", title: "Net sum", minimum: 0.5 } },
    required: ["net"],
  };
  const supplier = { ...object, properties: { name: { type: "string" } }, required: ["name"] };
  expect(schema).toEqual({ ...object, properties: { supplier, lines: { type: "array", items: lines } }, required: [] });
  expect(Object.keys(schema?.properties ?? {})).toEqual(["supplier", "lines"]);

  // The form of a case: entries come and go, and what is wrong stands at its place.
  await page.goto(`${service.url}/t/${team.teamId}/queues/${queue.id}/cases/${added_cases[0]?.id ?? ""}`);
  await page.getByRole("button", { name: "Edit" }).press("Enter");
  const addLine = dialog.getByRole("button", { name: "Add to lines" });
  const line = (at: number) => dialog.getByRole("group", { name: `lines ${at}` });
  await addLine.press("Enter");
  await keyboard.type("Paper");
  await keyboard.press("Tab");
  await keyboard.type("1.5");
  await addLine.press("Enter");
  await keyboard.type("Ink");
  await addLine.press("Enter");
  await dialog.getByRole("button", { name: "Remove lines 3" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove lines 2" })).toBeFocused();
  await keyboard.press("Control+Enter");
  await expect(line(2).getByLabel("Net sum")).toBeFocused();
  await expect(line(2).getByLabel("Net sum")).toHaveAccessibleDescription(/^0.5 or more This is required/);
  await keyboard.type("20");
  await expect(dialog).toContainText("Unknown field:old: 1");
  await expectAccessible(page, "the entries of a list", "[role=dialog]");
  await dialog.getByRole("button", { name: "Remove it" }).press("Enter");
  await keyboard.press("Control+Enter");
  const data = page.getByRole("region", { name: "Data" });
  await expect(data).toContainText("Matches version 1 of its fields");
  await expect(data.getByRole("listitem")).toHaveText(["articlePaperNet sum1.5", "articleInkNet sum20"]);

  // What is cancelled is not there the next time.
  await page.getByRole("button", { name: "Edit" }).press("Enter");
  await dialog.getByRole("button", { name: "Remove lines 1" }).press("Enter");
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await page.getByRole("button", { name: "Edit" }).press("Enter");
  await expect(line(1).getByLabel("article")).toHaveValue("Paper");
});
