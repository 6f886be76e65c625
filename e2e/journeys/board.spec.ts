import { createCases, getCase } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("cases are moved over the board by keyboard and by menu, and its numbers follow", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Parcels" } });
  const parcels = ["Red", "Green", "Blue"].map((title, at) => ({
    title: `${title} parcel`,
    priority: at === 0 ? ("high" as const) : ("none" as const),
    labels: [{ key: "size", value: "small" }],
  }));
  const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body: { cases: parcels } });
  // All columns that hold something are in sight.
  await page.setViewportSize({ width: 1600, height: 900 });
  await signIn(page, `queues/${queue.id}`, service);
  await page.getByRole("button", { name: "Board" }).click();
  const column = (name: string) => page.getByRole("group", { name: "Board" }).getByRole("region", { name });
  await expect(column("Pending").getByRole("listitem")).toHaveText([/Blue parcel/, /Green parcel/, /Red parcel.*small.*High priority/]);
  await expect(column("Completed")).toContainText("None");

  // Down to the second card, and what can become of it.
  await page.keyboard.press("j");
  await expect(column("Pending").getByRole("link", { name: "Blue parcel" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(column("Pending").getByRole("link", { name: "Green parcel" })).toBeFocused();
  await page.keyboard.press("s");
  await page.getByRole("menuitem", { name: "Completed" }).click();
  await expect(notices(page)).toContainText("“Green parcel” is set to “Completed”");
  await expect(column("Completed").getByRole("listitem")).toHaveText([/Green parcel/]);
  await expect(column("Pending").getByRole("heading")).toContainText("2");
  // From column to column, over those that hold nothing.
  await column("Pending").getByRole("link", { name: "Blue parcel" }).focus();
  await page.keyboard.press("l");
  await expect(column("Completed").getByRole("link", { name: "Green parcel" })).toBeFocused();
  await page.keyboard.press("h");
  await expect(column("Pending").getByRole("link", { name: "Blue parcel" })).toBeFocused();

  await column("Pending").getByRole("button", { name: "Set status of Blue parcel" }).click();
  await page.getByRole("menuitem", { name: "Failed" }).click();
  await expect(column("Failed").getByRole("listitem")).toHaveText([/Blue parcel/]);
  expect((await team.call(getCase, { params: { case_id: added_cases[2]?.id ?? "" } })).case.status).toBe("failed");

  // A filter leaves its own numbers, and Back undoes it.
  await page.getByRole("combobox", { name: "Priority" }).selectOption("high");
  await expect(column("Failed")).toContainText("None");
  await expect(column("Pending").getByRole("listitem")).toHaveText([/Red parcel/]);
  await page.goBack();
  await expect(column("Failed").getByRole("listitem")).toHaveText([/Blue parcel/]);
  await page.getByRole("button", { name: "Table" }).click();
  await expect(page.getByRole("table", { name: "Cases" }).getByRole("row", { name: /Blue parcel/ })).toContainText("Failed");
});
