import type { Json } from "./schemas.ts";

const quota = "The caller's quota";
/** What answers carry, by name, and what each means. */
const words = {
  "RateLimit-Policy": `${quota}: \`q\` requests in \`w\` seconds`,
  RateLimit: `${quota}: \`r\` requests are left, and in \`t\` seconds a new window starts`,
  "ratelimit-limit": `${quota}: requests in a window`,
  "ratelimit-remaining": `${quota}: requests left in this window`,
  "ratelimit-reset": `${quota}: seconds until a new window starts`,
  "x-request-id": "Names this request in the logs of the service",
  "Retry-After": "Seconds to wait before the next try",
  ETag: "Names this state of the answer, for `If-None-Match`",
} as const;
export type HeaderName = keyof typeof words;

export const headerComponents: Json = Object.fromEntries(
  Object.entries(words).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
);

/** On every answer, and `further` ones. */
export function answerHeaders(...further: HeaderName[]): Json {
  const all: HeaderName[] = ["RateLimit-Policy", "RateLimit", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "x-request-id"];
  return Object.fromEntries([...all, ...further].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
