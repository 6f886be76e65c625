import { expect } from "vitest";
import { createConnection } from "#contract/connections/connections.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import type { TestImapServer } from "#server/testing/imap-server.ts";
import { type OddMail, oddMails } from "#server/testing/odd-mails.ts";
import type { TestService } from "#server/testing/service.ts";
import { lookAgain } from "./looks.cases.ts";

interface Row {
  readonly id: string;
  readonly subject: string;
  readonly content: string;
  readonly attachments: number;
}

/** Brings so many odd mails to a real mail server: each is one event, with its text and with every byte of its files. */
export async function readOddMails(service: TestService, imap: TestImapServer, count: number): Promise<void> {
  const headers = { plaintext: { Username: "odd" }, secret: { Password: imap.password } };
  const made = { name: "Odd mails", provider: "user", server_url: imap.url, auth_method: "headers", headers } as const;
  await imap.deliver("odd", []);
  const { id: connection } = await service.ok(createConnection, { params: { teamId: service.teamId }, body: made });
  const { id: agentId } = await agentWith(service, scripted("say Done"));
  const body = { integration_slug: "imap", trigger_type: "mail_received", integration_instance_id: connection, filter_config: {} } as const;
  await service.ok(upsertAgentTrigger, { params: { agentId }, body });
  await lookAgain(service, connection);
  const mails = oddMails(count);
  await imap.session("odd", async (client) => {
    for (const { raw } of mails) await client.append("INBOX", raw);
  });
  const read = async () => {
    const { rows } = await service.pool.query<Row>(
      `select id, facts ->> 'subject' as subject, content, (facts ->> 'attachments')::int as attachments from trigger_events where source_id = $1`,
      [connection],
    );
    return rows;
  };
  await lookAgain(service, connection);
  await expect.poll(async () => (await read()).length).toBe(count);
  const rows = new Map((await read()).map((row) => [row.subject, row]));
  const wrong: string[] = [];
  for (const [n, mail] of mails.entries()) wrong.push(...(await wrongWith(service, rows.get(`odd ${n}`), mail)));
  expect(wrong).toEqual([]);
}

async function wrongWith(service: TestService, row: Row | undefined, { kind, text, files }: OddMail): Promise<string[]> {
  if (!row) return [`${kind}: it was not read`];
  const { text: found, cut } = JSON.parse(row.content) as { text: string | null; cut: boolean };
  const held = await heldBy(service, row.id);
  return [
    ...(found !== null && found.includes(text) && !cut ? [] : [`${kind}: its text is ${JSON.stringify(found)}`]),
    ...(row.attachments >= files.length ? [] : [`${kind}: ${row.attachments} of ${files.length} files are named`]),
    ...(sorted(held).join() === sorted(files).join() ? [] : [`${kind}: its files have ${held.map(({ length }) => length).join()} bytes`]),
  ];
}

const sorted = (files: readonly Buffer[]) => files.map((content) => content.toString("base64")).toSorted();

/** The files that wait for the runs of an event. */
async function heldBy({ pool, app }: TestService, eventId: string): Promise<Buffer[]> {
  const { rows } = await pool.query<{ object_key: string }>("select object_key from sandbox_files where sandbox_id = $1", [eventId]);
  return Promise.all(rows.map(async ({ object_key }) => Buffer.from(await app.services.objects.bytes(object_key))));
}
