import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { newId } from "#server/platform/db/columns.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { Envelope } from "#server/platform/sealing/envelope.ts";
import { oauthFlows } from "./oauth-flows.table.ts";
import type { StoredClient } from "./tokens.ts";

type FlowRecord = typeof oauthFlows.$inferSelect;

/** What a flow is begun with, beside what was found out for it. */
export type NewFlow = Pick<
  FlowRecord,
  | "user_id"
  | "team_id"
  | "session_id"
  | "connection_id"
  | "custom_integration_id"
  | "name"
  | "type"
  | "server_url"
  | "oauth_provider"
  | "oauth_provider_key"
  | "redirect_uri"
  | "return_url"
>;

/** What was found out for it. */
export interface Begun {
  readonly verifier: string;
  readonly client: StoredClient;
  readonly resource: string;
  readonly scopes: readonly string[];
}

/** Nobody can guess it, and the store does not know it. */
export function newState(): string {
  return randomBytes(32).toString("base64url");
}

const hashOf = (state: string) => createHash("sha256").update(state).digest("base64url");

const placeOf = ({ id, team_id }: Pick<FlowRecord, "id" | "team_id">, column: keyof FlowRecord & `sealed_${string}`) => ({
  teamId: team_id,
  table: "oauth_flows",
  id,
  column,
});

/** Flows that are long over go with the next one of anybody. */
export async function insertFlow(db: Db, envelope: Envelope, flow: NewFlow, state: string, begun: Begun): Promise<void> {
  const of = { id: newId(), team_id: flow.team_id };
  await db.execute(sql`delete from oauth_flows where id in (
    select id from oauth_flows where expires_at < now() - interval '1 day' limit 100 for update skip locked)`);
  await db.insert(oauthFlows).values({
    ...flow,
    id: of.id,
    state_hash: hashOf(state),
    issuer: begun.client.issuer,
    resource: begun.resource,
    scopes: [...begun.scopes],
    sealed_verifier: envelope.seal(placeOf(of, "sealed_verifier"), begun.verifier),
    sealed_client: envelope.seal(placeOf(of, "sealed_client"), JSON.stringify(begun.client)),
    expires_at: sql`now() + interval '10 minutes'`,
  });
}

/** A flow that nobody can use any more but whoever has just claimed it. */
export interface ClaimedFlow extends FlowRecord {
  readonly verifier: string;
  readonly client: StoredClient;
}

/**
 * Takes a flow, once: in time, by the person who began it and, where a console began it, in the same session. A state that is anybody else's stays
 * as it is. Throws Unreadable.
 */
export async function claimFlow(
  db: Db,
  envelope: Envelope,
  state: string,
  { userId, credentialId }: { readonly userId: string; readonly credentialId: string },
): Promise<ClaimedFlow | undefined> {
  const { rows } = await db.execute<FlowRecord>(sql`
    update oauth_flows set used_at = now()
    where state_hash = ${hashOf(state)} and used_at is null and expires_at > now() and user_id = ${userId}::uuid
      and (session_id is null or session_id::text = ${credentialId})
    returning *`);
  const [flow] = rows;
  if (!flow) return undefined;
  const open = (column: "sealed_verifier" | "sealed_client") => envelope.open(placeOf(flow, column), flow[column]);
  return { ...flow, verifier: open("sealed_verifier"), client: JSON.parse(open("sealed_client")) as StoredClient };
}
