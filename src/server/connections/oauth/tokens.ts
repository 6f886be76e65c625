import { sql, type SQL } from "drizzle-orm";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import { placeOf } from "#server/connections/connections/sealed-headers.ts";
import type { NativeClient } from "#server/connections/native/native-client.ts";
import type { Envelope } from "#server/platform/sealing/envelope.ts";
import type { OAuthClient } from "./oauth-operations.ts";

/** What a connection signs in with. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Seconds that the access token was good for when it came. */
  readonly expires_in?: number | undefined;
  /** What the tokens are for. */
  readonly resource: string;
}

/** Who signed in there, as a connection and a flow keep it. */
export type StoredClient = OAuthClient | NativeClient;

type Of = Pick<ConnectionRecord, "id" | "team_id">;

/** Longer than any token lives; the store's calendar has an end. */
const longestSeconds = 10 * 365 * 86_400;

export function sealTokens(envelope: Envelope, of: Of, tokens: Tokens): { sealed_tokens: string; access_expires_at: SQL | null } {
  const { expires_in: given } = tokens;
  const seconds = given === undefined ? undefined : Math.min(Math.max(Math.trunc(given), 0), longestSeconds);
  return {
    sealed_tokens: envelope.seal(placeOf(of, "sealed_tokens"), JSON.stringify(tokens)),
    access_expires_at: seconds === undefined ? null : sql`now() + ${seconds} * interval '1 second'`,
  };
}

export function sealClient(envelope: Envelope, of: Of, client: StoredClient): string {
  return envelope.seal(placeOf(of, "sealed_client"), JSON.stringify(client));
}

/** Throws Unreadable. */
export function openTokens(envelope: Envelope, connection: Of & Pick<ConnectionRecord, "sealed_tokens">): Tokens | undefined {
  if (connection.sealed_tokens === null) return undefined;
  return JSON.parse(envelope.open(placeOf(connection, "sealed_tokens"), connection.sealed_tokens)) as Tokens;
}

/** Throws Unreadable. */
export function openClient(envelope: Envelope, connection: Of & Pick<ConnectionRecord, "sealed_client">): StoredClient | undefined {
  if (connection.sealed_client === null) return undefined;
  return JSON.parse(envelope.open(placeOf(connection, "sealed_client"), connection.sealed_client)) as StoredClient;
}
