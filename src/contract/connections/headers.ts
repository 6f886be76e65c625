import { z } from "#contract/zod.ts";

// What a connection sends along with each call. The limits are ours: common servers take 8 to 16 KB of headers.

export const maxHeaders = 32;
const maxHeaderChars = 16_384;
const maxHeaderValue = 8192;

/** What HTTP itself or the protocol writes there, and what would lead a call elsewhere or split it in two. */
const forbidden = new RegExp(
  `^(${[
    "connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*|host|content-.*|expect|via|forwarded|x-forwarded-.*|x-real-ip",
    "accept|accept-encoding|mcp-.*|last-event-id|sec-.*|origin|referer|cookie2?|set-cookie2?|date|http2-settings",
  ].join("|")})$`,
  "i",
);

export const headerName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: "Use letters, digits and -, as in X-Api-Key" })
  .refine((name) => !forbidden.test(name), { error: "The service sets this header itself, or never sends it. Use another one" });

const value = z
  .string()
  .max(maxHeaderValue)
  .regex(/^([!-~]([\t -~]*[!-~])?)?$/, { error: "Use letters, digits and signs of ASCII, in one line, without spaces around them" });
export const headerValue = value.min(1);

type Parts = { plaintext?: Record<string, string> | undefined; secret?: Record<string, string> | undefined };

const together = <S extends z.ZodType<Parts>>(schema: S): S =>
  schema.check((ctx) => {
    const { plaintext = {}, secret = {} } = ctx.value;
    const message = headersFault(plaintext, secret);
    if (message) ctx.issues.push({ code: "custom", path: [], message, input: ctx.value });
  });

/** Why headers cannot be sent together; undefined for those that can. */
export function headersFault(...parts: readonly Readonly<Record<string, string>>[]): string | undefined {
  const all = parts.flatMap((part) => Object.entries(part));
  if (all.length > maxHeaders) return `Give at most ${maxHeaders} headers`;
  if (new Set(all.map(([name]) => name.toLowerCase())).size < all.length) return "Give each header once";
  const chars = all.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
  return chars > maxHeaderChars ? "Use at most 16 KB for all headers together" : undefined;
}

/** Of a new connection. */
export const Headers = together(
  z.strictObject({ plaintext: z.record(headerName, headerValue).optional(), secret: z.record(headerName, headerValue).optional() }),
);
export type Headers = z.output<typeof Headers>;

/** Of one that exists: a part that is given replaces that part, and the empty text keeps the value of a secret one. */
export const ChangedHeaders = together(
  z.strictObject({ plaintext: z.record(headerName, headerValue).optional(), secret: z.record(headerName, value).optional() }),
);
export type ChangedHeaders = z.output<typeof ChangedHeaders>;

/** Headers that carry a credential wherever they are written: they are kept secret in either part. */
export function isSecretHeader(name: string): boolean {
  return /^(authorization|.*(api|access|auth|secret|private)[-_]?key|.*token|.*secret|.*password)$/i.test(name);
}
