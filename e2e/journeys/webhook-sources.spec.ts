import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createWebhookSource } from "#contract/schedules/webhook-sources.ts";
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
    await expect(dialog.getByRole("alert").filter({ hasText: "Have you copied the secret?" })).toBeVisible();
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
    example = example.replace(/^body=.*$/m, "body='[1]'");
    // A refusal is noted once a second at most, so that the first ones may leave no trace.
    const unreadable = dialog.getByText("It was signed, but its content was no JSON object that can be stored.");
    const refusedAgain = async () => {
      expect(JSON.parse(await send(secret))).toMatchObject({ error: "invalid_request" });
      return unreadable.isVisible();
    };
    await expect.poll(refusedAgain).toBe(true);
  });

  await test.step("a trigger of an agent is tried on the event, field by field", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/agents/${agent.id}?tab=events`);
    await page.getByRole("button", { name: /^Add trigger.*Other services$/ }).click();
    await dialog.getByLabel("Webhook source").selectOption("Payments");
    await dialog.getByLabel("Type of event").fill("invoice.paid");
    await dialog.getByRole("button", { name: "Add condition" }).click();
    await dialog.getByLabel("Comparison 1").selectOption("is more than");
    await dialog.getByLabel("Value 1").fill("abc");
    await dialog.getByRole("button", { name: "Create trigger" }).click();
    await expect(dialog.getByText("Enter a path")).toHaveCount(1);
    await dialog.getByLabel("Path 1").fill("data.total");
    await expect(dialog.getByText("Enter a path")).toHaveCount(0);
    await expect(dialog.getByText("Enter a number, such as 100")).toHaveCount(1);
    await dialog.getByLabel("Value 1").fill("1");
    await expect(dialog.getByText("Enter a number, such as 100")).toHaveCount(0);
    await expect(dialog.getByText("filter_config")).toHaveCount(0);
    await dialog.getByLabel("Path 1").fill("data.amount");
    await dialog.getByLabel("Value 1").fill("1000");
    const tried = dialog.getByRole("region", { name: "Last events" });
    await expect(tried).toContainText("data.amount is 250, and the trigger wants: is more than 1000");
    await dialog.getByLabel("Value 1").fill("100");
    await expect(tried).toContainText("Would start");
    await dialog.getByRole("button", { name: "Create trigger" }).click();
    await expect(page.getByText("at “Payments”, type “invoice.paid”, data.amount is more than 100")).toBeVisible();
  });

  await test.step("assigning the agent to another source says which trigger that replaces, and keeps nothing of it", async () => {
    await team.call(createWebhookSource, { params: { teamId: team.teamId }, body: { name: "Accounting system" } });
    await page.getByRole("button", { name: "Assign", exact: true }).click();
    await dialog.getByText("An event", { exact: true }).click();
    await dialog.getByLabel("Events of").selectOption("Other services");
    await expect(dialog.getByRole("status").filter({ hasText: "Replaces your trigger on Payments, type “invoice.paid”" })).toBeVisible();
    await expect(dialog.getByLabel("Type of event")).toHaveValue("invoice.paid");
    await dialog.getByLabel("Webhook source").selectOption("Accounting system");
    await expect(dialog.getByLabel("Type of event")).toHaveValue("");
    await expect(dialog.getByLabel("Path 1")).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: "Replace trigger" })).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("a test event that matches starts a run, another one says why not", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/webhook-sources`);
    await page.getByRole("link", { name: "Payments" }).click();
    const triggers = dialog.getByRole("region", { name: "Triggers" });
    await expect(triggers.getByRole("listitem")).toHaveText(
      "Payment clerkActiveOnly type “invoice.paid”, data.amount is more than 100, for you",
    );
    const sendTest = async (content?: string) => {
      await page.getByRole("button", { name: "Send a test event" }).click();
      const editor = page.getByRole("dialog", { name: "Send a test event" }).getByRole("textbox", { name: "Content" });
      await expect(editor).toContainText('"amount": 101');
      if (content) await editor.fill(content);
      await page.getByRole("dialog", { name: "Send a test event" }).getByRole("button", { name: "Send test event" }).click();
      await expect(page.getByText("Test event sent").first()).toBeVisible();
    };
    await sendTest('{"type": "invoice.paid", "data": {"amount": 40}}');
    const newest = events.getByRole("listitem").first();
    await expect(newest).toContainText("FilteredPayment clerkdata.amount is 40");
    await sendTest();
    await expect(newest).toContainText("StartedPayment clerk");
    await newest.getByRole("link", { name: "Run: Completed" }).click();
    await expect(page.getByText("Booked").first()).toBeVisible();
    await page.goBack();
  });

  await test.step("from the source a person comes to the agent by keyboard, and the filtered event is replayed there", async () => {
    await dialog.getByRole("region", { name: "Triggers" }).getByRole("link", { name: "Payment clerk" }).press("Enter");
    await expect(page.getByRole("heading", { level: 2, name: "Other services" })).toBeVisible();
  });

  await test.step("the filtered one is replayed", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/agents/${agent.id}?tab=events`);
    const happened = page.getByRole("region", { name: "What happened" });
    const filtered = happened.getByRole("listitem").filter({ hasText: "data.amount is 40" });
    await filtered.getByRole("button", { name: "Replay invoice.paid" }).click();
    await expect(happened.getByRole("listitem").filter({ hasText: "Replayed" })).toContainText("The event of ");
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Other services");
    await happened
      .getByRole("listitem")
      .filter({ hasText: "Replayed" })
      .getByRole("link", { name: /^Run: / })
      .click();
    await expect(page.getByText("A person replayed this event").first()).toBeVisible();
    await expect(page.getByText("Booked").first()).toBeVisible();
  });

  await test.step("it is paused, its secret replaced, and it is deleted with the trigger", async () => {
    await page.goto(`${service.url}/t/${team.teamId}/webhook-sources`);
    await page.getByRole("link", { name: "Payments" }).click();
    const filtered = events.getByRole("listitem").filter({ hasText: "data.amount is 40" }).first();
    await expect(filtered.getByText("Replayed")).toHaveCount(1);
    await filtered.getByRole("button", { name: "Replay invoice.paid with Payment clerk" }).press("Enter");
    await expect(filtered.getByText("Replayed")).toHaveCount(2);
    await dialog.getByRole("button", { name: "Assign agent" }).click();
    const assign = page.getByRole("dialog", { name: "Assign an agent to Payments" });
    await assign.getByRole("combobox", { name: "Agent" }).fill("Payment clerk");
    await page.getByRole("option", { name: "Payment clerk" }).click();
    await expect(assign.getByRole("status").filter({ hasText: "Replaces your trigger on Payments" })).toBeVisible();
    await assign.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Pause" }).click();
    await expect(dialog.getByText("Paused", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("region", { name: "Triggers" }).getByRole("listitem")).toContainText("Source paused");
    await dialog.getByRole("region", { name: "Triggers" }).getByRole("link", { name: "Payment clerk" }).press("Enter");
    await expect(page.getByText("Nothing starts: its webhook source is paused.")).toBeVisible();
    await page.getByRole("link", { name: "Open the source" }).press("Enter");
    await dialog.getByRole("button", { name: "Resume" }).click();
    // Only by keys: the menu opens on its first entry.
    const choose = async (act: string) => {
      await dialog.getByRole("button", { name: "More actions" }).press("Enter");
      await page.getByRole("menuitem", { name: act }).press("Enter");
    };
    await choose("Replace secret");
    await page.keyboard.press("ControlOrMeta+Enter");
    const replaced = page.getByRole("dialog", { name: "Copy the secret now" });
    await expect(replaced.getByText(/^whsec_/)).not.toHaveText(secret);
    await replaced.getByRole("button", { name: "Done" }).click();
    await expect(dialog.getByText(/The secret before this one is taken until/)).toBeVisible();
    await choose("Delete");
    await expect(dialog.getByRole("list", { name: "Also deleted" })).toContainText("1 event trigger");
    await dialog.getByRole("textbox").fill("Payments");
    await dialog.getByRole("button", { name: "Delete webhook source" }).click();
    await expect(page.getByText("Payments deleted")).toBeVisible();
  });
});
