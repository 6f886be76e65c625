import { type ConnectionRecord, noteAnswers } from "#server/connections/connections/connections.store.ts";
import { tellChanged, tellLooked } from "#server/connections/connections/tell-changed.ts";
import { openHeaders } from "#server/connections/connections/sealed-headers.ts";
import { nativeNow } from "#server/connections/native/native-flow.ts";
import { bearing } from "#server/connections/native/bearing.ts";
import { openClient } from "#server/connections/oauth/tokens.ts";
import { noteWanted } from "#server/connections/oauth/sign-in.store.ts";
import { breakConnection, freshTokens, SignInEnded } from "#server/connections/oauth/renewal.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { createRedactor, type Hidden } from "#server/engine/secrets/redactor.ts";
import { ToolError } from "#server/engine/tools/tool.ts";
import { Unreadable } from "#server/platform/sealing/envelope.ts";
import { McpFault } from "./faults.ts";
import type { McpServer } from "./session.ts";

/** How a connection's server is called, and what of that must not be shown. */
export interface Reached {
  readonly server: McpServer;
  readonly hidden: readonly Hidden[];
}

type Reaching = Pick<EngineServices, "config" | "store" | "clock" | "envelope" | "outbound" | "live" | "log">;

export function brokenWords({ name }: Pick<ConnectionRecord, "name">): string {
  return `The connection “${name}” no longer works: its sign-in ended. A person has to reconnect it.`;
}

/**
 * Asks a connection's server for something, with the headers that every request to it has. A server that does not take a token that is good for
 * longer gets a new one, once; one that does not take that either has ended the sign-in. Throws a ToolError or an McpFault.
 */
export async function reaching<T>(services: Reaching, connection: ConnectionRecord, asked: (reached: Reached) => Promise<T>): Promise<T> {
  const ask = (reached: Reached) => asked(reached).catch((error: unknown) => Promise.reject(withoutHidden(error, reached)));
  try {
    if (connection.auth_method !== "oauth") return await ask(headersOf(services, connection));
    const first = await freshTokens(services, connection.id);
    try {
      return await ask(withToken(services, connection, first.tokens.access_token));
    } catch (error) {
      if (!(error instanceof McpFault) || error.kind !== "sign_in") throw error;
      const second = await freshTokens(services, connection.id, first.generation);
      return await ask(withToken(services, connection, second.tokens.access_token)).catch((again: unknown) =>
        refused(services, connection, second.generation, again),
      );
    }
  } catch (error) {
    if (error instanceof McpFault && error.wanted && connection.auth_method === "oauth")
      throw await wanting(services, connection, error, error.wanted);
    if (error instanceof SignInEnded) throw new ToolError(brokenWords(connection));
    if (!(error instanceof Unreadable)) throw error;
    throw new ToolError(
      `What the connection “${connection.name}” signs in with cannot be opened with this installation's SECRETS_KEY. A person has to reconnect it.`,
    );
  }
}

/** As {@link reaching}, to find out whether the server answers: that is kept, and shown wherever the connection is. */
export async function lookingAt<T>(services: Reaching, connection: ConnectionRecord, asked: (reached: Reached) => Promise<T>): Promise<T> {
  try {
    const found = await reaching(services, connection, asked);
    await keepAnswers(services, connection, true);
    return found;
  } catch (error) {
    if (error instanceof McpFault || error instanceof ToolError)
      await keepAnswers(services, connection, error instanceof McpFault && error.kind === "no_tools");
    throw error;
  }
}

/** Nobody has to look again for it, so the screens that look are not told. */
async function keepAnswers({ store, live }: Reaching, connection: ConnectionRecord, answers: boolean): Promise<void> {
  if (await noteAnswers(store.db, connection, answers)) await tellLooked(store.db, live, connection);
}

/** A server says in its own words why it refuses, and may repeat in them what it was given. */
function withoutHidden(error: unknown, { hidden }: Reached): unknown {
  if (!(error instanceof McpFault)) return error;
  return new McpFault(error.kind, createRedactor(hidden).text(error.message), error.maybeDone, error.wanted);
}

/**
 * A person who signs in again is asked for these rights too. Only a change is told: a screen that shows the connection asks its server again, and
 * would hear the same.
 */
async function wanting(
  { store, live }: Reaching,
  connection: ConnectionRecord,
  fault: McpFault,
  wanted: readonly string[],
): Promise<McpFault> {
  if (await noteWanted(store.db, connection.id, wanted)) await tellChanged(store.db, live, connection);
  return new McpFault(fault.kind, `${fault.message} It needs more rights: reconnect the connection to give them.`, fault.maybeDone);
}

async function refused(services: Reaching, connection: ConnectionRecord, generation: number, error: unknown): Promise<never> {
  if (!(error instanceof McpFault) || error.kind !== "sign_in") throw error;
  await breakConnection(services, { ...connection, generation }, "unauthorized");
  throw new SignInEnded();
}

function withToken(services: Reaching, connection: ConnectionRecord, token: string): Reached {
  const { server, hidden } = headersOf(services, connection);
  const api = connection.provider === "native" ? nativeApi(services, connection) : undefined;
  const headers = { ...server.headers, ...api?.headers, ...bearing(token, api?.token_header) };
  const reached = { ...server, headers, ...(api && { api: api.server }) };
  return { server: reached, hidden: [...hidden, { key: `token of ${connection.name}`, value: token }] };
}

/** How the API of a service of the catalog is asked. Throws an McpFault. */
function nativeApi({ config, envelope }: Reaching, connection: ConnectionRecord) {
  const client = openClient(envelope, connection);
  if (client?.origin !== "native") throw new SignInEnded();
  const { kind, provider } = nativeNow({ config }, client);
  const { name, who, headers, token_header } = kind;
  return { server: { name, who, signed_out: provider.signed_out ?? [] }, headers, token_header };
}

function headersOf({ envelope }: Pick<EngineServices, "envelope">, connection: ConnectionRecord): Reached {
  const secret = openHeaders(envelope, connection);
  const hidden = Object.entries(secret).flatMap(([name, value]) => hiddenOf(`${name} of ${connection.name}`, value));
  return { server: { url: connection.server_url, headers: { ...connection.plain_headers, ...secret } }, hidden };
}

/** A server may repeat the credential without the word before it. */
function hiddenOf(key: string, value: string): Hidden[] {
  const [, credential] = /^(?:Bearer|Basic|Token)\s+(.+)$/i.exec(value) ?? [];
  return [{ key, value }, ...(credential ? [{ key, value: credential }] : [])];
}
