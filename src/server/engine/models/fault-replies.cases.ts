import type { WireReply } from "#server/testing/model-server.ts";
import type { Dialect } from "#server/testing/wire-dialects.ts";

/** What a provider can do wrong, and what becomes of a run that meets it once. */
export interface ProviderFault {
  readonly name: string;
  readonly reply: (dialect: Dialect) => WireReply;
  /** `waits`: it is waited out, and the run completes. Else the run fails with this code. */
  readonly ends: string;
  readonly says: string | ((dialect: Dialect) => string);
}

export const head =
  (status: number, kind: string, message: string, headers: Record<string, string> = {}) =>
  (dialect: Dialect) => ({
    status,
    headers: { "content-type": "application/json", ...headers },
    body: [JSON.stringify(dialect.errorBody(kind, message))],
  });
export const begun =
  (...more: string[]) =>
  (dialect: Dialect) => ({ body: [...dialect.text("Dear supplier, the inv"), ...more] });
export const event = (kind: string, message: string) => (dialect: Dialect) => ({
  body: [...dialect.text("Dear"), ...dialect.error(kind, message)],
});
export const fault = (name: string, reply: ProviderFault["reply"], ends: string, says: ProviderFault["says"]): ProviderFault => ({
  name,
  reply,
  ends,
  says,
});
