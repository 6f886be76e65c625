import type { FastifyRequest } from "fastify";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { Asker, Origin } from "#server/platform/events/origin.ts";
import type { Caller } from "./context.ts";

/** No address is longer; what a proxy says of one may be. */
const longestAddress = 64;

export function originOf(endpoint: EndpointSpec, caller: Caller | undefined, request: FastifyRequest): Origin {
  return arrivedBy(askedBy(endpoint, caller), request);
}

export function askedBy({ name }: Pick<EndpointSpec, "name">, caller: Caller | undefined): Asker {
  return { door: caller?.kind === "key" ? "api_key" : "console", credential_id: caller?.credentialId ?? null, operation: name };
}

/** Of a request that somebody asked to be able to make. */
export function arrivedBy(asker: Asker, { ip, id }: FastifyRequest): Origin {
  return { ...asker, address: ip.slice(0, longestAddress), request_id: id };
}
