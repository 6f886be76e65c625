import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listTriggerMatches, tryTriggerFilter, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { getWebhookSourceEvent, receiveWebhook, sendTestEvent } from "#contract/schedules/webhook-source-events.ts";
import {
  createWebhookSource,
  deleteWebhookSource,
  listWebhookSources,
  rotateWebhookSecret,
  updateWebhookSource,
} from "#contract/schedules/webhook-sources.ts";
import { maxDeliveryBytes, maxWebhookSources } from "#contract/schedules/webhook-words.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { eventsOf, listenerOf, listening } from "#server/testing/webhook-listener.ts";
import { type Sender, deliver, deliverBytes, senderIn } from "#server/testing/webhook-sender.ts";

let service: TestService;
let now = new Date();
beforeAll(async () => {
  service = await startService({ clock: () => now });
});
afterAll(() => service.close());

const shown = async ({ source_id }: Sender) =>
  (await service.ok(listWebhookSources, { params: { teamId: service.teamId }, query: { limit: 100 } })).sources.find(
    ({ id }) => id === source_id,
  );
const seconds = () => Math.floor(now.getTime() / 1000);

describe("a webhook source", () => {
  test("is a Manager's to make; its name is taken once, and a team has a limit of them", async () => {
    const params = { teamId: service.neighbourTeamId };
    const as = { as: "neighbour" } as const;
    const { source, secret } = await service.ok(createWebhookSource, { params, body: { name: "Payments" } }, as);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(source).toMatchObject({ name: "Payments", enabled: true, path: `/v2/hooks/${source.id}`, triggers: 0, last_event_at: null });
    await service.fails(createWebhookSource, { params, body: { name: "payments" } }, "name_taken", as);
    await service.ok(createWebhookSource, { params, body: { name: "Ärzte" } }, as);
    await service.fails(createWebhookSource, { params, body: { name: "ärzte" } }, "name_taken", as);
    const other = await senderIn(service, params.teamId, as);
    await service.fails(updateWebhookSource, { params: other, body: { name: "Payments" } }, "name_taken", as);
    await service.pool.query(
      `insert into webhook_sources (id, team_id, name, sealed_secret, created_by)
       select gen_random_uuid(), $1, 'Filled ' || n, '', $2 from generate_series(1, ${maxWebhookSources - 3}) n`,
      [params.teamId, service.ids.neighbour],
    );
    await service.fails(createWebhookSource, { params, body: { name: "One more" } }, "too_many", as);
    const forbidden = { params: { teamId: service.teamId }, body: { name: "Not mine" } };
    await service.fails(createWebhookSource, forbidden, "forbidden", { as: "builder" });
  });

  test("takes what is signed, once for each id, and answers before anything starts", async () => {
    const sender = await senderIn(service);
    const body = { type: "invoice.paid", data: { amount: 250, note: "Größe 😀" } };
    const first = await deliver(service, sender, body, { id: "msg_1", at: seconds() });
    expect(first).toMatchObject({ status: 202, ok: { repeated: false } });
    for (const [repeat, why] of [
      [body, null],
      [{ type: "other" }, "reused_id"],
    ] as const) {
      const again = await deliver(service, sender, repeat, { id: "msg_1", at: seconds() });
      expect(again).toMatchObject({ status: 202, ok: { repeated: true, event_id: first.ok?.event_id } });
      expect((await shown(sender))?.refused_for).toBe(why);
    }
    expect(await eventsOf(service, sender)).toMatchObject([
      { delivery_id: "msg_1", event_type: "invoice.paid", deliveries: 3, test: false },
    ]);
    const params = { source_id: sender.source_id, event_id: first.ok?.event_id ?? "" };
    const { content } = await service.ok(getWebhookSourceEvent, { params });
    expect(content).toBe(JSON.stringify(body));
    await service.fails(getWebhookSourceEvent, { params: { ...params, event_id: service.teamId } }, "not_found");
  });

  test("refuses what is not signed, by another secret, for another body, or too old, and shows why", async () => {
    const sender = await senderIn(service);
    const stranger = await senderIn(service);
    const refused = async (why: string, ...[body, sent]: [Record<string, unknown>, Parameters<typeof deliver>[3]]) => {
      await service.pool.query("update webhook_sources set refused_at = null where id = $1", [sender.source_id]);
      const { status, error } = await deliver(service, sender, body, { at: seconds(), ...sent });
      expect([status, error?.error]).toEqual([401, "webhook_unverified"]);
      expect((await shown(sender))?.refused_for).toBe(why);
    };
    await refused("wrong_signature", { a: 1 }, { secret: stranger.secret });
    await refused("wrong_signature", { a: 1 }, { signature: "v1,AAAA" });
    await refused("unsigned", { a: 1 }, { signature: "" });
    await refused("too_old", { a: 1 }, { at: seconds() - 301 });
    await refused("too_old", { a: 1 }, { at: seconds() + 301 });
    await refused("unsigned", { a: 1 }, { id: "with space" });
    expect((await deliver(service, sender, { a: 1 }, { at: seconds() - 299 })).status).toBe(202);
    const gone = { ...sender, source_id: service.teamId };
    expect((await deliver(service, gone, { a: 1 })).error?.error).toBe("not_found");
    expect(await eventsOf(service, sender)).toHaveLength(1);
    await service.fails(receiveWebhook, { params: { source_id: sender.source_id }, body: { a: 1 } }, "webhook_unverified", { as: null });
  });

  test("says of what is signed and is no JSON object that it cannot be read, and looks at nothing that is not signed", async () => {
    const sender = await senderIn(service);
    const sent = async (body: string | Buffer<ArrayBuffer>, signature?: string) => {
      await service.pool.query("update webhook_sources set refused_at = null, refused_for = null where id = $1", [sender.source_id]);
      const response = await deliverBytes(service, sender, Buffer.from(body), { at: seconds(), ...(signature && { signature }) });
      const { error, event_id = "" } = (await response.json()) as { error?: string; event_id?: string };
      return { event_id, said: [response.status, error, (await shown(sender))?.refused_for] };
    };
    const deep = `{"a":${"[".repeat(64)}${"]".repeat(64)}}`;
    for (const body of ["{", "[1]", Buffer.from('{"a":"ÿ"}', "latin1"), '{"a":"\\u0000"}', deep]) {
      expect((await sent(body, "v1,AAAA")).said).toEqual([401, "webhook_unverified", "wrong_signature"]);
      expect((await sent(body)).said).toEqual([400, "invalid_request", "unreadable"]);
    }
    expect(await eventsOf(service, sender)).toEqual([]);
    // Of two in one moment, the one that has the secret behind it is told.
    await deliverBytes(service, sender, Buffer.from("{"), { at: seconds(), signature: "v1,AAAA" });
    await deliverBytes(service, sender, Buffer.from("{"), { at: seconds() });
    expect((await shown(sender))?.refused_for).toBe("unreadable");
    for (const [body = "", kept = body] of [['{ "n": 1.50 }'], ["", "{}"]]) {
      const { event_id, said } = await sent(body);
      expect(said).toEqual([202, undefined, null]);
      const { content } = await service.ok(getWebhookSourceEvent, { params: { source_id: sender.source_id, event_id } });
      expect(content).toBe(kept);
    }
  });

  test("says of what it does not read that it is too large or no JSON", async () => {
    const sender = await senderIn(service);
    const sent = async (body: string, type = "application/json") => {
      await service.pool.query("update webhook_sources set refused_at = null, refused_for = null where id = $1", [sender.source_id]);
      const address = `${service.url}/v2/hooks/${sender.source_id}`;
      const { status } = await fetch(address, { method: "POST", headers: { "content-type": type }, body });
      return [status, (await shown(sender))?.refused_for];
    };
    expect(await sent(`{"a":"${"a".repeat(maxDeliveryBytes)}"}`)).toEqual([413, "too_large"]);
    expect(await sent("<a/>", "application/xml")).toEqual([415, "not_json"]);
    expect(await sent("a=1", "application/x-www-form-urlencoded")).toEqual([401, "unsigned"]);
    expect(await sent("{}", "application/cloudevents+json")).toEqual([401, "unsigned"]);
    expect(await sent('{"a":1}')).toEqual([401, "unsigned"]);
  });

  test("changes its secret with both in use for a while", async () => {
    const sender = await senderIn(service);
    const params = { source_id: sender.source_id };
    const rotated = async (overlap_hours: number) => {
      const { source, secret } = await service.ok(rotateWebhookSecret, { params, body: { overlap_hours } });
      return { source, secret: secret ?? "" };
    };
    const next = await rotated(2);
    expect(next.source.former_secret_until).not.toBeNull();
    const status = async (secret: string) => (await deliver(service, sender, { a: 1 }, { secret, at: seconds() })).status;
    expect([await status(sender.secret), await status(next.secret)]).toEqual([202, 202]);
    now = new Date(now.getTime() + 2 * 3_600_000);
    expect([await status(sender.secret), await status(next.secret)]).toEqual([401, 202]);
    const last = await rotated(0);
    expect([await status(next.secret), await status(last.secret)]).toEqual([401, 202]);
  });

  test("takes nothing while it is paused, and is gone with its triggers once deleted", async () => {
    const sender = await senderIn(service);
    const params = { source_id: sender.source_id };
    const listener = await listenerOf(service, sender);
    await service.ok(updateWebhookSource, { params, body: { enabled: false } });
    const { status, error } = await deliver(service, sender, { a: 1 }, { at: seconds() });
    expect([status, error?.error]).toEqual([409, "source_paused"]);
    await service.fails(sendTestEvent, { params, body: { payload: {} } }, "source_paused");
    expect(await shown(sender)).toMatchObject({ enabled: false, refused_for: "paused", triggers: 1 });
    await service.ok(deleteWebhookSource, { params });
    const { rows } = await service.pool.query(
      "select team_id, actor_id, data ->> 'reason' as reason from events where type = 'event_trigger.deleted' and subject_id = $1",
      [listener.trigger_id],
    );
    expect(rows).toEqual([{ team_id: service.teamId, actor_id: service.ids.owner, reason: "source_deleted" }]);
    expect((await deliver(service, sender, { a: 1 }, { at: seconds() })).status).toBe(404);
    await service.fails(listTriggerMatches, { params: listener, query: {} }, "not_found");
    const body = { ...listening, integration_instance_id: sender.source_id };
    await service.fails(upsertAgentTrigger, { params: { agentId: listener.agentId }, body }, "invalid_request");
  });

  test("belongs to one team: no trigger of another one listens", async () => {
    const foreign = await senderIn(service, service.strangerTeamId, { as: "stranger" });
    const { id: agentId } = await agentWith(service, scripted("say Done"));
    const body = { ...listening, integration_instance_id: foreign.source_id };
    await service.fails(upsertAgentTrigger, { params: { agentId }, body }, "invalid_request");
    await service.fails(tryTriggerFilter, { params: { agentId }, body }, "invalid_request");
    const { integration_instance_id: _, ...without } = body;
    await service.fails(upsertAgentTrigger, { params: { agentId }, body: without }, "invalid_request");
  });
});

test("more than a source may send is refused with when to come back, and what is wrong counts against the address", async () => {
  const small = await startService({ env: { RATE_LIMIT_QUOTA: "5", RATE_LIMIT_WINDOW: "60" } });
  try {
    const { source_id, secret } = await senderIn(small);
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await deliver(small, { source_id, secret }, { n: i }));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429, 429]);
    expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    const other = await senderIn(small, small.teamId, { as: "manager" });
    const wrong = [];
    for (let i = 0; i < 6; i++) wrong.push((await deliver(small, other, { n: i }, { signature: "v1,AAAA" })).status);
    expect(wrong.slice(0, 3)).toEqual([401, 401, 401]);
    expect(wrong.at(-1)).toBe(429);
  } finally {
    await small.close();
  }
});
