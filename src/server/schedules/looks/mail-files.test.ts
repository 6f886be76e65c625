import { afterAll, beforeAll, expect, test } from "vitest";
import { createConnection } from "#contract/connections/connections.ts";
import { replayTriggerEvent, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { getSandboxDownloadUrl, listSandboxFiles } from "#contract/runs/sandboxes.ts";
import { getRun } from "#contract/runs/runs.ts";
import { agentWith, messagesOf, scripted, settled } from "#server/testing/agents.ts";
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

const connect = async (user: string) => {
  const headers = { plaintext: { Username: user }, secret: { Password: imap.password } };
  const body = { name: `Mail of ${user}`, provider: "user", server_url: imap.url, auth_method: "headers", headers } as const;
  return (await service.ok(createConnection, { params: { teamId: service.teamId }, body })).id;
};
const listens = async (integration_instance_id: string) => {
  const { id: agentId } = await agentWith(service, scripted("say Done"));
  const body = { integration_slug: "imap", trigger_type: "mail_received", integration_instance_id, filter_config: {} } as const;
  return { agentId, trigger_id: (await service.ok(upsertAgentTrigger, { params: { agentId }, body })).id };
};
/** A mailbox to which a trigger listens, and that was looked at. */
const mailbox = async (user: string) => {
  await imap.deliver(user, []);
  const connection = await connect(user);
  const trigger = await listens(connection);
  await lookAgain(service, connection);
  return { connection, trigger };
};
const startedRuns = async (trigger: Awaited<ReturnType<typeof listens>>, count: number) => {
  const runs = async () => (await matchesOf(service, trigger)).flatMap(({ run_id }) => run_id ?? []);
  await expect.poll(async () => (await runs()).length).toBe(count);
  return Promise.all((await runs()).map(async (id) => settled(service, id)));
};
const filesOf = async (run_id: string) => {
  const { run } = await service.ok(getRun, { params: { run_id } });
  if (run.sandbox_id === null) return {};
  const params = { sandbox_id: run.sandbox_id };
  const { files } = await service.ok(listSandboxFiles, { params, query: { path: "/workspace/attachments" } });
  const read = files.map(async ({ path }) => {
    const { url } = await service.ok(getSandboxDownloadUrl, { params, query: { path } });
    return [path, Buffer.from(await (await fetch(url)).arrayBuffer())] as const;
  });
  return Object.fromEntries(await Promise.all(read));
};
const told = async (id: string) => (await messagesOf(service, id)).map(({ text_content }) => text_content ?? "").join("\n");

/** Every byte, so that nothing that changes texts leaves it whole. */
const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7 + (at >> 8)) % 256));
const base64 = (content: Buffer) => content.toString("base64").replace(/.{76}/g, "$&\n");
const packed = (name: string, content: Buffer, type = "application/pdf") =>
  `--x\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${base64(content)}\n`;
const mail = (subject: string, ...parts: string[]) =>
  `From: Shop <orders@shop.example>\nTo: office@example.com\nSubject: ${subject}\nMessage-ID: <${subject}@shop.example>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nPlease pay.\n${parts.join("")}--x--\n`;

test("a run gets what is attached to its mail as files, byte by byte, and so does the run of a replay and of another trigger", async () => {
  const { connection, trigger } = await mailbox("ann");
  const second = await listens(connection);
  const large = Buffer.concat(Array.from({ length: 30 }, () => bytes));
  await imap.deliver("ann", [
    mail("Invoice", packed("invoice.pdf", bytes), packed("invoice.pdf", Buffer.from("two")), packed("../große.pdf", large)),
  ]);
  await lookAgain(service, connection);
  const [run] = await startedRuns(trigger, 1);
  const [other] = await startedRuns(second, 1);
  const right = {
    "/workspace/attachments/attachment": large,
    "/workspace/attachments/invoice.pdf": bytes,
    "/workspace/attachments/invoice (2).pdf": Buffer.from("two"),
  };
  expect(await filesOf(run?.id ?? "")).toEqual(right);
  expect(await filesOf(other?.id ?? "")).toEqual(right);
  expect(run?.sandbox_id).not.toBe(other?.sandbox_id);
  expect(await told(run?.id ?? "")).toContain('"/workspace/attachments/invoice (2).pdf"');
  const event_id = (await matchesOf(service, trigger))[0]?.event_id ?? "";
  const replayed = await service.ok(replayTriggerEvent, { params: { ...trigger, event_id } });
  expect(await filesOf(replayed.run.id)).toEqual(right);
});

