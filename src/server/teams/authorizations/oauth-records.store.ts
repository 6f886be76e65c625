import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Adapter } from "oidc-provider";
import type { Db } from "#server/platform/db/open.ts";
import { keyHash } from "#server/platform/http/caller.ts";
import { oauthRecords } from "./oauth-records.table.ts";

/** A host may repeat the exchange whose answer it never got: this long a refresh token that was used is as good as one that was not. */
const graceSeconds = 60;

/** A client that nobody lets in is forgotten after this long, any other with its last token: anybody may register. */
const unusedClientSeconds = 3_600;

const secondsFromNow = (seconds: number): SQL<string> => sql`now() + make_interval(secs => ${seconds}::float8)`;

interface RecordErrors {
  /** A code was exchanged already. */
  readonly used: () => Error;
  /** Something has characters that the store does not take. */
  readonly unwritable: () => Error;
}

/** Keeps what the authorization server keeps, for all processes. */
export function recordsOf(db: Db, { used, unwritable }: RecordErrors): (kind: string) => Adapter {
  return (kind) => {
    const at = (id: string) => and(eq(oauthRecords.kind, kind), eq(oauthRecords.hash, keyHash(id)));
    return {
      async upsert(id, { jti: _id, ...payload }, expiresIn = 0) {
        if (!isWritable(payload)) throw unwritable();
        const values = {
          payload,
          grant_hash: kind === "Grant" ? keyHash(id) : payload.grantId ? keyHash(payload.grantId) : null,
          key_id: payload.accountId ?? null,
          expires_at: secondsFromNow(kind === "Client" ? unusedClientSeconds : expiresIn),
        };
        await db
          .insert(oauthRecords)
          .values({ kind, hash: keyHash(id), ...values })
          .onConflictDoUpdate({ target: [oauthRecords.kind, oauthRecords.hash], set: values });
        if (kind === "RefreshToken" && payload.clientId) await keepClient(db, payload.clientId, expiresIn);
      },
      async find(id) {
        const grace = kind === "RefreshToken" ? graceSeconds : 0;
        const [row] = await db
          .select({
            payload: oauthRecords.payload,
            consumed: sql<boolean>`coalesce(${oauthRecords.consumed_at} <= now() - make_interval(secs => ${grace}), false)`,
          })
          .from(oauthRecords)
          .where(and(at(id), gt(oauthRecords.expires_at, sql`now()`)));
        if (!row) return undefined;
        return { ...row.payload, ...(kind !== "Client" && { jti: id }), ...(row.consumed && { consumed: true }) };
      },
      // Sessions are found by their cookie, and user codes are not given out.
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      async consume(id) {
        const once = kind === "RefreshToken" ? undefined : isNull(oauthRecords.consumed_at);
        const rows = await db
          .update(oauthRecords)
          .set({ consumed_at: sql`coalesce(${oauthRecords.consumed_at}, now())` })
          .where(and(at(id), once))
          .returning({ hash: oauthRecords.hash });
        if (rows.length === 0) throw used();
      },
      async destroy(id) {
        await db.delete(oauthRecords).where(at(id));
      },
      async revokeByGrantId(grantId) {
        await db.delete(oauthRecords).where(and(eq(oauthRecords.kind, kind), eq(oauthRecords.grant_hash, keyHash(grantId))));
      },
    };
  };
}

/** PostgreSQL's JSON has neither the character 0 nor halves of characters. */
function isWritable(payload: object): boolean {
  let writable = true;
  JSON.stringify(payload, (_name, value: unknown) => {
    if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) writable = false;
    return value;
  });
  return writable;
}

/** A client that registered by itself is known as long as somebody lets it in. */
async function keepClient(db: Db, clientId: string, seconds: number): Promise<void> {
  await db
    .update(oauthRecords)
    .set({ expires_at: sql`greatest(${oauthRecords.expires_at}, ${secondsFromNow(seconds)})` })
    .where(and(eq(oauthRecords.kind, "Client"), eq(oauthRecords.hash, keyHash(clientId))));
}

/** Whoever else decides on the same client waits until the transaction ends. */
export async function lockAsked(db: Db, id: string): Promise<void> {
  const asked = and(eq(oauthRecords.kind, "Interaction"), eq(oauthRecords.hash, keyHash(id)));
  await db.select({ hash: oauthRecords.hash }).from(oauthRecords).where(asked).for("update");
}

const portion = 500;

/** Removes records that are over, and the keys of clients that hold nothing any more, in portions. */
export async function removeOverRecords(db: Db, closed: () => boolean): Promise<void> {
  for (;;) {
    const records = await db.execute(sql`
      delete from oauth_records where (kind, hash) in (
        select kind, hash from oauth_records where expires_at < now() - interval '1 hour' order by expires_at limit ${portion}
        for update skip locked)`);
    const keys = await db.execute(sql`
      delete from api_keys where id in (
        select k.id from api_keys k where k.client is not null and k.created_at < now() - interval '1 hour'
          and not exists (
            select from oauth_records r where r.key_id = k.id and r.kind in ('RefreshToken', 'AccessToken') and r.expires_at > now())
        limit ${portion} for update skip locked)`);
    if (closed() || Math.max(records.rowCount ?? 0, keys.rowCount ?? 0) < portion) return;
  }
}
