import { zipSync } from "fflate";
import { expect, test } from "../fixtures.ts";
import { downloaded, notices, rewrite } from "../steps.ts";

const text = (name: string, body: string) => `---\nname: ${name}\ndescription: Closes a month\n---\n\n# Steps\n\n${body}\n`;
const zip = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, content]) => [path, new TextEncoder().encode(content)]))));

test("a skill is uploaded, replaced after a look, given to an agent and read by it", async ({
  page,
  signIn,
  ownService,
  ownTeam,
  allow,
}) => {
  // A ZIP without a SKILL.md.
  allow(/status of 400.*\/skills\/upload\/preview/);
  const agent = await ownTeam.createAgent("Closer", 'call read_skill {"skill": "month-end"}\nsay {{last}}');
  await signIn(page, "skills", ownService);
  const table = page.getByRole("table", { name: "Skills" });
  await expect(table.getByRole("row", { name: /csv-with-python/ })).toContainText("Included");
  await page.keyboard.press("/");
  await page.keyboard.type("Python csv");
  await expect(page.getByRole("status").filter({ hasText: /^1 skill found$/ })).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search skills" }).fill("nothing like it");
  await page.getByRole("button", { name: "Clear filters" }).click();
  const about = page.getByRole("group", { name: "About the skills" }).getByRole("status");
  await expect(about).toHaveText(/^No skills of your own yet, \d+ included$/);
  const choose = async (files: Record<string, string>) => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Upload", exact: true }).click(),
    ]);
    await chooser.setFiles([{ name: "month-end.zip", mimeType: "application/zip", buffer: zip(files) }]);
  };
  const dialog = page.getByRole("dialog", { name: "Upload a skill" });
  await choose({ "readme.md": "no skill" });
  await expect(dialog.getByRole("alert").filter({ hasText: "no SKILL.md at its root" })).toBeVisible();
  await dialog.getByRole("button", { name: "Choose another" }).click();
  await choose({ "SKILL.md": text("month-end", "Count twice."), "lib/rules.py": "LIMIT = 30\n" });
  await expect(dialog.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveText([/SKILL\.md.*added/, /lib\/rules\.py.*added/]);
  await dialog.getByRole("button", { name: "Add skill" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "month-end" })).toBeVisible();
  await expect(page.getByText("Count twice.")).toBeVisible();

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Skills" }).click();
  await expect(about).toHaveText(/^1 of your own, \d+ included$/);
  await choose({ "SKILL.md": text("month-end", "Count twice."), "lib/rules.py": "LIMIT = 30\n" });
  await expect(dialog).toContainText("with the same files. Replacing it changes nothing.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await choose({ "SKILL.md": text("month-end", "Count three times."), "notes.md": "New\n" });
  await expect(dialog.getByRole("list", { name: "Files" }).getByRole("listitem")).toHaveText([
    /notes\.md.*added/,
    /SKILL\.md.*changed/,
    /lib\/rules\.py.*removed/,
  ]);
  await dialog.getByRole("button", { name: "Replace skill" }).click();
  await expect(page.getByText("Count three times.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Files of the skill" }).getByRole("link")).toHaveText([/notes\.md/, /SKILL\.md/]);

  await page.getByRole("tab", { name: "Text" }).click();
  const editor = page.getByRole("textbox", { name: "Text of SKILL.md" });
  await rewrite(editor, text("month-end", "Count, then ask."));
  await page.reload();
  await expect(editor).toContainText("Count, then ask.");
  await editor.press("Control+s");
  await expect(notices(page)).toContainText("SKILL.md saved");
  const archive = await downloaded(page, () => page.getByRole("button", { name: "Download" }).click());
  expect(archive.suggestedFilename()).toBe("month-end.zip");

  const draft = await ownTeam.addRevision(agent, ownTeam.stepsOf('call read_skill {"skill": "month-end"}\nsay {{last}}'), false);
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agent.id}/revisions/${draft.id}`);
  await page.getByLabel("Skills").fill("month");
  await page.getByRole("option", { name: /month-end/ }).click();
  await expect(page.getByRole("list", { name: "Chosen skills" })).toContainText("month-end");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(notices(page)).toContainText("Saved");
  await page.getByRole("button", { name: "Make live" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make live" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const run = await ownTeam.runUntil(agent, "completed", "Close March");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${run.id}`);
  await expect(page.getByText("Count, then ask.").last()).toBeVisible();

  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/skills`);
  await expect(table.getByRole("row", { name: /month-end/ }).getByRole("cell", { name: "1 live agent" })).toBeVisible();
  await table.getByRole("link", { name: "month-end" }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete this skill?" });
  await expect(question.getByRole("list", { name: "Stops working" })).toContainText("1 agent uses it in its live revision: Closer");
});
