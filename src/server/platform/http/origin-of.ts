import type { FastifyRequest } from "fastify";
import type { EndpointSpec } from "#contract/endpoint.ts";
import type { Origin } from "#server/platform/events/origin.ts";
import type { Caller } from "./context.ts";

/** No address is longer; what a proxy says of one may be. */
const longestAddress = 64;

export function originOf({ name }: EndpointSpec, caller: Caller | undefined, { ip, id }: FastifyRequest): Origin {
  return {
    door: caller?.kind === "key" ? "api_key" : "console",
    credential_id: caller?.credentialId ?? null,
    address: ip.slice(0, longestAddress),
    request_id: id,
    operation: name,
  };
}
