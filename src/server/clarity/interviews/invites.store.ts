import { and, eq, isNull, sql } from "drizzle-orm";
import { clarityCaptures } from "#server/clarity/processes/processes.table.ts";
import { storeNow, withInstants } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import { users } from "#server/teams/teams.table.ts";
import { clarityInterviews, clarityInvites } from "./interviews.table.ts";

const v = clarityInvites;

/** The caller holds the process. */
export async function endInvites(db: Db, processId: string): Promise<boolean> {
  const ended = await db
    .update(v)
    .set({ revoked_at: storeNow })
    .where(and(eq(v.process_id, processId), isNull(v.revoked_at)))
    .returning({ id: v.id });
  return ended.length > 0;
}

interface NewInvite {
  readonly processId: string;
  readonly tokenHash: string;
  readonly userId: string;
  readonly expiresAt: string;
}

/** The caller holds the process, and has ended the link before. */
export async function insertInvite(
  db: Db,
  { processId, tokenHash, userId, expiresAt }: NewInvite,
): Promise<{ id: string; created_at: string }> {
  const values = { process_id: processId, token_hash: tokenHash, created_by: userId, expires_at: expiresAt };
  const [row] = await db.insert(v).values(values).returning({ id: v.id, created_at: v.created_at });
  if (!row) throw new Error("insert returned no link");
  return row;
}

/** The link of a process that works now, with the interview that was started by it. */
export async function findActiveInvite(db: Db, processId: string, now: string) {
  const [row] = await db
    .select({
      id: v.id,
      created_at: v.created_at,
      expires_at: v.expires_at,
      created_by: { id: users.id, email: users.email },
      capture_id: clarityCaptures.id,
    })
    .from(v)
    .innerJoin(users, eq(users.id, v.created_by))
    .leftJoin(clarityInterviews, eq(clarityInterviews.invite_id, v.id))
    .leftJoin(clarityCaptures, eq(clarityCaptures.id, clarityInterviews.capture_id))
    .where(and(eq(v.process_id, processId), isNull(v.revoked_at), sql`${v.expires_at} > ${now}`));
  return row;
}

/** Where a link leads that works now. */
export interface GuestLink {
  readonly id: string;
  readonly process_id: string;
  readonly process_name: string;
  readonly team_id: string;
  readonly organization_name: string;
  readonly created_by: string;
  readonly invited_by_name: string | null;
  readonly expires_at: string;
  readonly used: boolean;
}

/** Undefined once it was replaced, ended or expired, and for a token that never was. */
export async function findLink(db: Db, tokenHash: string, now: string): Promise<GuestLink | undefined> {
  const { rows } = await db.execute<GuestLink & Record<string, unknown>>(sql`
    select v.id, p.id as process_id, p.name as process_name, p.team_id, o.name as organization_name, v.created_by,
      nullif(u.name, '') as invited_by_name, v.expires_at, v.used_at is not null as used
    from clarity_invites v join clarity_processes p on p.id = v.process_id join teams t on t.id = p.team_id
    join organizations o on o.id = t.organization_id join users u on u.id = v.created_by
    where v.token_hash = ${tokenHash} and v.revoked_at is null and v.expires_at > ${now}`);
  return rows[0] && withInstants(rows[0], "expires_at");
}

export async function markUsed(db: Db, id: string): Promise<void> {
  await db.update(v).set({ used_at: storeNow }).where(eq(v.id, id));
}
