import { afterAll, beforeAll, expect, test } from "vitest";
import { listConnectionTools } from "#contract/connections/connection-tools.ts";
import { createConnection, getConnection, updateConnection } from "#contract/connections/connections.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { listAgentTriggers, tryTriggerFilter, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import type { TriggerFilter } from "#contract/schedules/trigger-filter.ts";
import { agentWith, messagesOf, scripted, settled } from "#server/testing/agents.ts";
import { type TestImapServer, startImapServer } from "#server/testing/imap-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { lookAgain, matchesOf, outcomesOf } from "./looks.cases.ts";

let service: TestService;
let imap: TestImapServer;
beforeAll(async () => {
  imap = await startImapServer();
  service = await startService({ env: { OUTBOUND_ALLOW: imap.host } });
});
afterAll(async () => {
  await service.close();
  await imap.close();
});

const look = (connection: string) => lookAgain(service, connection);
const connect = async (user: string, password = imap.password) => {
  const headers = { plaintext: { Username: user }, secret: { Password: password } };
  const body = { name: `Mail of ${user}`, provider: "user", server_url: imap.url, auth_method: "headers", headers } as const;
  return (await service.ok(createConnection, { params: { teamId: service.teamId }, body })).id;
};
const arrives = (integration_instance_id: string, filter_config: TriggerFilter = {}) => ({
  integration_slug: "imap" as const,
  trigger_type: "mail_received" as const,
  integration_instance_id,
  filter_config,
});
const listens = async (connection: string, filter: TriggerFilter = {}) => {
  const { id: agentId } = await agentWith(service, scripted("say Done"));
  const { id: trigger_id } = await service.ok(upsertAgentTrigger, { params: { agentId }, body: arrives(connection, filter) });
  return { agentId, trigger_id };
};
const healthOf = async (connection_id: string) => (await service.ok(getConnection, { params: { connection_id } })).looks;
const unreadBy = async ({ agentId }: { agentId: string }) =>
  (await service.ok(listAgentTriggers, { params: { agentId } })).triggers[0]?.looks?.unread_folders ?? [];
const startedBy = async (one: Awaited<ReturnType<typeof listens>>) =>
  (await outcomesOf(service, one, "subject")).filter(([, outcome]) => outcome === "started").map(([subject]) => subject);
const append = (user: string, folder: string, subject: string) =>
  imap.session(user, (client) => client.append(folder, mail(subject).replaceAll("\n", "\r\n")));
const mail = (subject: string, more: { from?: string; type?: string; body?: string } = {}) =>
  `From: ${more.from ?? "Shop <orders@shop.example>"}\nTo: office@example.com\nSubject: ${subject}\nMessage-ID: <${subject.replaceAll(" ", "-")}@shop.example>\nDate: Tue, 24 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: ${more.type ?? "text/plain; charset=utf-8"}\n\n${more.body ?? "Please pay."}\n`;
const withPdf = [
  "--x\nContent-Type: text/html; charset=utf-8\n\n<style>p{}</style><p>Total &amp; tax:<br>12&nbsp;EUR</p><script>alert(1)</script>",
  '--x\nContent-Type: application/pdf; name="invoice.pdf"\nContent-Disposition: attachment; filename="invoice.pdf"\nContent-Transfer-Encoding: base64\n\nJVBERi0xLjQK',
  "--x--",
].join("\n");

