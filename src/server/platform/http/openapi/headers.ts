import type { Json } from "./schemas.ts";

/** What answers carry, by name, and what each means. */
const words = {
  RateLimit:
    "The caller's quota: `r` requests are left, and in `t` seconds a new window starts. `RateLimit-Policy` says `q` requests in `w` seconds, and `ratelimit-limit`, `ratelimit-remaining` and `ratelimit-reset` say both as plain numbers.",
  "x-request-id": "Names this request in the logs of the service",
  "Retry-After": "Seconds to wait before the next try",
  ETag: "Names this state of the answer, for `If-None-Match`",
} as const;
export type HeaderName = keyof typeof words;

/** Their names as components. Answers refer to them hundreds of times, so each has a short one. */
const short = { RateLimit: "Quota", "x-request-id": "Id", "Retry-After": "Retry", ETag: "ETag" } as const satisfies Record<
  HeaderName,
  string
>;

export const headerComponents: Json = Object.fromEntries(
  Object.entries(words).map(([name, description]) => [short[name as HeaderName], { description, schema: { type: "string" } }]),
);

/** On every answer, and `further` ones. The quota's other headers are told with `RateLimit`: once, and not at each answer. */
export function quotaHeaders(...further: HeaderName[]): Json {
  return Object.fromEntries((["RateLimit", ...further] as const).map((name) => [name, { $ref: `#/components/headers/${short[name]}` }]));
}

/** On every failure, where somebody needs to name the request. The introduction says that successes carry it too. */
export function failureHeaders(...further: HeaderName[]): Json {
  return quotaHeaders("x-request-id", ...further);
}
