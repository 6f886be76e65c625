import type { EndpointSpec } from "#contract/endpoint.ts";
import { type ErrorCode, FieldIssue, Issue, errorTable } from "#contract/errors.ts";
import type { $ZodType } from "#contract/zod.ts";
import { failureHeaders } from "./headers.ts";
import { implicitErrors } from "./implicit-errors.ts";
import { type Json, type Schemas, componentRef } from "./schemas.ts";

/** What the bodies of errors are made of, for whoever collects schemas. */
export const errorParts: readonly $ZodType[] = [
  Issue,
  FieldIssue,
  ...Object.values(errorTable).flatMap((rule) => ("extra" in rule ? [rule.extra] : [])),
];

/** The answers of an endpoint that are no success, by status. Each is a component: what several endpoints answer alike is said once. */
export function failures(endpoint: EndpointSpec): Json {
  const bare = endpoint.bareErrors !== undefined;
  return Object.fromEntries(
    byStatus(endpoint).map(([status, codes]) => [String(status), { $ref: `#/components/responses/${componentOf(codes, bare)}` }]),
  );
}

/**
 * A schema for each code that an endpoint answers with, and the answers made of them. A schema is called like its code, so that a discriminator finds it
 * by the value (OpenAPI 3.1, Discriminator Object) and needs no list.
 */
export function failureComponents(endpoints: readonly EndpointSpec[], schemas: Schemas): { schemas: Json; responses: Json } {
  const used = endpoints.flatMap((endpoint) =>
    byStatus(endpoint).map(([status, codes]) => ({ status, codes, bare: endpoint.bareErrors !== undefined })),
  );
  const bodies = used.flatMap(({ codes, bare }) => (bare ? [] : codes.map((code) => [code, body(code, schemas)] as const)));
  const answers = used.map(
    ({ status, codes, bare }) =>
      [componentOf(codes, bare), bare ? answerOf(codes, { $ref: componentRef(bareName) }) : answer(codes), status] as const,
  );
  return {
    schemas: Object.fromEntries([...bodies, [bareName, bareBody(schemas)] as const].toSorted(([a], [b]) => a.localeCompare(b, "en"))),
    // By status: what is alike stands together, and the packed document is smaller by it.
    responses: Object.fromEntries(answers.toSorted(([a, , s], [b, , t]) => s - t || a.localeCompare(b, "en"))),
  };
}

const order = Object.keys(errorTable);
function byStatus(endpoint: EndpointSpec): [number, ErrorCode[]][] {
  const found = new Map<number, ErrorCode[]>();
  for (const code of new Set([...implicitErrors(endpoint), ...(endpoint.errors ?? [])])) {
    const { status } = errorTable[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  // Always in one order: operations with the same codes share an answer.
  return [...found]
    .map(([status, codes]): [number, ErrorCode[]] => [status, codes.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))])
    .toSorted(([a], [b]) => a - b);
}

function pascal(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
/** What most operations answer with has a short name: it stands in the document as often as there are operations. */
const short: Readonly<Record<string, string>> = {
  forbidden: "Barred",
  idempotency_in_progress: "InProgress",
  idempotency_mismatch: "Mismatch",
  internal: "Fault",
  invalid_request: "Bad",
  misdirected: "Host",
  not_found: "None",
  payload_too_large: "Large",
  rate_limited: "Limited",
  request_timeout: "Slow",
  unauthorized: "SignIn",
  unsupported_media_type: "Type",
};

function componentOf(codes: readonly ErrorCode[], bare: boolean): string {
  const name = codes.map((code) => short[code] ?? pascal(code)).join("Or");
  return `${name === "UnavailableOrBusy" ? "Later" : name}${bare ? "Code" : ""}`;
}

function answer(codes: readonly ErrorCode[]): Json {
  const refs = codes.map((code) => ({ $ref: componentRef(code) }));
  const [only] = refs;
  return answerOf(codes, only && refs.length === 1 ? only : { oneOf: refs, discriminator: { propertyName: "error" } });
}

/** Of operations whose errors are their code only: one body for all of them. Which codes they answer with stands in the answers. */
const bareName = "ErrorCode";
function bareBody(schemas: Schemas): Json {
  return { type: "object", required: ["error"], properties: { error: { type: "string" }, issues: issuesOf(schemas) } };
}

function answerOf(codes: readonly ErrorCode[], schema: Json): Json {
  return {
    // What each code means stands with its schema.
    description: codes.map((code) => `\`${code}\``).join(", "),
    headers: failureHeaders(...(codes.some((code) => [429, 503].includes(errorTable[code].status)) ? (["Retry-After"] as const) : [])),
    content: { "application/json": { schema } },
  };
}

function body(code: ErrorCode, schemas: Schemas): Json {
  const rule = errorTable[code];
  const extra = "extra" in rule ? (schemas.of(rule.extra, "output") as { properties?: Json; required?: string[] }) : {};
  return {
    type: "object",
    description: rule.message,
    required: ["error", "message", ...(extra.required ?? [])],
    properties: {
      error: { type: "string", const: code },
      message: { type: "string" },
      ...extra.properties,
      ...(namesFields(code) && fieldsOf(schemas)),
    },
  };
}

function issuesOf(schemas: Schemas): Json {
  return { type: "array", description: "Each broken field", items: schemas.of(Issue, "output") };
}

function namesFields(code: ErrorCode): boolean {
  return code === "invalid_request" || code === "invalid_skill";
}

function fieldsOf(schemas: Schemas): Json {
  return {
    issues: issuesOf(schemas),
    validationErrors: {
      type: "array",
      description: "Of skills: the same, by the name of the field",
      items: schemas.of(FieldIssue, "output"),
    },
  };
}