test("after a day its files are gone, and a replay is told so", async () => {
  const { connection, trigger } = await mailbox("ben");
  await imap.deliver("ben", [mail("Invoice", packed("invoice.pdf", bytes))]);
  await lookAgain(service, connection);
  const [run] = await startedRuns(trigger, 1);
  const event_id = (await matchesOf(service, trigger))[0]?.event_id ?? "";
  const { rows } = await service.pool.query("select expires_at - now() > interval '23 hours' as kept from sandboxes where id = $1", [
    event_id,
  ]);
  expect(rows).toEqual([{ kept: true }]);
  await service.pool.query("delete from sandboxes where id = $1", [event_id]);
  const replayed = await service.ok(replayTriggerEvent, { params: { ...trigger, event_id } });
  expect(await filesOf(replayed.run.id)).toEqual({});
  expect(await told(replayed.run.id)).toContain("Its attached files are not in the workspace");
  expect(await filesOf(run?.id ?? "")).toEqual({ "/workspace/attachments/invoice.pdf": bytes });
});

test("a mail that is too large, or that the storage has no room for, starts its run without files, and says so", async () => {
  const { connection, trigger } = await mailbox("cleo");
  await imap.deliver("cleo", [mail("Film", packed("film.mp4", Buffer.alloc(20_000_000, "film"), "video/mp4")), mail("Behind it")]);
  await lookAgain(service, connection);
  const runs = await startedRuns(trigger, 2);
  const films = await Promise.all(runs.map(async ({ id }) => [await filesOf(id), (await told(id)).includes("not in the workspace")]));
  expect(films).toEqual(
    expect.arrayContaining([
      [{}, true],
      [{}, false],
    ]),
  );
  const { rows } = await service.pool.query<{ bytes: string }>("select bytes from storage_limits where scope = 'team'");
  const limit = (most = "") => service.pool.query("update storage_limits set bytes = $1 where scope = 'team'", [most]);
  await limit("1000");
  await imap.deliver("cleo", [mail("Invoice", packed("invoice.pdf", bytes))]);
  await lookAgain(service, connection);
  await startedRuns(trigger, 3);
  const [match] = (await matchesOf(service, trigger)).filter(({ facts }) => facts.subject === "Invoice");
  expect(await told(match?.run_id ?? "")).toContain("Its attached files are not in the workspace");
  await limit(rows[0]?.bytes);
});

test("an invitation that is all of a mail is a file, and a name with a comma is one address", async () => {
  const { connection, trigger } = await mailbox("dora");
  const calendar = "BEGIN:VCALENDAR\nMETHOD:REQUEST\nEND:VCALENDAR";
  const head = 'From: "Doe, Jane" <jane@example.com>\nTo: office@example.com\nSubject: Meeting\nMIME-Version: 1.0\n';
  await imap.deliver("dora", [`${head}Content-Type: text/calendar; method=REQUEST; charset=utf-8\n\n${calendar}\n`]);
  await lookAgain(service, connection);
  const [run] = await startedRuns(trigger, 1);
  expect(Object.values(await filesOf(run?.id ?? "")).map((file) => file.toString().trim())).toEqual([calendar]);
  const [match] = await matchesOf(service, trigger);
  expect(match?.facts).toMatchObject({ from: '"Doe, Jane" <jane@example.com>', attachments: 1 });
});

test("a mail that is moved out of its folder and back starts nothing again", async () => {
  const { connection, trigger } = await mailbox("eve");
  await imap.deliver("eve", [mail("Invoice")]);
  await lookAgain(service, connection);
  await startedRuns(trigger, 1);
  await imap.session("eve", async (client) => {
    await client.mailboxCreate("Aside");
    await client.mailboxOpen("INBOX");
    await client.messageMove("1:*", "Aside");
    await client.mailboxOpen("Aside");
    await client.messageMove("1:*", "INBOX");
  });
  await imap.deliver("eve", [mail("Reminder")]);
  await lookAgain(service, connection);
  await startedRuns(trigger, 2);
  expect((await matchesOf(service, trigger)).map(({ facts }) => facts.subject).toSorted()).toEqual(["Invoice", "Reminder"]);
});
