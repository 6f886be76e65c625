import { createHmac, timingSafeEqual } from "node:crypto";
import type { Signer } from "#server/platform/objects/signer.ts";
import type { Reader } from "#server/notifications/notifications/notifications.store.ts";

/** Lets whoever has it end the emails that one person gets from one team, and nothing else. No store has it. */
export function stopToken(signer: Signer, { userId, teamId }: Reader): string {
  const ids = Buffer.from(`${userId}${teamId}`.replaceAll("-", ""), "hex");
  return Buffer.concat([ids, proof(signer, ids)]).toString("base64url");
}

/** Whose emails from which team a token ends; undefined where the service did not make it. */
export function readerOfToken(signer: Signer, token: string): Reader | undefined {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== 64) return undefined;
  const ids = bytes.subarray(0, 32);
  if (!timingSafeEqual(bytes.subarray(32), proof(signer, ids))) return undefined;
  return { userId: uuidOf(ids.subarray(0, 16)), teamId: uuidOf(ids.subarray(16)) };
}

function proof(signer: Signer, ids: Buffer): Buffer {
  return createHmac("sha256", signer.derive("no more emails")).update(ids).digest();
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
