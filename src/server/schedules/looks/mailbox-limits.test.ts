import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection, getConnection } from "#contract/connections/connections.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestImapServer, startImapServer } from "#server/testing/imap-server.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { lookAgain, matchesOf } from "./looks.cases.ts";

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

/** A mailbox whose mails start an agent. */
async function listening(user = `box-${randomUUID()}`) {
  const headers = { plaintext: { Username: user }, secret: { Password: imap.password } };
  const body = { name: `Mail of ${user}`, provider: "user", server_url: imap.url, auth_method: "headers", headers } as const;
  const { id: connection_id } = await service.ok(createConnection, { params: { teamId: service.teamId }, body });
  const { id: agentId } = await agentWith(service, scripted("say Done"));
  const trigger = { integration_slug: "imap", trigger_type: "mail_received", integration_instance_id: connection_id } as const;
  const { id: trigger_id } = await service.ok(upsertAgentTrigger, { params: { agentId }, body: { ...trigger, filter_config: {} } });
  const found = async () => (await matchesOf(service, { agentId, trigger_id })).map(({ facts, outcome }) => ({ ...facts, outcome }));
  const look = () => lookAgain(service, connection_id);
  const problem = async () => (await service.ok(getConnection, { params: { connection_id } })).looks?.problem;
  return { user, look, found, problem };
}

const mail = (subject: string, more: { from?: string; type?: string; body?: string } = {}) =>
  `From: ${more.from ?? "Shop <orders@shop.example>"}\nTo: office@example.com\nSubject: ${subject}\nDate: Tue, 24 Nov 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: ${more.type ?? "text/plain; charset=utf-8"}\n\n${more.body ?? "Please pay."}\n`;
/** In lines as long as a mail may have them. */
const listed = (count: number, separator: string) => Array.from({ length: count }, (_, i) => `a${i}@x.example`).join(`${separator}\n `);
const attached = (count: number) =>
  `--x\nContent-Type: text/plain\n\nSee the files.\n${'--x\nContent-Disposition: attachment; filename="a.txt"\n\na\n'.repeat(count)}--x--`;

const hostile = {
  "with 5,000 attachments": mail("Bad", { type: "multipart/mixed; boundary=x", body: attached(5_000) }),
  "from 10,000 addresses": mail("Bad", { from: listed(10_000, ",") }),
  "from a group of 50,000": mail("Bad", { from: `group: ${listed(50_000, ",")};` }),
  "with a subject of 3 MB": mail(`Bad ${"long ".repeat(600_000)}`),
};

/** What is known of each: of the group the subject stands behind all that is read. */
const known = { "from a group of 50,000": "" } as Readonly<Record<string, string>>;

test.each(Object.entries(hostile))("a mail %s is noted and passed: the one behind it arrives", async (title, bad) => {
  const { user, look, found, problem } = await listening();
  await look();
  await imap.deliver(user, [mail("Before"), bad, mail("Behind")]);
  await look();
  const started = async () =>
    (await found()).flatMap(({ subject, outcome }) => (outcome === "started" ? [subject?.slice(0, 3)] : [])).toSorted();
  await expect.poll(started).toEqual([known[title] ?? "Bad", "Bef", "Beh"]);
  expect(await problem()).toBeNull();
  await imap.deliver(user, [mail("Later")]);
  await look();
  await expect.poll(async () => (await found()).length).toBe(4);
});

test("many of them are passed too, each once, and those between them arrive whole", async () => {
  const { user, look, found } = await listening();
  await look();
  const bad = Object.values(hostile);
  const withFile = mail("Honest", { type: "multipart/mixed; boundary=x", body: attached(1) });
  await imap.deliver(user, [...bad, withFile, ...bad]);
  await look();
  await expect.poll(async () => (await found()).length).toBe(9);
  const honest = (await found()).filter(({ subject }) => subject === "Honest");
  expect(honest).toMatchObject([{ attachments: 1, has_attachment: true }]);
});

test("a mailbox that has one already is listened to from its end", async () => {
  const user = `box-${randomUUID()}`;
  await imap.deliver(user, [mail("Old"), hostile["from a group of 50,000"], hostile["with a subject of 3 MB"]]);
  const { look, found, problem } = await listening(user);
  await look();
  expect(await problem()).toBeNull();
  await imap.deliver(user, [mail("First")]);
  await look();
  await expect.poll(async () => (await found()).map(({ subject }) => subject)).toEqual(["First"]);
});
