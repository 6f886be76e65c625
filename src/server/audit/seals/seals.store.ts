import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { isoInstant, newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Envelope } from "#server/platform/sealing/envelope.ts";
import { type Ends, macOfEnds, type Seal, type Written } from "./seal.ts";

/** The ends of an organization's chain of seals, and the key that it is made with. */
export interface Chain extends Ends {
  readonly key: Buffer;
  readonly mac: Buffer | null;
}

interface ChainRow extends Omit<Chain, "key" | "last_entry_id"> {
  readonly id: string;
  readonly sealed: string;
  readonly last_entry_id: string | number;
}

/** Undefined where nothing was sealed yet. Throws `Unreadable` for a key that this installation does not open. */
export async function findChain(db: Db, envelope: Envelope, organizationId: string): Promise<Chain | undefined> {
  const { rows } = await db.execute<ChainRow & Record<string, unknown>>(
    sql`select id, sealed, first_number, last_number, last_entry_id, mac from audit_keys where organization_id = ${organizationId}`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { id, sealed, last_entry_id, ...ends } = row;
  const key = Buffer.from(envelope.open({ teamId: organizationId, table: "audit_keys", id }, sealed), "hex");
  return { ...ends, key, last_entry_id: Number(last_entry_id) };
}

/** Makes the key of an organization. */
export async function insertKey(db: Db, envelope: Envelope, organizationId: string): Promise<Chain> {
  const id = newId();
  const key = randomBytes(32);
  const sealed = envelope.seal({ teamId: organizationId, table: "audit_keys", id }, key.toString("hex"));
  await db.execute(sql`insert into audit_keys (id, organization_id, sealed) values (${id}, ${organizationId}, ${sealed})`);
  return { key, first_number: 1, last_number: 0, last_entry_id: 0, mac: null };
}

export async function insertSeal(db: Db, seal: Seal): Promise<void> {
  const { organization_id, number, ids, macs, last_at, previous_mac, previous_at, mac } = seal;
  await db.execute(sql`
    insert into audit_seals (organization_id, number, ids, macs, last_at, previous_mac, previous_at, mac)
    values (${organization_id}, ${number}, ${sql.param(ids)}::bigint[], ${macs}, ${last_at}, ${previous_mac}, ${previous_at}, ${mac})`);
}

/** Says which seals there are from now on. */
export async function saveEnds(db: Db, organizationId: string, key: Buffer, ends: Ends): Promise<void> {
  const { first_number, last_number, last_entry_id } = ends;
  await db.execute(sql`
    update audit_keys set first_number = ${first_number}, last_number = ${last_number}, last_entry_id = ${last_entry_id},
      mac = ${macOfEnds(key, ends)} where organization_id = ${organizationId}`);
}

type SealRow = Omit<Seal, "ids"> & { readonly ids: readonly (string | number)[] };

/** Seals from a number on, in order. */
export async function listSeals(db: Db, organizationId: string, from: number, limit: number): Promise<Seal[]> {
  const { rows } = await db.execute<SealRow & Record<string, unknown>>(
    sql`select * from audit_seals where organization_id = ${organizationId} and number >= ${from} order by number limit ${limit}`,
  );
  return rows.map((row) => ({
    ...row,
    ids: row.ids.map(Number),
    last_at: isoInstant(row.last_at),
    previous_at: row.previous_at === null ? null : isoInstant(row.previous_at),
  }));
}

export async function findLastSeal(db: Db, organizationId: string): Promise<Seal | undefined> {
  const { rows } = await db.execute<{ number: number }>(
    sql`select number from audit_seals where organization_id = ${organizationId} order by number desc limit 1`,
  );
  return rows[0] && (await listSeals(db, organizationId, rows[0].number, 1))[0];
}

/** What is sealed of an entry: everything but the words of the search, which follow from it. Its form never changes. */
const written =
  sql.raw(`e.id, e.at, jsonb_build_array(1, e.id, e.organization_id, extract(epoch from e.at), e.type, e.operation, e.actor_kind,
  e.actor_id, e.actor_name, e.door, e.credential_id, e.credential_name, e.address, e.request_id, e.team_id, e.object_kind, e.object_id,
  e.object_name, e.facts, e.changes)::text as text`);

type WrittenRow = Omit<Written, "id"> & { readonly id: string | number };
const toWritten = ({ id, at, text }: WrittenRow): Written => ({ id: Number(id), at: isoInstant(at), text });

/** The next entries behind an id that are settled: no open transaction of this database began before theirs. */
export async function listUnsealed(db: Db, organizationId: string, behind: number, limit: number): Promise<Written[]> {
  const { rows } = await db.execute<WrittenRow & Record<string, unknown>>(sql`
    select ${written} from audit_entries e where e.organization_id = ${organizationId} and e.id > ${behind}
      and e.tx < (select settled_before()) order by e.id limit ${limit}`);
  return rows.map(toWritten);
}

/** Entries whose ids are above `low` and at most `high`. */
export async function listBetween(db: Db, organizationId: string, low: number, high: number, limit: number): Promise<Written[]> {
  const { rows } = await db.execute<WrittenRow & Record<string, unknown>>(sql`
    select ${written} from audit_entries e where e.organization_id = ${organizationId} and e.id > ${low} and e.id <= ${high} order by e.id limit ${limit}`);
  return rows.map(toWritten);
}

/** Entries that no seal covers yet; of very many at least `most`. */
export async function countUnsealed(db: Db, organizationId: string, behind: number, most: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (select from audit_entries where organization_id = ${organizationId} and id > ${behind} limit ${most}) e`);
  return rows[0]?.n ?? 0;
}

export async function listOrganizationIds(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from organizations order by id`);
  return rows.map(({ id }) => id);
}
