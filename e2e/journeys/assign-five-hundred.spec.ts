import { listCases } from "#contract/queues/cases.ts";
import { listQueues } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { chooseFiles, notices } from "../steps.ts";

const rows = Array.from({ length: 500 }, (_, at) => `Strike ${at + 1},${at % 2 === 0 ? "gull" : "hawk"},${at * 30}`);
const program = ["call claim_case {}", "call complete_case {}"].join("\n");

test("from no queue to an agent at work on 500 cases of a CSV in 12 clicks", async ({ page, signIn, ownService, ownTeam: team }) => {
  let clicks = 0;
  await page.exposeFunction("countClick", () => (clicks += 1));
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    addEventListener("pointerdown", countClick, { capture: true });
  });
  await signIn(page, "queues", ownService);
  await page.getByRole("button", { name: "New queue" }).click();
  await page.keyboard.type("Bird strikes");
  await page.getByRole("dialog").getByRole("button", { name: "Create queue" }).click();
  await page.getByRole("link", { name: /^Import/ }).click();
  const choose = () => page.getByText("Drop a CSV here").click();
  await chooseFiles(page, choose, [{ name: "birdstrikes.csv", text: `title,species,cost\n${rows.join("\n")}\n` }]);
  await page.getByRole("button", { name: "Import 500 cases" }).click();
  await expect(page.getByRole("region", { name: "Progress" }).getByRole("status")).toHaveText("500 of 500 rows");

  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await page.getByRole("link", { name: "New agent" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Strike triage");
  // Written into the fields, as a person would type them.
  const instructions = page.getByRole("textbox", { name: "Instructions" });
  await instructions.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(program);
  await page.getByRole("button", { name: "Create agent" }).click();
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Assign Strike triage" });
  await expect(dialog).toContainText("This agent does not handle Bird strikes yet.");
  await expect(dialog).toContainText("500 waiting cases start runs now.");
  await dialog.getByRole("button", { name: "Add the queue and assign" }).click();
  await expect(notices(page)).toContainText("Agent assigned");
  expect(clicks).toBeLessThanOrEqual(12);

  const { queues } = await team.call(listQueues, { params: { teamId: team.teamId }, query: {} });
  const queue_id = queues[0]?.id ?? "";
  await expect
    .poll(async () => (await team.call(listCases, { params: { queue_id }, query: { status: "completed" } })).total)
    .toBeGreaterThan(0);
});
