import { type ChangedHeaders, type Headers, headersFault, isSecretHeader } from "#contract/connections/headers.ts";
import { type Envelope, type Place, Unreadable } from "#server/platform/sealing/envelope.ts";
import { invalid, refuse } from "#server/platform/http/refusal.ts";
import type { ConnectionRecord } from "./connections.store.ts";

type Sealed = Pick<ConnectionRecord, "id" | "team_id" | "sealed_headers">;
export type StoredHeaders = Pick<ConnectionRecord, "plain_headers" | "secret_header_names" | "sealed_headers">;
type Values = Readonly<Record<string, string>>;

/** Where a sealed column of a connection opens. */
export function placeOf(
  { id, team_id }: Pick<ConnectionRecord, "id" | "team_id">,
  column: keyof ConnectionRecord & `sealed_${string}`,
): Place {
  return { teamId: team_id, table: "connections", id, column };
}

/** Throws Unreadable. */
export function openHeaders(envelope: Envelope, connection: Sealed): Values {
  if (connection.sealed_headers === null) return {};
  return JSON.parse(envelope.open(placeOf(connection, "sealed_headers"), connection.sealed_headers)) as Values;
}

/** A header that carries a credential is sealed in whichever part it was given. */
export function sealHeaders(
  envelope: Envelope,
  of: Omit<Sealed, "sealed_headers">,
  { plaintext = {}, secret = {} }: Headers,
): StoredHeaders {
  const [plain, hidden] = apart(plaintext);
  const values = { ...secret, ...hidden };
  const names = Object.keys(values).toSorted();
  return {
    plain_headers: plain,
    secret_header_names: names,
    sealed_headers: names.length === 0 ? null : envelope.seal(placeOf(of, "sealed_headers"), JSON.stringify(values)),
  };
}

/**
 * What a change makes of the headers. A part that is absent stays; the empty text keeps the value of a secret one. `kept`: the connection still
 * leads to the server that was given the values. Throws the 400 of what does not fit.
 */
export function changedHeaders(envelope: Envelope, before: ConnectionRecord, changes: ChangedHeaders, kept: boolean): StoredHeaders {
  const { plaintext = before.plain_headers, secret } = changes;
  const values = kept && needsStored(secret) ? readable(envelope, before) : {};
  const byName = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  const next = Object.fromEntries(
    Object.entries(secret ?? values).map(([name, value]) => {
      const stored = value === "" ? byName.get(name.toLowerCase()) : value;
      if (stored === undefined)
        throw invalid(
          ["headers", "secret", name],
          kept ? "There is no value to keep. Enter one" : "Another server gets a value of its own. Enter one",
        );
      return [name, stored];
    }),
  );
  const fault = headersFault(plaintext, next);
  if (fault) throw invalid(["headers"], fault);
  return sealHeaders(envelope, before, { plaintext, secret: next });
}

/** Values that nobody sent again are opened; where all of them are replaced, one that no key opens keeps nobody from it. */
function needsStored(secret: Values | undefined): boolean {
  return secret === undefined || Object.values(secret).includes("");
}

function readable(envelope: Envelope, connection: Sealed): Values {
  try {
    return openHeaders(envelope, connection);
  } catch (error) {
    if (error instanceof Unreadable) throw refuse("secret_unreadable");
    throw error;
  }
}

function apart(headers: Values): [plain: Values, secret: Values] {
  const of = (secret: boolean) => Object.fromEntries(Object.entries(headers).filter(([name]) => isSecretHeader(name) === secret));
  return [of(false), of(true)];
}
