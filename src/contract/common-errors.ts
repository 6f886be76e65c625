/** What any operation can be refused with, around its handler. Without zod: the client knows these words too. */
export const commonErrors = {
  // Implicit on every endpoint: the HTTP layer answers with them before or around the handler.
  invalid_request: { status: 400, message: "The request does not have the expected format." },
  unauthorized: { status: 401, message: "Sign in, or send an API key as `Authorization: Bearer <key>`." },
  rate_limited: { status: 429, message: "Too many requests. Wait, then try again." },
  internal: { status: 500, message: "Something went wrong in the service. Nothing was changed." },
  unavailable: { status: 503, message: "The store cannot be reached right now. Try again in a moment." },
  busy: { status: 503, message: "Too many requests are in progress. Nothing was changed. Try again in a moment." },
  /** Where an address takes other methods, which `Allow` names. The specification names no status for it; this one is HTTP's. */
  method_not_allowed: { status: 405, message: "This address does not support this method." },
  payload_too_large: { status: 413, message: "The body is larger than this endpoint allows." },
  request_timeout: { status: 408, message: "The request arrived too slowly." },
  range_not_satisfiable: { status: 416, message: "The file has nothing in this range." },
  expectation_failed: { status: 417, message: "This service meets no expectation but 100-continue. Send the request without Expect." },
  /** The host name of the request is none of this service's: HTTP's status for it. */
  misdirected: { status: 421, message: "This service has another name. Add the name to ALLOWED_HOSTS." },
  unsupported_media_type: { status: 415, message: "Send the body as application/json." },
  // Implicit where the access rule of the endpoint can lead to them.
  forbidden: { status: 403, message: "Your role does not allow this." },
  not_found: { status: 404, message: "Nothing with this id exists, or you cannot see it." },
} as const;
