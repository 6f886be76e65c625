import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getWebhookSourceEvent } from "#contract/schedules/webhook-source-events.ts";
import { createWebhookSource, listWebhookSources, rotateWebhookSecret } from "#contract/schedules/webhook-sources.ts";
import { webhookSenders, type WebhookSender } from "#contract/schedules/webhook-words.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { decided, eventsOf, listenerOf } from "#server/testing/webhook-listener.ts";
import { type Connected, connected, sendAs } from "#server/testing/webhook-services.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const shown = async ({ source_id }: Connected) =>
  (await service.ok(listWebhookSources, { params: { teamId: service.teamId }, query: { limit: 100 } })).sources.find(
    ({ id }) => id === source_id,
  );
const now = () => Math.floor(Date.now() / 1000);

/** An event of each service, with the id and the type that it gives it. */
const events: Record<WebhookSender, { body: object; event?: string; id?: string; known: { delivery_id: unknown; event_type: string } }> = {
  standard: { body: { type: "a.b" }, id: "msg_1", known: { delivery_id: "msg_1", event_type: "a.b" } },
  svix: { body: { type: "user.created" }, id: "msg_2", known: { delivery_id: "msg_2", event_type: "user.created" } },
  github: {
    body: { action: "opened" },
    event: "issues",
    id: "72d3162e-cc78",
    known: { delivery_id: "72d3162e-cc78", event_type: "issues" },
  },
  stripe: { body: { id: "evt_1", type: "invoice.paid" }, known: { delivery_id: "evt_1", event_type: "invoice.paid" } },
  slack: {
    body: { type: "event_callback", event_id: "Ev1", event: { type: "app_mention", text: "Hi" } },
    known: { delivery_id: "Ev1", event_type: "app_mention" },
  },
  shopify: {
    body: { id: 820982911946154500 },
    event: "orders/paid",
    id: "b54557e4",
    known: { delivery_id: "b54557e4", event_type: "orders/paid" },
  },
  other: { body: { type: "done" }, known: { delivery_id: expect.stringMatching(/^received_/), event_type: "done" } },
};

describe.each(webhookSenders)("what %s sends", (sender) => {
  const { body, known, ...event } = events[sender];
  const sending = { ...event, body: JSON.stringify({ ...body, note: "Größe 😀" }) };

  test("is taken as it signs, and known by its own id and type", async () => {
    const to = await connected(service, sender);
    expect(await sendAs(service, to, sending)).toMatchObject({ status: 202, answer: { repeated: false } });
    expect(await eventsOf(service, to)).toMatchObject([known]);
    const again = await sendAs(service, to, sending);
    expect(again).toMatchObject({ status: 202, answer: { repeated: sender !== "other" } });
  });

  test("is refused with another secret, for another body, unsigned or too old, and the source says so", async () => {
    const to = await connected(service, sender);
    const refused = async (answered: Promise<{ status: number }>, ...why: (string | null)[]) => {
      expect((await answered).status).toBe(401);
      expect(why).toContain((await shown(to))?.refused_for);
      await service.pool.query("update webhook_sources set refused_at = null, refused_for = null where id = $1", [to.source_id]);
    };
    await refused(sendAs(service, { ...to, secret: (await connected(service, sender)).secret }, sending), "wrong_signature");
    await refused(sendAs(service, { ...to, secret: "" }, sending), "wrong_signature", "unsigned");
    for (const other of webhookSenders)
      if (other !== sender && ![sender, other].every((one) => one === "standard" || one === "svix")) {
        const answer = sendAs(service, { ...to, sender: other }, sending);
        await refused(answer, "wrong_signature", "unsigned");
      }
    if (["standard", "svix", "stripe", "slack"].includes(sender)) {
      await refused(sendAs(service, to, { ...sending, at: now() - 301 }), "too_old");
      await refused(sendAs(service, to, { ...sending, at: now() + 310 }), "too_old");
    }
    expect(await eventsOf(service, to)).toEqual([]);
  });
});

