import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

const value = "k9-Very/secret+value";

test("a secret is kept, attached and used by a program whose transcript shows a mask", async ({ page, signIn, ownService, ownTeam }) => {
  const agent = await ownTeam.createCodeAgent("Mailer", 'import os\nprint("key:", os.environ["MAIL_KEY"])\n');
  await signIn(page, "secrets", ownService);
  await page.getByRole("button", { name: "New secret" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save secret" }).click();
  await expect(dialog.getByLabel("Name of variable 1")).toHaveAccessibleDescription("Enter a name");
  await expect(dialog).not.toContainText("variables.0");
  await dialog.getByLabel("Name", { exact: true }).fill("Mail provider");
  await dialog.getByLabel("Name of variable 1").fill("mail-key");
  await dialog.getByLabel("Value of mail-key").fill(value);
  await dialog.getByRole("button", { name: "Save secret" }).click();
  await expect(dialog.getByLabel("Name of variable 1")).toHaveAccessibleDescription(/Use capital letters, digits and _/);
  await expect(dialog.getByLabel("Name of variable 1")).toBeFocused();
  await expect(dialog.getByLabel("Value of mail-key")).toHaveValue(value);
  await dialog.getByLabel("Name of variable 1").fill("KEY");
  await dialog.getByRole("button", { name: "Save secret" }).click();
  await expect(notices(page)).toContainText("Mail provider saved");
  await expect(dialog).toBeHidden();

  const table = page.getByRole("table", { name: "Secrets" });
  await table.getByRole("link", { name: "Mail provider" }).click();
  await expect(dialog).toContainText("No revision uses it.");
  await expect(dialog.getByLabel("Value of KEY")).toHaveValue("");
  expect(await page.content()).not.toContain(value);
  await dialog.getByLabel("Name of variable 1").fill("MAIL_KEY");
  await dialog.getByRole("button", { name: "Add variable" }).click();
  await dialog.getByLabel("Name of variable 2").fill("MAIL_KEY");
  await dialog.getByRole("button", { name: "Save secret" }).click();
  await expect(dialog.getByLabel("Name of variable 2")).toHaveAccessibleDescription(/Another variable has this name/);
  await dialog.getByLabel("Name of variable 2").fill("MAIL_HOST");
  await dialog.getByLabel("Value of MAIL_HOST").fill("mail.example.com");
  await dialog.getByRole("button", { name: "Save secret" }).click();
  await expect(dialog).toBeHidden();
  await expect(table).toContainText("MAIL_HOST, MAIL_KEY");

  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: agent.id }, query: {} });
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agent.id}/revisions/${builds[0]?.id}?tab=secrets`);
  await page.getByLabel("Attach a secret").fill("mail");
  await page.getByRole("option", { name: /Mail provider/ }).click();
  await expect(page.getByRole("list", { name: "Attached secrets" })).toContainText("MAIL_KEY");
  const run = await ownTeam.runUntil(agent, "completed");
  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/runs/${run.id}`);
  await expect(page.getByText("key: [secret MAIL_KEY]").first()).toBeVisible();
  expect(await page.content()).not.toContain(value);

  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/secrets`);
  await table.getByRole("link", { name: "Mail provider" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete this secret?" });
  await expect(question.getByRole("list", { name: "Stops working" })).toContainText("live revision: Mailer");
  await question.getByRole("textbox").fill("Mail provider");
  await question.getByRole("button", { name: "Delete secret" }).click();
  await expect(page.getByRole("heading", { name: "No secrets yet" })).toBeVisible();
});
