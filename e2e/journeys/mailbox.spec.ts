import { type TestImapServer, startImapServer } from "#server/testing/imap-server.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

let imap: TestImapServer;
test.beforeAll(async () => {
  imap = await startImapServer();
});
test.afterAll(() => imap.close());

test("a mailbox is connected by its host, user and password, says whether it lets in, and an agent listens to it", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const agent = await ownTeam.createAgent("Mail clerk", "say Booked");
  await signIn(page, "connections", ownService);
  const dialog = page.getByRole("dialog");
  const mailbox = page.locator("section", { has: page.getByRole("heading", { name: "Mailbox" }) });
  const [server, user, password] = [
    dialog.getByLabel("Mail server"),
    dialog.getByLabel("User name"),
    dialog.getByLabel("Password", { exact: true }),
  ];

  await test.step("each field says what it misses, and what is typed is saved with Enter", async () => {
    await page.getByRole("button", { name: "New connection" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("Office mail");
    await dialog.getByRole("combobox", { name: "Integration" }).selectOption("Mailbox (IMAP)");
    await dialog.getByRole("button", { name: "Save connection" }).click();
    await expect(server).toHaveAccessibleDescription(/Enter the host of the mail server/);
    await expect(user).toHaveAccessibleDescription(/Enter the user name/);
    await expect(password).toHaveAccessibleDescription(/Enter the password/);
    await server.fill(imap.url);
    await user.fill("office");
    await password.fill("canary-wrong-password");
    await page.keyboard.press("Enter");
    await expect(notices(page)).toContainText("Office mail saved");
  });

  await test.step("its page says that the password is wrong, and once it is mended that the mailbox can be read", async () => {
    await page.getByRole("link", { name: "Office mail" }).click();
    await expect(page.getByText("does not accept this user name and password")).toBeVisible();
    await expect(page.getByText("canary-wrong-password")).toHaveCount(0);
    await page.getByRole("button", { name: "Edit" }).click();
    await expect(password).toHaveValue("");
    await password.fill(imap.password);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await expect(page.getByText("The mailbox can be read")).toBeVisible();
  });

  await test.step("a trigger asks for the mailbox by name, and listens to it", async () => {
    await page.goto(`${ownService.url}/t/${ownTeam.teamId}/agents/${agent.id}?tab=events`);
    await page.getByRole("button", { name: /^Add trigger.*Mailbox$/ }).click();
    await dialog.getByRole("button", { name: "Create trigger" }).click();
    const choice = dialog.getByRole("combobox", { name: "Mailbox" });
    await expect(choice).toHaveAccessibleDescription(/Choose the mailbox/);
    await expect(dialog.getByText("integration_instance_id")).toHaveCount(0);
    await choice.selectOption("Office mail");
    await dialog.getByLabel("Subject contains").fill("Invoice");
    await dialog.getByRole("button", { name: "Create trigger" }).click();
    await expect(dialog).toBeHidden();
    await expect(mailbox).toContainText("Office mail");
    await expect(mailbox).toContainText("Looked at about once a minute");
  });

  await test.step("a folder that the server does not open is named, with what the server says", async () => {
    await imap.deliver("office", [], "Orders");
    await imap.lock("office", "Orders");
    await mailbox.getByRole("button", { name: /^Edit/ }).press("Enter");
    await dialog.getByLabel("Folder").fill("Orders");
    await dialog.getByRole("button", { name: "Save trigger" }).press("Enter");
    await expect(dialog).toBeHidden();
    // A minute has passed.
    await ownService.query("update source_cursors set next_attempt_at = now()");
    await expect(mailbox.getByRole("status").filter({ hasText: "does not open the folder “Orders”" })).toBeVisible();
  });
});
