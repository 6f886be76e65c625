import type { EndpointSpec } from "#contract/endpoint.ts";
import type { ErrorCode } from "#contract/errors.ts";

/** Codes an endpoint can answer with beside its own. */
export function implicitErrors(endpoint: EndpointSpec): ErrorCode[] {
  const codes: ErrorCode[] = ["invalid_request", "rate_limited", "internal", "unavailable", "busy", "misdirected"];
  if (endpoint.access.kind !== "public") codes.push("unauthorized");
  if (endpoint.access.kind === "session") codes.push("session_required");
  if (endpoint.access.kind === "team" || endpoint.access.kind === "organization") codes.push("not_found");
  // A write that another site makes with a person's cookie is forbidden whatever the role.
  if (endpoint.method !== "GET" || needsRole(endpoint.access)) codes.push("forbidden");
  if (endpoint.creates) codes.push("idempotency_in_progress", "idempotency_mismatch");
  if (endpoint.creates === "once") codes.push("already_created");
  if (endpoint.method !== "GET") codes.push("payload_too_large", "unsupported_media_type", "request_timeout");
  if (endpoint.download) codes.push("range_not_satisfiable");
  return codes;
}

/** Whether somebody who may see the object may still lack the role. */
function needsRole(access: EndpointSpec["access"]): boolean {
  if (access.kind === "administrator") return true;
  if (access.kind === "organization") return access.role !== "organization:member";
  return access.kind === "team" && access.role !== "team:clarity-member";
}
