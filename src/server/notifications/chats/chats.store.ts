import { sql } from "drizzle-orm";
import type { NotificationChat } from "#contract/notifications/chats.ts";
import type { ChatChannel } from "#contract/notifications/notification-words.ts";
import { newId, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Envelope } from "#server/platform/sealing/envelope.ts";

export interface ChatRecord {
  readonly id: string;
  readonly team_id: string;
  readonly channel: ChatChannel;
  readonly sealed_address: string;
  readonly host: string;
  readonly last_sent_at: string | null;
  readonly failed_at: string | null;
  readonly failed_reason: string | null;
  readonly gone: boolean;
  readonly updated_at: string;
}

/** Why a message did not arrive. `gone`: the address leads nowhere any more. `later`: another try may help, after so many seconds. */
export interface Failure {
  readonly reason: string;
  readonly gone?: boolean;
  readonly later?: number;
}

export const placeOf = ({ id, team_id }: Pick<ChatRecord, "id" | "team_id">) => {
  return { teamId: team_id, table: "notification_chats", id, column: "sealed_address" };
};

export async function listChats(db: Db, teamId: string): Promise<ChatRecord[]> {
  const { rows } = await db.execute<ChatRecord & Record<string, unknown>>(
    sql`select * from notification_chats where team_id = ${teamId} order by channel desc`,
  );
  return rows.map((row) => withInstants(row, "last_sent_at", "failed_at", "updated_at"));
}

export async function findChat(db: Db, teamId: string, channel: string): Promise<ChatRecord | undefined> {
  return (await listChats(db, teamId)).find((chat) => chat.channel === channel);
}

/** Another address is another row: what was sealed for one opens in no other. */
export async function replaceChat(db: Db, envelope: Envelope, teamId: string, channel: ChatChannel, address: string): Promise<void> {
  const of = { id: newId(), team_id: teamId };
  await db.execute(sql`
    insert into notification_chats (id, team_id, channel, sealed_address, host)
    values (${of.id}, ${teamId}, ${channel}, ${envelope.seal(placeOf(of), address)}, ${new URL(address).host})
    on conflict (team_id, channel) do update set id = excluded.id, sealed_address = excluded.sealed_address, host = excluded.host,
      last_sent_at = null, failed_at = null, failed_reason = null, gone = false, created_at = now(), updated_at = now()`);
}

export async function removeChat(db: Db, teamId: string, channel: ChatChannel): Promise<boolean> {
  const { rowCount } = await db.execute(sql`delete from notification_chats where team_id = ${teamId} and channel = ${channel}`);
  return (rowCount ?? 0) > 0;
}

/** It took a message, so it works. */
export async function noteSent(db: Db, { id }: Pick<ChatRecord, "id">): Promise<void> {
  await db.execute(
    sql`update notification_chats set last_sent_at = now(), failed_at = null, failed_reason = null, gone = false where id = ${id}`,
  );
}

export async function noteFailed(db: Db, { id }: Pick<ChatRecord, "id">, { reason, gone = false }: Failure): Promise<void> {
  await db.execute(sql`
    update notification_chats set failed_at = coalesce(failed_at, now()), failed_reason = ${reason.slice(0, 300)}, gone = gone or ${gone} where id = ${id}`);
}

export function shownChat({ channel, host, last_sent_at, failed_at, failed_reason, gone, updated_at }: ChatRecord): NotificationChat {
  const trouble = failed_at === null || failed_reason === null ? null : { since: failed_at, reason: failed_reason, gone };
  return { channel, host, last_sent_at, trouble, updated_at };
}
