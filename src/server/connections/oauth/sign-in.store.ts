import { sql } from "drizzle-orm";
import { maxScopes } from "#server/connections/mcp/scopes.ts";
import { mayChangeCredential, seesCredential } from "#contract/connections/rights.ts";
import type { TeamRole } from "#contract/roles.ts";
import { type ConnectionRecord, findConnection, newConnectionId } from "#server/connections/connections/connections.store.ts";
import { connections } from "#server/connections/connections/connections.table.ts";
import type { Db } from "#server/platform/db/open.ts";
import { findKind, kindId } from "#server/connections/native/set-up.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { Envelope } from "#server/platform/sealing/envelope.ts";
import type { ClaimedFlow } from "./oauth-flows.store.ts";
import { sealClient, sealTokens, type Tokens } from "./tokens.ts";

/** What came of an exchange. `account`: whom the tokens act as, where somebody says so. */
export interface SignedIn {
  readonly tokens: Tokens;
  readonly scope: string | undefined;
  readonly account: string | null;
}

/** `role`: of its person in its team, as it is when they come back. */
type Flow = ClaimedFlow & { readonly role: TeamRole };

/**
 * Makes the connection of a flow, or repairs the one that it is for: that keeps its id, its owner and every pin. Throws 409 where it is gone, leads
 * elsewhere, or may no longer be repaired by its person: minutes are between both ends of a flow.
 */
export async function storeSignIn(
  db: Db,
  envelope: Envelope,
  flow: Flow,
  { tokens, scope, account }: SignedIn,
): Promise<{ connection: ConnectionRecord; repaired: boolean }> {
  const { team_id, client } = flow;
  const before = flow.connection_id === null ? undefined : await findConnection(db, team_id, flow.connection_id, "update");
  if (flow.connection_id !== null && !mayRepair(before, flow)) throw refuse("oauth_over");
  const of = { id: before?.id ?? newConnectionId(), team_id };
  const kind = flow.oauth_provider_key === null ? undefined : findKind(flow.oauth_provider_key);
  const signedIn = {
    auth_method: "oauth" as const,
    oauth_provider: flow.oauth_provider ?? new URL(client.issuer).host,
    oauth_provider_key: flow.oauth_provider_key,
    oauth_scopes: scope === undefined ? flow.scopes : scope.split(/[ ,]/).filter(Boolean),
    wanted_scopes: null,
    issuer: client.issuer,
    account_label: account,
    sealed_client: sealClient(envelope, of, client),
    ...sealTokens(envelope, of, tokens),
    refresh_until: null,
    broken_at: null,
    broken_reason: null,
    answers: null,
  };
  const made = {
    ...of,
    ...signedIn,
    user_id: flow.user_id,
    name: flow.name,
    type: flow.type,
    provider: kind ? ("native" as const) : ("mcp" as const),
    integration_id: kind ? kindId(kind) : null,
    server_url: flow.server_url,
    custom_integration_id: flow.custom_integration_id,
    created_by: flow.user_id,
  };
  const [connection] = before
    ? await db
        .update(connections)
        .set({ ...signedIn, generation: sql`generation + 1`, updated_at: sql`now()` })
        .where(sql`id = ${before.id}::uuid`)
        .returning()
    : await db.insert(connections).values(made).returning();
  if (!connection) throw new Error("no connection was stored");
  return { connection, repaired: before !== undefined };
}

function mayRepair(found: ConnectionRecord | undefined, { user_id: userId, role, server_url }: Flow): boolean {
  return found?.server_url === server_url && seesCredential(found, { userId }) && mayChangeCredential(found, { userId, role });
}

/**
 * What a server asks for beyond the rights of a sign-in: the next one asks for it too, with what other calls were refused for. Whether that is a
 * change.
 */
export async function noteWanted(db: Db, id: string, wanted: readonly string[]): Promise<boolean> {
  const scopes = sql`${sql.param([...wanted])}::text[]`;
  const { rowCount } = await db.execute(sql`
    update connections set wanted_scopes = (
      select array_agg(scope order by at) from (
        select scope, min(n) as at from unnest(coalesce(wanted_scopes, '{}') || ${scopes}) with ordinality as named(scope, n)
        group by scope order by at limit ${maxScopes}
      ) as once)
    where id = ${id}::uuid and not coalesce(wanted_scopes, '{}') @> ${scopes} and coalesce(cardinality(wanted_scopes), 0) < ${maxScopes}`);
  return (rowCount ?? 0) > 0;
}

export async function forgetWanted(db: Db, id: string): Promise<void> {
  await db
    .update(connections)
    .set({ wanted_scopes: null })
    .where(sql`id = ${id}::uuid`);
}
