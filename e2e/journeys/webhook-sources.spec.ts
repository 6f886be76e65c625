import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { promisify } from "node:util";
import { createWebhookSource } from "#contract/schedules/webhook-sources.ts";
import { expectAccessible } from "../axe.ts";
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
    const unreadable = dialog.getByText("It was signed, but its body is not a valid JSON object.");
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
    await expect(tried).toContainText("data.amount is 250, expected: is more than 1000");
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
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("invoice.paid from Payments");
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
    const replay = filtered.getByRole("button", { name: "Replay invoice.paid" });
    await replay.click();
    const asks = page.getByRole("dialog", { name: "Replay invoice.paid?" });
    await expect(asks).toContainText("Payment clerk starts a run on your behalf now. The filter of the trigger does not match this event.");
    await expectAccessible(page, "a replay that asks", "[role=dialog]");
    await asks.getByRole("button", { name: "Cancel" }).click();
    await expect(happened.getByRole("listitem").filter({ hasText: "Replayed" })).toHaveCount(0);
    await replay.click();
    await asks.getByRole("button", { name: "Start run" }).click();
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
    await page.getByRole("dialog", { name: "Replay invoice.paid?" }).getByRole("button", { name: "Start run" }).press("Enter");
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
    await expect(page.getByText("It does not start runs: its webhook source is paused.")).toBeVisible();
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

test("a source is connected by the name of its service: GitHub, Stripe, Slack, and one that does not sign", async ({
  page,
  signIn,
  service,
}) => {
  await signIn(page, "webhook-sources", service);
  const dialog = page.getByRole("dialog");
  const create = async (name: string, sender: string) => {
    await page.goto(`${page.url().split("?")[0]}`);
    await page.getByRole("button", { name: "New webhook source" }).first().click();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Service that sends the events").selectOption(sender);
    await dialog.getByRole("button", { name: "Create webhook source" }).click();
  };
  const shown = (label: string) => dialog.getByText(label, { exact: true }).locator("xpath=../following-sibling::code").textContent();
  const signed = (secret: string, ...parts: string[]) => createHmac("sha256", secret).update(parts.join("")).digest("hex");
  const send = async (address: string, headers: Record<string, string>, body: string) => {
    const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
    return { status: response.status, answer: (await response.json()) as unknown };
  };
  const events = dialog.getByRole("region", { name: "Last events" });
  const now = () => String(Math.floor(Date.now() / 1000));

  await test.step("GitHub gets an address and a secret of ours", async () => {
    await create("Our repository", "GitHub");
    await expect(dialog.getByText("Enter both there as Payload URL and Secret.")).toBeVisible();
    const [address, secret] = [(await shown("Address")) ?? "", (await shown("Secret")) ?? ""];
    await dialog.getByRole("button", { name: "Done" }).click();
    const body = '{"action":"opened","issue":{"number":1347}}';
    const headers = {
      "x-github-event": "issues",
      "x-github-delivery": "72d3162e",
      "x-hub-signature-256": `sha256=${signed(secret, body)}`,
    };
    expect(await send(address, headers, body)).toMatchObject({ status: 202, answer: { repeated: false } });
    expect(await send(address, headers, body)).toMatchObject({ status: 202, answer: { repeated: true } });
    await expect(events.getByRole("listitem")).toContainText("issues");
    await expect(events.getByText("delivered 2 times")).toBeVisible();
    await send(address, {}, body);
    await expect(dialog.getByText("It had no X-Hub-Signature-256.")).toBeVisible();
  });

  await test.step("Stripe's secret is entered once Stripe has the address", async () => {
    await create("Payments", "Stripe");
    const connect = page.getByRole("dialog", { name: "Connect Stripe" });
    const address = (await shown("Address")) ?? "";
    await connect.getByRole("button", { name: "Later" }).click();
    await expect(dialog.getByText("Secret missing")).toBeVisible();
    const body = '{"id":"evt_1","type":"invoice.paid"}';
    const secret = "whsec_of_a_journey_which_is_long";
    const sendPaid = (at: string) => send(address, { "stripe-signature": `t=${at},v1=${signed(secret, at, ".", body)}` }, body);
    expect((await sendPaid(now())).status).toBe(401);
    await expect(dialog.getByText("The secret of the service is not entered here yet.")).toBeVisible();
    await dialog.getByRole("button", { name: "Enter secret" }).click();
    const entry = page.getByRole("dialog", { name: "Enter the secret" });
    await entry.getByLabel("Signing secret").fill("short");
    await entry.getByRole("button", { name: "Save secret" }).click();
    await expect(entry.getByText(/at least 16/)).toBeVisible();
    await entry.getByLabel("Signing secret").fill(`${secret} `);
    await entry.getByRole("button", { name: "Save secret" }).click();
    await expect(entry).toHaveCount(0);
    expect((await sendPaid(now())).status).toBe(202);
    await expect(events.getByText("invoice.paid")).toBeVisible();
  });

  await test.step("Slack's question about the address is answered at once", async () => {
    await create("Chat", "Slack");
    const address = (await shown("Address")) ?? "";
    const secret = "8f742231b10e8888abcd99yyyzzz85a5";
    await dialog.getByLabel("Signing secret").fill(secret);
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(dialog.getByText("No event yet. Send a test event.")).toBeVisible();
    const [body, at] = ['{"type":"url_verification","challenge":"3eZbrw1a"}', now()];
    const headers = { "x-slack-request-timestamp": at, "x-slack-signature": `v0=${signed(secret, "v0:", at, ":", body)}` };
    expect(await send(address, headers, body)).toEqual({ status: 200, answer: { challenge: "3eZbrw1a" } });
  });

  await test.step("a service that does not sign gets an address with the secret, shown once", async () => {
    await create("Doorbell", "Another service, with the secret in the address");
    const address = (await shown("Address")) ?? "";
    expect(address).toMatch(/\?secret=[\w-]{43}$/);
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("alert").filter({ hasText: "Have you copied the address?" })).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
    expect((await send(address, {}, '{"type":"ring"}')).status).toBe(202);
    await expect(events.getByText("ring", { exact: true })).toBeVisible();
    expect((await send(`${address}x`, {}, '{"type":"ring"}')).status).toBe(401);
    await expect(dialog.getByText("The secret in its address was wrong.")).toBeVisible();
    await expect(page.getByText("?secret=", { exact: false }).filter({ hasText: address })).toHaveCount(0);
  });
});