test("Stripe, Slack, Shopify and Svix make the secret: it is entered later, and replaced with a time of both", async () => {
  const params = { teamId: service.teamId };
  const made = await service.ok(createWebhookSource, { params, body: { name: "Stripe", sender: "stripe" } });
  expect(made).toMatchObject({ secret: null, source: { sender: "stripe", has_secret: false } });
  const of = (secret: string): Connected => ({ source_id: made.source.id, sender: "stripe", secret });
  const [first, second] = [`whsec_${"a".repeat(32)}`, `whsec_${"b".repeat(32)}`];
  const sending = { body: '{"id":"evt_2","type":"invoice.paid"}' };
  expect(await sendAs(service, of(first), sending)).toMatchObject({ status: 401, answer: { error: "webhook_unverified" } });
  expect((await shown(of(first)))?.refused_for).toBe("no_secret");
  const source = { source_id: made.source.id };
  await service.fails(rotateWebhookSecret, { params: source, body: {} }, "invalid_request");
  await service.fails(rotateWebhookSecret, { params: source, body: { secret: "short" } }, "invalid_request");
  const entered = await service.ok(rotateWebhookSecret, { params: source, body: { secret: ` ${first}\n` } });
  expect(entered).toMatchObject({ secret: null, source: { has_secret: true, former_secret_until: null } });
  await service.ok(rotateWebhookSecret, { params: source, body: { secret: second } });
  expect((await sendAs(service, of(first), sending)).status).toBe(202);
  expect(await sendAs(service, of(second), sending)).toMatchObject({ status: 202, answer: { repeated: true } });
});

test("a service that takes our secret gets no other one", async () => {
  const params = { teamId: service.teamId };
  const body = { name: "GitHub", sender: "github", secret: "a".repeat(32) } as const;
  await service.fails(createWebhookSource, { params, body }, "invalid_request");
  const { source_id } = await connected(service, "github");
  await service.fails(rotateWebhookSecret, { params: { source_id }, body: { secret: "a".repeat(32) } }, "invalid_request");
});

test("Slack's question about a new address is answered, where its signature is right, and is no event", async () => {
  const to = await connected(service, "slack");
  const body = JSON.stringify({ token: "of old", challenge: "3eZbrw1aBm2rZgRNFdxV", type: "url_verification" });
  expect(await sendAs(service, to, { body })).toEqual({ status: 200, answer: { challenge: "3eZbrw1aBm2rZgRNFdxV" } });
  expect((await sendAs(service, { ...to, secret: "b".repeat(32) }, { body })).status).toBe(401);
  expect(await eventsOf(service, to)).toEqual([]);
  // Others do not ask this, and keep what they send.
  expect((await sendAs(service, await connected(service, "stripe"), { body })).status).toBe(202);
});

test("GitHub's first ping is kept and starts nothing", async () => {
  const to = await connected(service, "github");
  const listener = await listenerOf(service, to);
  await sendAs(service, to, { event: "ping", body: '{"zen":"Design for failure.","hook_id":1}' });
  await sendAs(service, to, { event: "push", body: '{"ref":"refs/heads/main"}' });
  expect(await decided(service, listener, 1)).toMatchObject([{ outcome: "started" }]);
  expect(await eventsOf(service, to)).toMatchObject([
    { event_type: "push", decided: true },
    { event_type: "ping", decided: true, outcomes: [] },
  ]);
});

test.each<[string, WebhookSender, string, string]>([
  ["a form of GitHub", "github", "payload=%7B%22action%22%3A%22opened%22%7D", '{"action":"opened"}'],
  ["a button of Slack", "slack", "payload=%7B%22type%22%3A%22block_actions%22%7D", '{"type":"block_actions"}'],
  ["a command of Slack", "slack", "command=%2Fbook&text=a+b&text=c", '{"command":"/book","text":["a b","c"]}'],
  ["JSON that says that it is a form", "other", '{ "n": 1.50 }', '{ "n": 1.50 }'],
])("%s is read", async (_, sender, body, content) => {
  const to = await connected(service, sender);
  const { status, answer } = await sendAs(service, to, { body, form: true });
  expect([status, answer]).toMatchObject([202, { repeated: false }]);
  const params = { source_id: to.source_id, event_id: answer.event_id ?? "" };
  expect((await service.ok(getWebhookSourceEvent, { params })).content).toBe(content);
});

test("a list of events is one event, whose content can be asked about by place", async () => {
  const to = await connected(service, "other");
  const listener = await listenerOf(service, to, { conditions: [{ path: "0.event", is: "is", value: "bounce" }] });
  const body = '[{"event":"bounce","email":"a@example.com"},{"event":"open"}]';
  expect((await sendAs(service, to, { body })).status).toBe(202);
  expect(await decided(service, listener, 1)).toMatchObject([{ outcome: "started" }]);
});

test("a sender without a signature may name its deliveries, so that a repeat starts nothing", async () => {
  const to = await connected(service, "other");
  const repeats = [];
  for (const name of ["webhook-id", "idempotency-key", "Idempotency-Key"])
    repeats.push((await sendAs(service, to, { body: "{}" }, { [name]: `n-${name.toLowerCase()}` })).answer.repeated);
  expect(repeats).toEqual([false, false, true]);
});
