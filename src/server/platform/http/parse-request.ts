import type { FastifyRequest } from "fastify";
import { type EndpointSpec, noFields } from "#contract/endpoint.ts";
import { noFile } from "./bodies.ts";
import { jsonOf, parseInput, parseJson } from "./parse.ts";

type ParsedInput = { params: never; query: never; body: never; bytes: Buffer };

/** The input of an endpoint, as its schemas let it pass. Throws the 400 that names what does not. */
export function parseRequest(endpoint: EndpointSpec, request: FastifyRequest): ParsedInput {
  const raw = request.params as Record<string, string>;
  const { "*": path, ...rest } = raw;
  const params = endpoint.params && parseInput(endpoint.params, path === undefined ? rest : { ...rest, path }, "path");
  const query = parseInput(endpoint.query ?? noFields, request.query, "query");
  return {
    params,
    query,
    body: parseBody(endpoint, request),
    bytes: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  } as ParsedInput;
}

function parseBody(endpoint: EndpointSpec, request: FastifyRequest): unknown {
  if (endpoint.bytes) {
    if (!Buffer.isBuffer(request.body)) throw noFile();
    return undefined;
  }
  if (endpoint.signed) return undefined;
  const text = (request.body as string | undefined) ?? "";
  const parsed = parseInput(endpoint.body ?? noFields, parseJson(jsonOf(text), endpoint.body), "body");
  return endpoint.body && parsed;
}