test("a mail that arrives starts an agent by what it says, once; what was there before starts nothing", async () => {
  await imap.deliver("ann", [mail("Old")]);
  const connection = await connect("ann");
  const filter = { from_contains: "SHOP.example", subject_contains: "invoice", has_attachment: true, text_contains: "12 eur" };
  const invoices = await listens(connection, filter);
  const all = await listens(connection);
  await look(connection);
  await imap.deliver("ann", [
    mail("Hello"),
    mail("Invoice 1", { type: "multipart/mixed; boundary=x", body: withPdf }),
    mail("Invoice 2", { from: "ann@other.example" }),
  ]);
  await look(connection);
  await look(connection);
  const started = ["started", "started", "started"];
  await expect.poll(async () => (await outcomesOf(service, all, "subject")).map(([, outcome]) => outcome)).toEqual(started);
  await expect
    .poll(async () => (await outcomesOf(service, invoices, "subject")).toSorted())
    .toEqual([
      ["Hello", "subject_contains"],
      ["Invoice 1", "started"],
      ["Invoice 2", "from_contains"],
    ]);
  const match = (await matchesOf(service, invoices)).find(({ outcome }) => outcome === "started");
  expect(match?.facts).toMatchObject({ from: "Shop <orders@shop.example>", to: "office@example.com", folder: "INBOX", attachments: 1 });
  const told = (await messagesOf(service, (await settled(service, match?.run_id ?? "")).id))
    .map(({ text_content }) => text_content ?? "")
    .join("\n");
  expect(told).toContain('"text":"Total & tax:\\n12 EUR"');
  expect(told).toContain('"attachments":[{"name":"invoice.pdf","media_type":"application/pdf","size":');
  expect(told).not.toContain("alert(1)");
  const tried = await service.ok(tryTriggerFilter, {
    params: { agentId: all.agentId },
    body: arrives(connection, { text_contains: "pay" }),
  });
  // Mails of one look are stored together, in no order among themselves.
  expect(tried.events.map(({ failing_field }) => failing_field).toSorted()).toEqual([null, null, "text_contains"]);
});

test("a folder of its own is read, and a server that counts anew brings no mail twice", async () => {
  await imap.deliver("ben", [mail("Old one"), mail("Old two")], "Orders");
  const connection = await connect("ben");
  const orders = await listens(connection, { folder: "Orders" });
  await look(connection);
  await imap.deliver("ben", [mail("Elsewhere")]);
  await append("ben", "Orders", "Order 1");
  await look(connection);
  await imap.session("ben", async (client) => {
    await client.mailboxRename("Orders", "Before");
    await client.mailboxCreate("Orders");
    await client.mailboxOpen("Before");
    await client.messageCopy("1:*", "Orders");
    await client.append("Orders", mail("Order 2").replaceAll("\n", "\r\n"));
  });
  await look(connection);
  await look(connection);
  await expect
    .poll(async () => (await outcomesOf(service, orders, "subject")).toSorted())
    .toEqual([
      ["Order 1", "started"],
      ["Order 2", "started"],
    ]);
});

test("a flood comes in portions, each mail once", async () => {
  const connection = await connect("flood");
  const all = await listens(connection, { subject_contains: "nothing" });
  await look(connection);
  await imap.deliver(
    "flood",
    Array.from({ length: 120 }, (_, i) => mail(`Mail ${i}`)),
  );
  await look(connection);
  const events = "select count(*)::int as n, count(distinct facts ->> 'subject')::int as mails from trigger_events where source_id = $1";
  const counted = async () => (await service.pool.query(events, [connection])).rows[0] as unknown;
  await expect.poll(counted).toEqual({ n: 120, mails: 120 });
  expect((await matchesOf(service, all)).length).toBeGreaterThan(0);
});

test("what goes wrong is said without the password, and a repair is seen at once", async () => {
  const connection = await connect("carl", "canary-wrong-password");
  await listens(connection);
  await look(connection);
  const health = await healthOf(connection);
  expect(health?.problem).toMatch(/^127\.0\.0\.1 does not accept this user name and password\./);
  const check = () => service.ok(listConnectionTools, { params: { connection_id: connection } });
  expect(await check()).toEqual({ success: false, code: "probe_failed", error: health?.problem });
  const headers = { plaintext: { Username: "carl" }, secret: { Password: imap.password } };
  await service.ok(updateConnection, { params: { connection_id: connection }, body: { headers } });
  await expect.poll(async () => (await healthOf(connection))?.problem).toBeNull();
  expect(await check()).toEqual({ success: true, tools: [] });
  const { rows } = await service.pool.query("select * from source_cursors, trigger_events");
  expect(JSON.stringify(rows)).not.toContain("canary-");
});

