import { ApiError, call } from "#api/client.ts";
import { dropDraft, readDraft, writeDraft } from "#api/drafts.ts";
import { listMissingCodeBlobs, putCodeBlob } from "#contract/agents/code-blobs.ts";
import type { BundleFile, Config } from "#contract/agents/config.ts";

/** Stands for the team's bucket until a save has asked the service for its name. */
export const bucketToCome = "team";

// Bytes that the service does not have yet, by digest. Kept for the tab like every draft, so that a reload loses nothing.
const held = new Map<string, Uint8Array<ArrayBuffer>>();
const draftOf = (sha256: string) => `blob:${sha256}`;

/** The digest in lowercase hex. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function hold(sha256: string, bytes: Uint8Array<ArrayBuffer>): void {
  held.set(sha256, bytes);
  writeDraft(draftOf(sha256), { base64: toBase64(bytes) }, []);
}

/** Leaves the bytes in memory, for undo, and out of what survives a reload. */
export function dropHeld(sha256: string): void {
  dropDraft(draftOf(sha256));
}

export function heldBytes(sha256: string): Uint8Array<ArrayBuffer> | undefined {
  const known = held.get(sha256);
  if (known) return known;
  const base64 = readDraft(draftOf(sha256))?.["base64"];
  return typeof base64 === "string" ? Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)) : undefined;
}

/** The text of bytes, or undefined where they are none. */
export function textOf(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The configuration with its files at the service. `field` leads to the configuration in the body. Throws as `uploadMissing`. */
export async function withFilesSent<C extends Config>(teamId: string, config: C, field: readonly string[]): Promise<C> {
  const source = "source" in config.data ? config.data.source : undefined;
  if (source?.kind !== "files") return config;
  const { bundle, ...rest } = source;
  const files = bundle?.files ?? [];
  if (files.length === 0) return { ...config, data: { ...config.data, source: rest } };
  const bucket = await uploadMissing(teamId, files, [...field, "data", "source", "bundle", "files"]);
  return { ...config, data: { ...config.data, source: { ...rest, bundle: { bucket, files } } } };
}

/**
 * Brings the service what it lacks of `files` and returns the bucket's name. `field` leads to the list of files in the body. Throws an
 * ApiError that names the first file whose bytes are gone.
 */
async function uploadMissing(teamId: string, files: readonly BundleFile[], field: readonly string[]): Promise<string> {
  const sha256 = [...new Set(files.map((file) => file.sha256))];
  const { bucket, missing } = await call(listMissingCodeBlobs, { params: { teamId }, body: { sha256 } });
  const lost = files.findIndex((file) => missing.includes(file.sha256) && !heldBytes(file.sha256));
  if (lost >= 0) {
    const message = `The content of ${files[lost]?.path} is no longer in this browser. Upload the file again.`;
    throw new ApiError(0, "content_lost", message, { issues: [{ path: [...field, lost, "path"], message }] });
  }
  await Promise.all(
    missing.map(async (each) => {
      await call(putCodeBlob, { params: { teamId, sha256: each }, bytes: heldBytes(each) ?? new Uint8Array() });
      dropHeld(each);
    }),
  );
  return bucket;
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
