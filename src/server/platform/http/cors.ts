/** What pages of other sites may send. An asterisk does not stand for `authorization`, and some browsers know none. */
export const anyHeader = "authorization, content-type, idempotency-key, *";

/** What pages of other sites may read of an answer, beside what every page may. */
export const readable =
  "RateLimit-Policy, RateLimit, ratelimit-limit, ratelimit-remaining, ratelimit-reset, Retry-After, x-request-id, ETag, Content-Disposition";
