import { createSkill } from "#contract/library/skills.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";
import { chooseFiles, rewrite } from "../steps.ts";

const full = "One person can store 1 MB of files, and this would be more. Delete files that are no longer needed, then try again.";

test.use({ ownSettings: { STORAGE_PERSON_MB: "1" } });

test("a person reads at each place where files are stored that there is no room left", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  allow(/status of 409/);
  const { teamId } = ownTeam;
  const body = { name: "month-end", description: "Closes", content: "Count." };
  const { skill } = await ownTeam.call(createSkill, { params: { teamId }, body });
  const agent = await ownTeam.createCodeAgent("Writer", "open('output/report.csv', 'w').write('x' * 60000)\n");
  const { queue } = await ownTeam.call(createQueue, { params: { teamId }, body: { name: "Scans" } });
  const { added_cases } = await ownTeam.call(createCases, { params: { queue_id: queue.id }, body: { cases: [{ title: "A scan" }] } });
  await ownTeam.putFile("ledger.txt", "x".repeat(990_000));
  const large = [{ name: "scan.txt", text: "y".repeat(60_000) }];

  await signIn(page, "files", ownService);
  await chooseFiles(page, () => page.getByRole("button", { name: "Upload" }).click(), large);
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText(full);

  await page.goto(`${ownService.url}/t/${teamId}/queues/${queue.id}/cases/${added_cases[0]?.id}`);
  const section = page.getByRole("region", { name: "Attachments" });
  await chooseFiles(page, () => section.getByText("Drop files here").click(), large);
  await expect(section.getByRole("alert").filter({ hasText: full })).toBeVisible();

  await page.goto(`${ownService.url}/t/${teamId}/skills/${skill.id}`);
  await page.getByRole("tab", { name: "Text" }).click();
  const editor = page.getByRole("textbox", { name: "Text of SKILL.md" });
  await rewrite(editor, `---\nname: month-end\ndescription: Closes\n---\n${"z".repeat(60_000)}`);
  await editor.press("Control+s");
  await expect(page.getByText(`Not saved. ${full}`)).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();

  await page.goto(`${ownService.url}/t/${teamId}/agents/${agent.id}`);
  await page.getByRole("button", { name: "Start run" }).click();
  const dialog = page.getByRole("dialog");
  await chooseFiles(page, () => dialog.getByText("Drop files here").click(), large);
  await dialog.getByRole("button", { name: "Start run" }).click();
  await expect(dialog).toContainText(full);
  await dialog.getByRole("button", { name: "Remove scan.txt" }).click();
  await dialog.getByRole("button", { name: "Start run" }).click();
  const failure = page.getByRole("region", { name: "Failure" });
  await expect(failure).toContainText("These results were not kept: output/report.csv.");
  await expect(failure.getByRole("link", { name: "Open the files" })).toBeVisible();
});