test("a folder that is missing is named, and stops its own trigger alone until it is there", async () => {
  await imap.deliver("edith", [mail("Old")]);
  const connection = await connect("edith");
  const [inbox, orders] = [await listens(connection), await listens(connection, { folder: "Orders" })];
  const missing = [{ name: "Orders", refusal: null }];
  await look(connection);
  await imap.deliver("edith", [mail("Letter")]);
  await look(connection);
  await expect.poll(() => startedBy(inbox)).toEqual(["Letter"]);
  expect(await healthOf(connection)).toMatchObject({ problem: null, failing_since: null, unread_folders: missing });
  expect([await unreadBy(inbox), await unreadBy(orders)]).toEqual([[], missing]);
  await imap.deliver("edith", [mail("There before")], "Orders");
  await look(connection);
  expect([await unreadBy(orders), (await healthOf(connection))?.unread_folders]).toEqual([[], []]);
  await append("edith", "Orders", "Order 1");
  await look(connection);
  await expect.poll(() => startedBy(orders)).toEqual(["Order 1"]);
  // Away for a while: what arrived before it is there again is found.
  await imap.session("edith", (client) => client.mailboxRename("Orders", "Moved"));
  await look(connection);
  expect(await unreadBy(orders)).toEqual(missing);
  await append("edith", "Moved", "Order 2");
  await imap.session("edith", (client) => client.mailboxRename("Moved", "Orders"));
  await look(connection);
  await expect.poll(() => startedBy(orders)).toHaveLength(2);
});

test("a folder that does not open is named with what the server says, and stops its own trigger alone until it does", async () => {
  await imap.deliver("frank", [mail("There before")], "Orders");
  await imap.session("frank", (client) => client.mailboxCreate("Years.2026"));
  const connection = await connect("frank");
  const [inbox, orders, years] = [
    await listens(connection),
    await listens(connection, { folder: "Orders" }),
    // A name under which there are folders, and no mails.
    await listens(connection, { folder: "Years" }),
  ];
  await look(connection);
  await imap.lock("frank", "Orders");
  await imap.deliver("frank", [mail("Letter")]);
  await look(connection);
  await expect.poll(() => startedBy(inbox)).toEqual(["Letter"]);
  const [refused] = await unreadBy(orders);
  expect(refused).toEqual({ name: "Orders", refusal: expect.stringContaining("ermission") });
  const health = await healthOf(connection);
  expect(health).toMatchObject({ problem: null, failing_since: null, unread_folders: [refused, { name: "Years" }] });
  expect([await unreadBy(inbox), await unreadBy(years)]).toEqual([[], [{ name: "Years", refusal: expect.any(String) }]]);
  await imap.lock("frank", "Orders", false);
  await append("frank", "Orders", "Order 1");
  await look(connection);
  await expect.poll(() => startedBy(orders)).toEqual(["Order 1"]);
  expect(await unreadBy(orders)).toEqual([]);
});

test("a mailbox needs a user name and a password, and is reached only where the rule for what goes out allows", async () => {
  const params = { teamId: service.teamId };
  const body = { name: "Mail", provider: "user", server_url: "imaps://mail.example.com", auth_method: "headers" } as const;
  await service.fails(createConnection, { params, body }, "invalid_request");
  const headers = { plaintext: { Username: "dora" }, secret: { Password: "canary" } };
  await service.fails(createConnection, { params, body: { ...body, server_url: "imaps://127.0.0.1:1", headers } }, "outbound_refused");
  await service.fails(createConnection, { params, body: { ...body, server_url: "imap://mail.example.com", headers } }, "outbound_refused");
  const { id } = await service.ok(createConnection, { params, body: { ...body, headers } });
  const change = (changes: CallInput<typeof updateConnection>["body"]) => ({ params: { connection_id: id }, body: changes });
  for (const changes of [
    { server_url: "https://mail.example.com/mcp" },
    { server_url: "imaps://mail.example.org" },
    { auth_method: "apikey" },
    { headers: null },
    { headers: { plaintext: {} } },
    { headers: { secret: {} } },
  ] as const)
    await service.fails(updateConnection, change(changes), "invalid_request");
  await service.ok(updateConnection, change({ headers: { secret: { Password: "" } } }));
  await service.ok(updateConnection, change({ server_url: "imaps://mail.example.org", headers: { secret: { Password: "another" } } }));
  const { id: agentId } = await agentWith(service, scripted("say Done"));
  const resources = { integration_slug: "mcp-resources", trigger_type: "resource_added", integration_instance_id: id } as const;
  await service.fails(upsertAgentTrigger, { params: { agentId }, body: resources }, "invalid_request");
});
