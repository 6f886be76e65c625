import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { BrokenReason } from "#contract/connections/connection-words.ts";
import { connectionEvents } from "#contract/connections/events.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { tellChanged } from "#server/connections/connections/tell-changed.ts";
import { teamsGranted } from "#server/connections/grants/grants.store.ts";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { mcpOf } from "#server/connections/mcp/processes.ts";
import { renewNative } from "#server/connections/native/native-sign-in.ts";
import { record } from "#server/platform/events/record.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { openClient, openTokens, sealTokens, type Tokens } from "./tokens.ts";

type Services = Pick<EngineServices, "config" | "store" | "clock" | "envelope" | "outbound" | "live" | "log">;
type Row = ConnectionRecord & { readonly due: boolean; readonly over: boolean };

/** Longer than a renewal takes: a process that was killed with it holds nobody up for longer. */
const leaseSeconds = 30;
/** Whoever got the lease longer ago asks nobody: the answer might come when the lease is another's. An exchange ends within the rest of it. */
const askWithinMs = 5_000;
const lookAgainMs = 200;

/** The connection's sign-in ended for good: a person has to sign in again. */
export class SignInEnded extends Error {}

/**
 * The tokens of a connection, renewed a tenth of their life before they end. One process renews them, by a lease in the row; the others go on with
 * what they have as long as it is good. What comes back is stored only where nobody has stored since. `used`: tokens of this generation were
 * refused, so that they are renewed whatever their time. Throws {@link SignInEnded}, an McpFault where the sign-in server is away, and Unreadable.
 */
export async function freshTokens(
  services: Services,
  connectionId: string,
  used?: number,
): Promise<{ tokens: Tokens; generation: number }> {
  const { store, envelope } = services;
  for (const until = Date.now() + leaseSeconds * 1000; ;) {
    const row = await find(services, connectionId);
    if (!row || row.broken_at !== null) throw new SignInEnded();
    const tokens = openTokens(envelope, row);
    if (!tokens) throw new SignInEnded();
    const refused = used !== undefined && row.generation === used;
    const { generation } = row;
    if (!row.due && !refused) return { tokens, generation };
    if (tokens.refresh_token === undefined) {
      if (!row.over && !refused) return { tokens, generation };
      await breakConnection(services, row, "unauthorized");
      throw new SignInEnded();
    }
    const began = services.clock().getTime();
    const { rowCount } = await store.pool.query(
      `update connections set refresh_until = now() + $3 * interval '1 second'
       where id = $1 and generation = $2 and broken_at is null and (refresh_until is null or refresh_until < now())`,
      [connectionId, generation, leaseSeconds],
    );
    if (rowCount === 1 && services.clock().getTime() - began < askWithinMs) return renew(services, row, tokens, row.over || refused);
    if (!row.over && !refused) return { tokens, generation };
    if (Date.now() > until) throw new McpFault("unreachable", "The sign-in server does not answer. Try again later.");
    await sleep(lookAgainMs);
  }
}

async function find({ store }: Services, id: string): Promise<Row | undefined> {
  const { rows } = await store.pool.query<Row>(
    `select *, coalesce(access_expires_at < now() + greatest(interval '0', least(interval '5 minutes', (access_expires_at - updated_at) / 10)), false) due,
       coalesce(access_expires_at < now(), false) "over" from connections where id = $1`,
    [id],
  );
  return rows[0];
}

/** By whoever holds the lease. A server that is away leaves it to its end, so that it is asked again in half a minute and not before. */
async function renew(services: Services, row: Row, before: Tokens, needed: boolean): Promise<{ tokens: Tokens; generation: number }> {
  const { envelope, outbound, store } = services;
  const client = openClient(envelope, row);
  if (!client) throw new SignInEnded();
  try {
    const { refresh_token = "", resource } = before;
    const renewed =
      client.origin === "native"
        ? await renewNative(services, client, refresh_token)
        : await mcpOf(outbound).renewOAuth({ client, refresh_token, resource });
    const tokens: Tokens = { ...before, ...renewed, expires_in: renewed.expires_in };
    const sealed = sealTokens(envelope, row, tokens);
    const { rowCount } = await store.db.execute(sql`
      update connections set sealed_tokens = ${sealed.sealed_tokens}, access_expires_at = ${sealed.access_expires_at}, generation = generation + 1,
        refresh_until = null, updated_at = now() where id = ${row.id}::uuid and generation = ${row.generation} and broken_at is null`);
    if (rowCount === 1) return { tokens, generation: row.generation + 1 };
    // Somebody was quicker: a person who has signed in again, or a process that took this one for dead.
    return await freshTokens(services, row.id);
  } catch (error) {
    if (!(error instanceof McpFault)) throw error;
    if (error.kind === "invalid_grant" || error.kind === "invalid_client") {
      // With a renewal before this one that nobody knows the end of: it may have used up what the server refuses now.
      const lost = error.kind === "invalid_grant" && row.refresh_until !== null;
      await breakConnection(services, row, lost ? "renewal_lost" : error.kind);
      throw new SignInEnded();
    }
    services.log.warn({ connection: row.id, kind: error.kind }, "the tokens of a connection could not be renewed");
    if (needed) throw error;
    return { tokens: before, generation: row.generation };
  }
}

/** Said once for each time that it breaks, to each team that uses it. What was signed in with since is not touched. */
export async function breakConnection(
  { store, live }: Pick<Services, "store" | "live">,
  { id, team_id, user_id, generation }: Pick<ConnectionRecord, "id" | "team_id" | "user_id" | "generation">,
  reason: BrokenReason,
): Promise<void> {
  const broken = await store.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`
      update connections set broken_at = now(), broken_reason = ${reason}, refresh_until = null
      where id = ${id}::uuid and generation = ${generation} and broken_at is null`);
    if (rowCount === 0) return false;
    const teams = user_id === null ? [team_id, ...(await teamsGranted(tx, id))] : [team_id];
    const happened = { type: "connection.broken", actor: { kind: "service" }, subject: id, data: { reason } } as const;
    await record(tx, connectionEvents, ...teams.map((team) => ({ ...happened, team })));
    return true;
  });
  if (broken) await tellChanged(store.db, live, { id, team_id, user_id });
}
