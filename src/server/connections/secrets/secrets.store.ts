import { and, asc, count, eq, isNull, or, sql } from "drizzle-orm";
import type { Secret } from "#contract/connections/secrets.ts";
import { newId } from "#server/platform/db/columns.ts";
import { alphabetical } from "#server/platform/db/letters.ts";
import type { Db } from "#server/platform/db/open.ts";
import { revisionSecrets, secrets } from "#server/connections/connections.table.ts";
import type { Envelope, Place } from "#server/platform/sealing/envelope.ts";

export type SecretRecord = typeof secrets.$inferSelect;
export type SecretValues = Readonly<Record<string, string>>;

/** What may be known of a secret: everything but its values. */
export function toSecret({ sealed: _, deleted_at: __, ...secret }: SecretRecord): Secret {
  return secret;
}

function placeOf({ id, team_id }: Pick<SecretRecord, "id" | "team_id">): Place {
  return { teamId: team_id, table: "secrets", id };
}

/** Throws Unreadable. */
export function openValues(envelope: Envelope, secret: Pick<SecretRecord, "id" | "team_id" | "sealed">): SecretValues {
  return JSON.parse(envelope.open(placeOf(secret), secret.sealed ?? "")) as SecretValues;
}

export function sealValues(envelope: Envelope, secret: Pick<SecretRecord, "id" | "team_id">, values: SecretValues) {
  return { sealed: envelope.seal(placeOf(secret), JSON.stringify(values)), env_var_keys: Object.keys(values).toSorted() };
}

/** Without a person: shared ones only. */
const seenBy = (userId: string | null) =>
  and(isNull(secrets.deleted_at), userId === null ? isNull(secrets.user_id) : or(isNull(secrets.user_id), eq(secrets.user_id, userId)));

export async function listVisibleSecrets(db: Db, teamId: string, userId: string): Promise<SecretRecord[]> {
  return db
    .select()
    .from(secrets)
    .where(and(eq(secrets.team_id, teamId), seenBy(userId)))
    .orderBy(alphabetical(secrets.name), secrets.id);
}

/** How many the team, or this person in it, has. */
export async function countSecrets(db: Db, teamId: string, userId: string | null): Promise<number> {
  const owner = userId === null ? isNull(secrets.user_id) : eq(secrets.user_id, userId);
  const [row] = await db
    .select({ n: count() })
    .from(secrets)
    .where(and(eq(secrets.team_id, teamId), owner, isNull(secrets.deleted_at)));
  return row?.n ?? 0;
}

export async function insertSecret(
  db: Db,
  envelope: Envelope,
  secret: Pick<SecretRecord, "team_id" | "user_id" | "name" | "service_slug" | "created_by">,
  values: SecretValues,
): Promise<SecretRecord> {
  const id = newId();
  const [row] = await db
    .insert(secrets)
    .values({ ...secret, id, ...sealValues(envelope, { id, team_id: secret.team_id }, values) })
    .returning();
  if (!row) throw new Error("insert returned no secret");
  return row;
}

/** `lock`: nobody changes or deletes it until the transaction ends. */
export async function findSecret(db: Db, teamId: string, id: string, lock?: "update" | "share"): Promise<SecretRecord | undefined> {
  const query = db
    .select()
    .from(secrets)
    .where(and(eq(secrets.id, id), eq(secrets.team_id, teamId), isNull(secrets.deleted_at)));
  const [row] = await (lock ? query.for(lock) : query);
  return row;
}

export type SecretPatch = Partial<Pick<SecretRecord, "name" | "service_slug" | "user_id" | "sealed" | "env_var_keys">>;

export async function patchSecret(db: Db, id: string, patch: SecretPatch): Promise<SecretRecord> {
  const [row] = await db
    .update(secrets)
    .set({ ...patch, updated_at: sql`now()` })
    .where(eq(secrets.id, id))
    .returning();
  if (!row) throw new Error("update returned no secret");
  return row;
}

/** Keeps the row as a name; the values are gone. */
export async function forgetSecret(db: Db, id: string): Promise<void> {
  await db
    .update(secrets)
    .set({ sealed: null, deleted_at: sql`now()`, updated_at: sql`now()` })
    .where(eq(secrets.id, id));
}

/** What a person sees of the secrets of a revision, or a run of theirs gets: in the order they were attached. */
export async function listAttachedSecrets(db: Db, buildId: string, userId: string | null): Promise<SecretRecord[]> {
  const rows = await db
    .select({ secret: secrets })
    .from(revisionSecrets)
    .innerJoin(secrets, eq(secrets.id, revisionSecrets.secret_id))
    .where(and(eq(revisionSecrets.revision_id, buildId), seenBy(userId)))
    .orderBy(asc(revisionSecrets.attached_at), asc(secrets.id));
  return rows.map((row) => row.secret);
}
