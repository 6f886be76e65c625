import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** What tells one content from another, in the form of a strong `ETag`. */
export function etagOf(content: string | Uint8Array): string {
  return `"${hash("sha1", content, "base64url")}"`;
}

/** Whether a client that asks again has what would be sent (RFC 9110, 13.1). */
export function isFresh(headers: IncomingHttpHeaders, etag: string, modified?: Date): boolean {
  const known = headers["if-none-match"];
  if (known !== undefined) return known.trim() === "*" || known.split(",").some((one) => bare(one) === bare(etag));
  const since = headers["if-modified-since"];
  return since !== undefined && modified !== undefined && Math.floor(modified.getTime() / 1_000) * 1_000 <= Date.parse(since);
}

/** Without the mark of a weak one. */
function bare(etag: string): string {
  return etag.trim().replace(/^W\//, "");
}
