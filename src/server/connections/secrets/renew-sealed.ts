import type { FastifyBaseLogger } from "fastify";
import type { Store } from "#server/platform/db/open.ts";
import { type Envelope, type Place, Unreadable } from "#server/platform/sealing/envelope.ts";

const atOnce = 200;

/** Every sealed column; null or empty where nothing is sealed. Those that are alone in their table were sealed without a name. */
const sealedColumns = [
  { table: "secrets" },
  { table: "logins" },
  { table: "connections", column: "sealed_headers" },
  { table: "connections", column: "sealed_client" },
  { table: "connections", column: "sealed_tokens" },
  { table: "custom_integrations", column: "sealed_client_secret" },
  { table: "webhook_sources", column: "sealed_secret" },
  { table: "webhook_sources", column: "sealed_former_secret" },
  { table: "notification_chats", column: "sealed_address" },
  { table: "audit_keys", owner: "organization_id" },
] as const satisfies readonly (Pick<Place, "table" | "column"> & { owner?: string })[];

interface Row {
  readonly id: string;
  readonly team_id: string;
  readonly sealed: string;
}

/**
 * Seals the data keys of all rows by the current key, where a former one did: after one start the former key is needed no more. Rows that
 * no known key opens stay as they are, and are counted in the log.
 */
export async function renewSealed({ pool }: Pick<Store, "pool">, envelope: Envelope, log: Pick<FastifyBaseLogger, "warn">): Promise<void> {
  for (const of of sealedColumns) {
    const { table } = of;
    // A key of an organization opens in its place as what a team has does in its own.
    const owner = "owner" in of ? of.owner : "team_id";
    const column = "column" in of ? of.column : "sealed";
    let unreadable = 0;
    for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
      const { rows } = await pool.query<Row>(
        `select id, ${owner} as team_id, ${column} as sealed from ${table} where id > $1 and ${column} <> '' and not starts_with(${column}, $2)
         order by id limit ${atOnce}`,
        [after, envelope.prefix],
      );
      for (const { id, team_id: teamId, sealed } of rows) {
        try {
          const renewed = envelope.renew({ teamId, id, table, ...("column" in of && { column: of.column }) }, sealed);
          // A person may have changed the row meanwhile; then it is sealed by the current key already.
          await pool.query(`update ${table} set ${column} = $2 where id = $1 and ${column} = $3`, [id, renewed, sealed]);
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error;
          unreadable++;
        }
      }
      if (rows.length < atOnce) break;
      after = rows.at(-1)?.id ?? after;
    }
    if (unreadable > 0)
      log.warn(
        { table, ...("column" in of && { column }), unreadable },
        "SECRETS_KEY does not open these rows; set the former key as SECRETS_KEY_PREVIOUS",
      );
  }
}
