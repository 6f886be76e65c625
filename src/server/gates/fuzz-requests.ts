import fc from "fast-check";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { $ZodType } from "#contract/zod.ts";
import { arbitraryOf } from "./arbitraries.ts";
import { hostileText, hostileValue, rawBody } from "./hostile.ts";
import { unwrap } from "./schema-nodes.ts";
import { type Credentials, type Input, type Wire, wireOf } from "./wire.ts";

/** What a request does differently from the example, so that it can be shrunk and printed without the example's ids. */
export interface Attack {
  readonly params: Record<string, string | undefined>;
  readonly query: readonly (readonly [string, string])[] | undefined;
  readonly body: { readonly whole: unknown } | { readonly field: string; readonly value: unknown } | { readonly raw: string } | undefined;
  readonly headers: Record<string, string>;
  readonly suffix: string;
}

/** Ways of writing an address that a server may read in another way than a client. */
const suffixes = [
  "/",
  "//",
  "/.",
  "/..",
  "/../..",
  "/%2e%2e/%2e%2e",
  "%2f",
  "%5c",
  "%00",
  "%",
  "%zz",
  "%ff",
  "%c0%ae",
  ";a=1",
  "?",
  "?%",
  "?%00",
  "?a[]=1&a[0]=2",
  "?__proto__=1",
  "?limit=1&limit=2",
  "?=&&=",
  "#",
];

/** A longer address never reaches the service: Node ends the connection, which http.test.ts looks at. */
const addressText = hostileText.map((text) => text.slice(0, 2000).toWellFormed());

const oddHeaders: readonly Record<string, string>[] = [
  { "content-type": "text/plain" },
  { "content-type": "application/json; charset=utf-16" },
  { "content-type": "application/xml" },
  { "content-type": "multipart/form-data" },
  { "content-type": "" },
  { "content-type": "application/json;;;=" },
  { "content-encoding": "gzip" },
  { "idempotency-key": "a b" },
  { "idempotency-key": "" },
  { "idempotency-key": "k".repeat(256) },
  { "idempotency-key": "fuzz" },
  { accept: "text/html" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "not an address" },
  { cookie: "caseload_session=%ff%fe; =; ;;;" },
  { range: "bytes=0-1" },
  { "if-match": "*" },
  { "x-forwarded-for": "' or 1=1" },
  { "x-http-method-override": "DELETE" },
  { host: "evil.example" },
];

export function attacks(endpoint: EndpointSpec): fc.Arbitrary<Attack> {
  return fc.record({
    params: paramsOf(endpoint.params),
    query: fc.option(queryOf(endpoint.query), { nil: undefined, freq: 2 }),
    body: bodyOf(endpoint),
    headers: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constantFrom(...oddHeaders) }),
    suffix: fc.oneof({ weight: 14, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constantFrom(...suffixes) }),
  });
}

function paramsOf(schema: $ZodType | undefined): fc.Arbitrary<Record<string, string | undefined>> {
  const node = schema && unwrap(schema).node;
  if (node?.kind !== "object") return fc.constant({});
  const text = (child: $ZodType) =>
    fc
      .oneof(
        arbitraryOf(child).map((v) => short(v)),
        addressText,
      )
      .filter((t) => t !== "");
  return fc.record(
    Object.fromEntries(Object.entries(node.shape).map(([key, child]) => [key, fc.option(text(child), { nil: undefined, freq: 8 })])),
  );
}

/** A value as it would stand in an address. Not every object can be made a text. */
function short(value: unknown): string {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined")).slice(0, 2000).toWellFormed();
}

function queryOf(schema: $ZodType | undefined): fc.Arbitrary<[string, string][]> {
  const node = schema && unwrap(schema).node;
  const fields = node?.kind === "object" ? Object.entries(node.shape) : [];
  const known = fields.map(([key, child]) =>
    fc.tuple(
      fc.constant(key),
      fc.oneof({ weight: 4, arbitrary: arbitraryOf(child).map((v) => short(v)) }, { weight: 1, arbitrary: addressText }),
    ),
  );
  const unknown = fc.tuple(addressText, addressText);
  return fc.array(known.length > 0 ? fc.oneof({ weight: 12, arbitrary: fc.oneof(...known) }, { weight: 1, arbitrary: unknown }) : unknown, {
    maxLength: 5,
  });
}

function bodyOf(endpoint: EndpointSpec): fc.Arbitrary<Attack["body"]> {
  const raw = rawBody.map((text) => ({ raw: text }));
  if (!endpoint.body) return fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: raw });
  const { node } = unwrap(endpoint.body);
  const fields = node.kind === "object" ? Object.entries(node.shape) : [];
  const oneField = fields.map(([field, child]) =>
    fc.record({ field: fc.constant(field), value: fc.oneof(arbitraryOf(child), hostileValue) }),
  );
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 6, arbitrary: arbitraryOf(endpoint.body).map((whole) => ({ whole })) },
    { weight: 2, arbitrary: raw },
    ...oneField.map((arbitrary) => ({ weight: Math.max(1, Math.floor(8 / oneField.length)), arbitrary })),
  );
}

/** The attack on an example as a request. */
export function wireOfAttack(endpoint: EndpointSpec, example: Input, credentials: Credentials, attack: Attack): Wire {
  const params: Record<string, unknown> = { ...(example.params as object) };
  for (const [key, value] of Object.entries(attack.params)) if (value !== undefined) params[key] = value;
  const wire = wireOf(endpoint, { ...example, params, body: changedBody(example.body, attack.body) }, credentials);
  const path = (attack.query ? withQuery(wire.path, attack.query) : wire.path) + attack.suffix;
  const body = attack.body && "raw" in attack.body ? attack.body.raw : wire.body;
  const headers = { ...(body !== undefined && { "content-type": "application/json" }), ...wire.headers, ...attack.headers };
  return { ...wire, path, body, headers };
}

function changedBody(before: unknown, change: Attack["body"]): unknown {
  if (!change || "raw" in change) return before;
  return "whole" in change ? change.whole : { ...(before as object), [change.field]: change.value };
}

function withQuery(path: string, pairs: readonly (readonly [string, string])[]): string {
  const query = new URLSearchParams();
  for (const [name, value] of pairs) query.append(name, value);
  return `${path.split("?")[0]}?${query.toString()}`;
}
