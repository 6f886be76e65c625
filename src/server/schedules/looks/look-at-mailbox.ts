import { sql } from "drizzle-orm";
import { usualFolder } from "#contract/schedules/trigger-filter.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import type { FolderPlace } from "#server/connections/mailbox/read-mailbox.ts";
import type { FoundMail } from "#server/connections/mailbox/take-mails.ts";
import { lookingAt } from "#server/connections/mcp/reach.ts";
import { mcpOf } from "#server/connections/mcp/processes.ts";
import { storableJson } from "#server/engine/log/log-messages.ts";
import { createRedactor } from "#server/engine/secrets/redactor.ts";
import type { Looked } from "./cursors.store.ts";
import type { Found } from "./found.ts";
import { listening } from "./listening.ts";
import type { Looking } from "./looking.ts";

/** The mails that arrived in the folders that triggers listen to. Throws an McpFault or a ToolError. */
export async function lookAtMailbox(services: Looking, connection: ConnectionRecord, cursor: unknown): Promise<Looked> {
  const known = (cursor ?? {}) as Readonly<Record<string, FolderPlace>>;
  const folders = await foldersOf(services, connection.id);
  return lookingAt(services, connection, async ({ server, hidden }) => {
    const { places, mails, unread, more } = await mcpOf(services.outbound).readMailbox(server, { folders, known });
    const redactor = createRedactor(hidden);
    const found = mails.map(({ files = [], ...mail }) => ({ ...eventOf(redactor.json(mail)), files }));
    return { cursor: places, found, unread: redactor.json(unread), more };
  });
}

function eventOf({ folder, key, ...mail }: Omit<FoundMail, "files">): Found {
  const { from, to, subject, attachments } = mail;
  const facts = { folder, from, to, subject, attachments: attachments.length, has_attachment: attachments.length > 0 };
  return { type: "mail_received", key, facts: storableJson(facts) as Found["facts"], content: JSON.stringify(storableJson(mail)) };
}

async function foldersOf({ store }: Looking, connectionId: string): Promise<string[]> {
  const { rows } = await store.db.execute<{ folder: string }>(sql`
    select distinct coalesce(t.filter_config ->> 'folder', ${usualFolder}) as folder from ${listening}
    where t.connection_id = ${connectionId} order by folder`);
  return rows.map(({ folder }) => folder);
}
