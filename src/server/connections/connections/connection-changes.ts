import type { updateConnection } from "#contract/connections/connections.ts";
import type { Parsed } from "#contract/endpoint.ts";
import { isMailbox } from "#contract/connections/connection-words.ts";
import { sameServer } from "#contract/connections/server-address.ts";
import { requireMailboxSignIn } from "#server/connections/mailbox/sign-in.ts";
import { requireSignavioSignIn } from "#server/connections/signavio/signavio-settings.ts";
import { invalid } from "#server/platform/http/refusal.ts";
import type { Envelope } from "#server/platform/sealing/envelope.ts";
import type { ConnectionPatch, ConnectionRecord } from "./connections.store.ts";
import { changedHeaders, type StoredHeaders } from "./sealed-headers.ts";

type Changes = Omit<Parsed<typeof updateConnection>["body"], "shared">;

/** OAuth is never set by hand: a person gives a consent first. Throws 400. */
export function refuseOAuth(authMethod: string | undefined, start: string): void {
  if (authMethod === "oauth") throw invalid(["auth_method"], `OAuth needs the consent of a person. Start it with ${start}`);
}

const noTokens = {
  issuer: null,
  account_label: null,
  oauth_scopes: null,
  wanted_scopes: null,
  sealed_client: null,
  sealed_tokens: null,
  access_expires_at: null,
  refresh_until: null,
} as const;

const noHeaders: StoredHeaders = { plain_headers: {}, secret_header_names: [], sealed_headers: null };

/**
 * What a change makes of a connection. `dropped`: it leads to another server, and what the one before was given is gone; else whoever may edit a
 * connection could send what they cannot read to a server of their own. Throws 400.
 */
export function changesOf(envelope: Envelope, before: ConnectionRecord, changes: Changes): { patch: ConnectionPatch; dropped: boolean } {
  const { name, server_url = before.server_url, auth_method = before.auth_method, headers } = changes;
  if (auth_method !== before.auth_method && before.provider === "native")
    throw invalid(["auth_method"], "People sign in to this service. Make another connection for another way");
  if (auth_method !== before.auth_method) refuseOAuth(auth_method, "POST /v2/teams/{teamId}/connections/oauth/mcp/start");
  const moved = server_url !== before.server_url;
  if (moved && (before.custom_integration_id !== null || before.integration_id !== null))
    throw invalid(["server_url"], "The address is that of its integration. Make another connection for another server");
  if (isMailbox(server_url) !== isMailbox(before.server_url))
    throw invalid(["server_url"], "A mailbox and an MCP server are two connections. Make another one");
  const kept = sameServer(server_url, before.server_url);
  const endsTokens = !kept || (before.auth_method === "oauth" && auth_method !== "oauth");
  const signsInAnew = endsTokens || headers !== undefined;
  const stored: Partial<StoredHeaders> = {
    ...(headers === null && noHeaders),
    ...(headers && changedHeaders(envelope, before, headers, kept)),
    ...(headers === undefined && !kept && { secret_header_names: [], sealed_headers: null }),
  };
  const { plain_headers, secret_header_names } = { ...before, ...stored };
  requireMailboxSignIn(server_url, auth_method, [...Object.keys(plain_headers), ...secret_header_names]);
  requireSignavioSignIn({ type: before.type, authMethod: auth_method, plain: plain_headers, secret: secret_header_names });
  return {
    dropped: !kept && (before.sealed_headers !== null || before.sealed_tokens !== null),
    patch: {
      ...(name !== undefined && { name }),
      server_url,
      auth_method,
      ...(endsTokens && { ...noTokens, generation: before.generation + 1 }),
      ...(signsInAnew && { broken_at: null, broken_reason: null }),
      ...((signsInAnew || moved || auth_method !== before.auth_method) && { answers: null }),
      ...stored,
    },
  };
}
