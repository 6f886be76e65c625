import { type Column, getTableName, sql, type Table } from "drizzle-orm";
import { durationWords } from "#server/engine/duration-words.ts";
import type { Db } from "#server/platform/db/open.ts";
import { ModelFault } from "./port.ts";

const maxOwnDelayMs = 60_000;

/** Milliseconds until the next try after `attempt` faults in a row: doubling and spread out, but never sooner than the other side asked for. */
function retryDelay(attempt: number, asked: number | undefined): number {
  const own = Math.min(maxOwnDelayMs, 500 * 2 ** Math.min(attempt, 16) * (0.75 + Math.random() / 2));
  return Math.max(own, asked ?? 0);
}

interface Faulted {
  readonly id: string;
  /** Faults in a row before this one. */
  readonly attempt: number;
}

/**
 * When the step is tried again, or why not: once its faults last longer than `patienceMs`, by the store's clock. `asked`: the wait that the other side
 * asks for, in milliseconds.
 */
export async function nextTry(
  db: Db,
  table: Table & Record<"id" | "retrying_since", Column>,
  { id, attempt }: Faulted,
  asked: number | undefined,
  patienceMs: number,
): Promise<{ delayMs: number } | { gaveUp: string }> {
  const delayMs = retryDelay(attempt + 1, asked);
  if ((asked ?? 0) > patienceMs) return { gaveUp: `The provider asks to wait ${durationWords(asked ?? 0)}, which is too long.` };
  const lasted = attempt === 0 ? 0 : await lastedMs(db, getTableName(table), id);
  if (lasted + delayMs <= patienceMs) return { delayMs };
  return { gaveUp: attempt === 0 ? "Gave up after one try." : `Gave up after ${attempt + 1} tries in ${durationWords(lasted)}.` };
}

/** Why a step is not tried again: what has come twice in a row in the same words will come again. */
export function cameTwice(error: unknown, { retry_reason }: { readonly retry_reason: string | null }): { gaveUp: string } | undefined {
  const again = error instanceof ModelFault && error.lasting && retry_reason === error.message;
  return again ? { gaveUp: "Gave up after the same answer came twice." } : undefined;
}

async function lastedMs(db: Db, table: string, id: string): Promise<number> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select coalesce(extract(epoch from now() - retrying_since) * 1000, 0)::float8 as ms from ${sql.identifier(table)} where id = ${id}::uuid`,
  );
  return rows[0]?.ms ?? 0;
}
