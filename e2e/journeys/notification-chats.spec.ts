import { startChat } from "#server/testing/chat-server.ts";
import { expect, test } from "../fixtures.ts";
import { notices } from "../steps.ts";

test("a Manager connects a chat by keyboard, tries it, sees that it is gone, and disconnects it", async ({
  page,
  signIn,
  ownService: service,
  allow,
}) => {
  const chat = await startChat();
  await signIn(page, "notifications", service);
  await page.getByRole("button", { name: "Team chats" }).press("Enter");
  const slack = page.getByRole("dialog").getByRole("region", { name: "Slack" });

  await test.step("an address that is none is said under its field", async () => {
    await slack.getByLabel("Webhook address").fill("hooks");
    await page.keyboard.press("Enter");
    await expect(slack.getByLabel("Webhook address")).toHaveAttribute("aria-invalid", "true");
  });

  await test.step("it is connected, and its address is not shown", async () => {
    await slack.getByLabel("Webhook address").fill(chat.address("general"));
    await page.keyboard.press("Enter");
    await expect(slack.getByText("Connected")).toBeVisible();
    await expect(slack).toContainText(`Messages go to ${chat.host}. None has been sent yet.`);
    await expect(page.getByText("/services/general")).toBeHidden();
  });

  await test.step("a test message arrives", async () => {
    await slack.getByRole("button", { name: "Send test" }).press("Enter");
    await expect(slack).toContainText("The last one was sent");
    expect(chat.taken("general")).toMatchObject([{ text: "Notifications of this team arrive here." }]);
  });

  await test.step("one that is gone says so", async () => {
    allow(/400/);
    chat.answer("general", 410);
    await slack.getByRole("button", { name: "Send test" }).press("Enter");
    await expect(slack.getByText("Address is gone")).toBeVisible();
    await expect(slack.getByRole("status").filter({ hasText: "Messages do not arrive" })).toContainText("answered 410");
    await expect(slack.getByText("answered 410")).toHaveCount(1);
    await expect(notices(page)).toContainText("The test message did not arrive");
  });

  await test.step("it is disconnected", async () => {
    await slack.getByRole("button", { name: "Disconnect" }).press("Enter");
    await page.getByRole("dialog", { name: "Disconnect Slack?" }).getByRole("button", { name: "Disconnect" }).press("Enter");
    await expect(slack.getByLabel("Webhook address")).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
  await chat.close();
});
