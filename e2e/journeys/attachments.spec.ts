import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { chooseFiles, downloadedText, notices } from "../steps.ts";

test("files are attached to a case, sent again where they did not arrive, kept and deleted", async ({
  page,
  signIn,
  service,
  team,
  allow,
}) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Scans to read" } });
  const body = { cases: [{ title: "A scan" }] };
  const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body });
  await signIn(page, `queues/${queue.id}/cases/${added_cases[0]?.id}`, service);
  const section = page.getByRole("region", { name: "Attachments" });
  const files = section.getByRole("list", { name: "Files" });

  const payload = "<img src=x onerror=alert(1)>.html";
  await chooseFiles(page, () => section.getByText("Drop files here").click(), [
    { name: payload, text: "<script>alert(document.cookie)</script>" },
    { name: "order.txt", text: "12 monitors" },
  ]);
  await expect(files.getByRole("button", { name: "Download order.txt" })).toBeVisible();
  await expect(files.getByRole("listitem").first()).toContainText(payload);
  await expect(section.getByRole("img")).toHaveCount(0);
  expect(await downloadedText(page, () => files.getByRole("button", { name: `Download ${payload}` }).click())).toContain("<script>");

  // The connection breaks: the file stays on the page, with the reason, until it is sent again.
  allow(/ERR_FAILED/);
  await page.route("**/_files/**", (route) => route.abort());
  await chooseFiles(page, () => section.getByText("Drop files here").click(), [{ name: "late.txt", text: "Late" }]);
  await expect(files.getByRole("alert").filter({ hasText: "Not attached. The connection was lost" })).toBeVisible();
  await page.unroute("**/_files/**");
  await files.getByRole("button", { name: "Try again: late.txt" }).click();
  await expect(files.getByRole("button", { name: "Download late.txt" })).toBeVisible();
  await expect(files.getByRole("alert")).toHaveCount(0);

  await files.getByRole("button", { name: "Delete order.txt" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete attachment" }).click();
  await expect(notices(page)).toContainText("order.txt deleted");
  await expect(files.getByRole("listitem")).toHaveText([/html/, /late/]);
});
