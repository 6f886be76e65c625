import type { FastifyBaseLogger } from "fastify";
import type { Store } from "#server/platform/db/open.ts";
import { type Envelope, Unreadable } from "#server/platform/sealing/envelope.ts";

const atOnce = 200;

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
  for (const table of ["secrets", "logins"] as const) {
    let unreadable = 0;
    for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
      const { rows } = await pool.query<Row>(
        `select id, team_id, sealed from ${table} where id > $1 and sealed is not null and not starts_with(sealed, $2) order by id limit ${atOnce}`,
        [after, envelope.prefix],
      );
      for (const { id, team_id: teamId, sealed } of rows) {
        try {
          const renewed = envelope.renew({ teamId, table, id }, sealed);
          // A person may have changed the row meanwhile; then it is sealed by the current key already.
          await pool.query(`update ${table} set sealed = $2 where id = $1 and sealed = $3`, [id, renewed, sealed]);
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error;
          unreadable++;
        }
      }
      if (rows.length < atOnce) break;
      after = rows.at(-1)?.id ?? after;
    }
    if (unreadable > 0) log.warn({ table, unreadable }, "SECRETS_KEY does not open these rows; set the former key as SECRETS_KEY_PREVIOUS");
  }
}
