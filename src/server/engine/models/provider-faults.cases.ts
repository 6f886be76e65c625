import { compatible, type Dialect, messages, responses } from "#server/testing/wire-dialects.ts";
import { begun, event, fault, head, type ProviderFault } from "./fault-replies.cases.ts";

const incomplete = "The answer broke off: it ended before it was complete.";
const lost = (code: string) => `The answer broke off: the connection was lost (${code}).`;

/** How each protocol says that the answer was taken back; where its word is not known, it says so by itself. */
const withheld = new Map([
  [compatible, { reason: "content_filter", says: "The model provider’s content filter withheld the answer." }],
  [responses, { reason: "content_filter", says: "The model provider’s content filter withheld the answer." }],
  [messages, { reason: "refusal", says: "The model declined to answer." }],
]);

export const providerFaults: readonly ProviderFault[] = [
  // Before an answer.
  fault(
    "400 unknown parameter",
    head(400, "invalid_request_error", "Unknown field x"),
    "invalid_input",
    "The model provider rejected the request with 400: Unknown field x.",
  ),
  fault(
    "401 wrong key",
    head(401, "authentication_error", "Wrong key openai-key"),
    "model_refused",
    "The model provider rejected the key: Wrong key [key].",
  ),
  fault(
    "403 region",
    head(403, "permission_error", "Not in your country"),
    "model_refused",
    "The model provider rejected the key: Not in your country.",
  ),
  fault(
    "404 unknown model",
    head(404, "not_found_error", "No such model"),
    "model_not_found",
    "The model provider does not know this model: No such model.",
  ),
  fault(
    "400 context too long",
    head(400, "context_length_exceeded", "Too many tokens"),
    "content_too_large",
    "The conversation is too long for this model: Too many tokens.",
  ),
  fault(
    "413 too large",
    head(413, "request_too_large", "Too large"),
    "content_too_large",
    "The conversation is too long for this model: Too large.",
  ),
  fault("429 too fast", head(429, "rate_limit_error", "Slow down"), "waits", "The model provider answered 429: Slow down."),
  fault("500 own error", head(500, "api_error", "Oops!"), "waits", "The model provider answered 500: Oops!"),
  fault("503 overloaded", head(503, "overloaded_error", "Overloaded"), "waits", "The model provider answered 503: Overloaded."),
  fault("529 overloaded", head(529, "overloaded_error", "Overloaded"), "waits", "The model provider answered 529: Overloaded."),
  fault(
    "502 web page",
    () => ({ status: 502, headers: { "content-type": "text/html" }, body: ["<h1>Bad gateway</h1>"] }),
    "waits",
    "The model provider answered 502.",
  ),
  fault("503 without body", () => ({ status: 503 }), "waits", "The model provider answered 503."),
  fault(
    "402 no credit",
    head(402, "payment_required", "Pay first"),
    "account_exhausted",
    "The account at the model provider has no credit left: Pay first.",
  ),
  fault(
    "429 quota used up",
    head(429, "insufficient_quota", "Check your plan"),
    "account_exhausted",
    "The account at the model provider has no credit left: Check your plan.",
  ),
  fault(
    "400 credit too low",
    head(400, "invalid_request_error", "Your credit balance is too low"),
    "account_exhausted",
    "The account at the model provider has no credit left: Your credit balance is too low.",
  ),
  fault(
    "error event: no credit",
    event("insufficient_quota", "Check your plan"),
    "account_exhausted",
    "The account at the model provider has no credit left: Check your plan.",
  ),
  fault(
    "429 with a wait in milliseconds",
    head(429, "rate_limit_error", "Slow down", { "retry-after-ms": "1500" }),
    "waits",
    "The model provider answered 429: Slow down.",
  ),
  fault(
    "503 with a wait until a date",
    head(503, "overloaded_error", "Overloaded", { date: "Sun, 22 Nov 2026 10:00:00 GMT", "retry-after": "Sun, 22 Nov 2026 10:00:02 GMT" }),
    "waits",
    "The model provider answered 503: Overloaded.",
  ),
  fault(
    "429 with a wait that is too long",
    head(429, "rate_limit_error", "Come back later", { "retry-after": "7200" }),
    "retries_exhausted",
    "The provider asks to wait 2 hours, which is too long. The model provider answered 429: Come back later.",
  ),
  // Answers that the provider, or the model, took back.
  fault(
    "withheld by a filter",
    (dialect) => ({ body: [...dialect.text("Well,"), ...dialect.end(withheld.get(dialect)?.reason)] }),
    "answer_withheld",
    (dialect) => withheld.get(dialect)?.says ?? "",
  ),
  fault(
    "400 content filter",
    head(400, "content_filter", "Against the policy"),
    "answer_withheld",
    "The model provider’s content filter rejected the request: Against the policy.",
  ),
  // After a head of success.
  fault(
    "web page",
    () => ({ headers: { "content-type": "text/html" }, body: ["<h1>Sign in</h1>"] }),
    "waits",
    "The answer cannot be read: it is a web page.",
  ),
  fault(
    "JSON instead of a stream",
    () => ({ headers: { "content-type": "application/json" }, body: ["{}"] }),
    "waits",
    "The answer cannot be read: it is not a stream of events.",
  ),
  fault(
    "error document with 200",
    (dialect) => ({
      headers: { "content-type": "application/json" },
      body: [JSON.stringify(dialect.errorBody("authentication_error", "Wrong key"))],
    }),
    "model_refused",
    "The model provider rejected the key: Wrong key.",
  ),
  fault("no body", () => ({}), "waits", incomplete),
  fault("reset before the first event", () => ({ close: "reset" }), "waits", lost("ECONNRESET")),
  fault("reset within the answer", (dialect) => ({ ...begun()(dialect), close: "reset" }), "waits", lost("ECONNRESET")),
  fault("closed without an end", begun(), "waits", incomplete),
  fault("half an event", begun('data: {"id":'), "waits", incomplete),
  fault("an event that is no JSON", begun("data: <html>\n\n"), "waits", "The answer cannot be read: one of its events is not JSON."),
  fault("an event of another kind", begun('data: {"type":"unheard_of","choices":7}\n\n'), "waits", (dialect) =>
    dialect === compatible ? "The answer cannot be read: one of its events has a form that is not known." : incomplete,
  ),
  fault(
    "error event: overloaded",
    event("overloaded_error", "Overloaded"),
    "waits",
    "The answer broke off: the model provider reported an error: Overloaded.",
  ),
  fault(
    "error event: own error",
    event("server_error", "Try later"),
    "waits",
    "The answer broke off: the model provider reported an error: Try later.",
  ),
  fault(
    "error event: unheard of",
    event("strange_thing", "Strange"),
    "waits",
    "The answer broke off: the model provider reported an error: Strange.",
  ),
  fault(
    "error event: wrong key",
    event("authentication_error", "Key was revoked"),
    "model_refused",
    "The model provider rejected the key: Key was revoked.",
  ),
  fault(
    "error event: rejected",
    event("invalid_request_error", "Image is broken"),
    "invalid_input",
    "The model provider rejected the request with 400: Image is broken.",
  ),
  fault(
    "error event at once",
    (dialect) => ({ body: dialect.error("overloaded_error", "Overloaded") }),
    "waits",
    "The answer broke off: the model provider reported an error: Overloaded.",
  ),
  fault(
    "cut call, connection lost",
    (dialect) => ({ body: dialect.call("write_file", '{"path":"a.txt",').slice(0, 3), close: "reset" }),
    "waits",
    lost("ECONNRESET"),
  ),
];

export const dialects: readonly Dialect[] = [compatible, responses, messages];

/** With deadlines of five seconds. */
export const silences: readonly ProviderFault[] = [
  fault("silence before an answer", () => ({ silent: true }), "waits", "The model provider did not answer for 5 s."),
  fault(
    "silence within the answer",
    (dialect) => ({ ...begun()(dialect), close: "stall" }),
    "waits",
    "The answer broke off: the model provider sent nothing for 5 s.",
  ),
];
