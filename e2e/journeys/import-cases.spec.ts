import { createQueue } from "#contract/queues/queues.ts";
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
