import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "../fixtures.ts";

const run = promisify(execFile);

test("another service's events start runs: connected, tried, filtered, replayed, paused", async ({ page, signIn, service, team }) => {
  const agent = await team.createAgent("Payment clerk", "say Booked");
  await signIn(page, "webhook-sources", service);
  const dialog = page.getByRole("dialog");
  let secret = "";
  let example = "";

  await test.step("a source is created, and shows its secret once", async () => {
    await page.getByRole("button", { name: "New webhook source" }).first().click();
    await dialog.getByLabel("Name").fill("Payments");
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(dialog.getByText("Copy the secret now")).toBeVisible();
    secret = (await dialog.getByText(/^whsec_/).textContent()) ?? "";
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("alert")).toContainText("Have you copied the secret?");
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog.getByText("No event yet. Send one")).toBeVisible();
    await expect(page.getByText(secret)).toHaveCount(0);
    await dialog.getByText("Example with curl").click();
    example = (await dialog.getByLabel("Example", { exact: true }).textContent()) ?? "";
  });

  const events = dialog.getByRole("region", { name: "Last events" });
  await test.step("the example of the console sends an event that is taken; a wrong secret is refused, and the console says why", async () => {
    const send = async (of: string) => (await run("sh", ["-c", example], { env: { ...process.env, WEBHOOK_SECRET: of } })).stdout;
    expect(JSON.parse(await send(secret))).toMatchObject({ repeated: false });
    await expect(events.getByText("invoice.paid")).toBeVisible();
    await expect(events.getByText("No trigger listened")).toBeVisible();
    expect(JSON.parse(await send(`whsec_${btoa("another secret, which is wrong")}`))).toMatchObject({ error: "webhook_unverified" });
    await expect(dialog.getByText("Its signature did not match the secret.")).toBeVisible();
  });

  await test.step("a trigger of an agent is tried on the event, field by field", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/agents/${agent.id}?tab=events`);
    const others = page.locator("section", { has: page.getByRole("heading", { name: "Other services" }) });
    await others.getByRole("button", { name: "Add trigger" }).click();
    await dialog.getByLabel("Webhook source").selectOption("Payments");
    await dialog.getByLabel("Type of event").fill("invoice.paid");
    await dialog.getByRole("button", { name: "Add condition" }).click();
    await dialog.getByLabel("Path 1").fill("data.amount");
    await dialog.getByLabel("Comparison 1").selectOption("is more than");
    await dialog.getByLabel("Value 1").fill("1000");
    const tried = dialog.getByRole("region", { name: "Last events" });
    await expect(tried).toContainText("data.amount is “250”, and the trigger wants: is more than “1000”");
    await dialog.getByLabel("Value 1").fill("100");
    await expect(tried).toContainText("Would start");
    await dialog.getByRole("button", { name: "Create trigger" }).click();
    await expect(page.getByText("at “Payments”, type “invoice.paid”, data.amount is more than “100”")).toBeVisible();
  });

  await test.step("a test event that matches starts a run, another one says why not", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/webhook-sources`);
    await page.getByRole("link", { name: "Payments" }).click();
    const sendTest = async (content: string) => {
      await page.getByRole("button", { name: "Send a test event" }).click();
      const editor = page.getByRole("dialog", { name: "Send a test event" }).getByRole("textbox", { name: "Content" });
      await editor.fill(content);
      await page.getByRole("dialog", { name: "Send a test event" }).getByRole("button", { name: "Send test event" }).click();
      await expect(page.getByText("Test event sent").first()).toBeVisible();
    };
    await sendTest('{"type": "invoice.paid", "data": {"amount": 40}}');
    await expect(events.getByRole("listitem").first()).toContainText("Filtered", { timeout: 20_000 });
    await sendTest('{"type": "invoice.paid", "data": {"amount": 5000}}');
    await expect(events.getByRole("listitem").first()).toContainText("Started", { timeout: 20_000 });
  });

  await test.step("the filtered one is replayed", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/agents/${agent.id}?tab=events`);
    const happened = page.getByRole("region", { name: "What happened" });
    const filtered = happened.getByRole("listitem").filter({ hasText: "data.amount is “40”" });
    await filtered.getByRole("button", { name: "Replay invoice.paid" }).click();
    await expect(happened.getByRole("listitem").filter({ hasText: "Replayed" })).toBeVisible();
    await happened
      .getByRole("listitem")
      .filter({ hasText: "Replayed" })
      .getByRole("link", { name: /^Run: / })
      .click();
    await expect(page.getByText("A person replayed this event").first()).toBeVisible();
    await expect(page.getByText("Booked").first()).toBeVisible({ timeout: 20_000 });
  });

  await test.step("it is paused, its secret replaced, and it is deleted with the trigger", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/webhook-sources`);
    await page.getByRole("link", { name: "Payments" }).click();
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog.getByText("Paused", { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Resume" }).click();
    await dialog.getByRole("button", { name: "Replace secret" }).click();
    await page.keyboard.press("ControlOrMeta+Enter");
    const replaced = page.getByRole("dialog", { name: "Copy the secret now" });
    await expect(replaced.getByText(/^whsec_/)).not.toHaveText(secret);
    await replaced.getByRole("button", { name: "Done" }).click();
    await expect(dialog.getByText(/The secret before this one is taken until/)).toBeVisible();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await dialog.getByRole("textbox").fill("Payments");
    await dialog.getByRole("button", { name: "Delete webhook source" }).click();
    await expect(page.getByText("Payments deleted")).toBeVisible();
  });
});
