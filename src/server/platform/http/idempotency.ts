import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { locks, tryLock } from "#server/platform/db/locks.ts";
import type { Db } from "#server/platform/db/open.ts";
import { idempotencyKeys } from "./service.table.ts";
import type { Caller } from "./context.ts";
import { invalid, refuse } from "./refusal.ts";
import type { Signer } from "#server/platform/objects/signer.ts";

export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Runs a creating handler at most once for a caller, endpoint and `Idempotency-Key`. The answer commits with the effect, so a crash
 * leaves both or neither. Throws 409 while the first request runs, 422 for another body, and 409 where the answer held a secret.
 */
export async function once(
  db: Db,
  signer: Pick<Signer, "fingerprint">,
  endpoint: EndpointSpec,
  caller: Caller,
  key: string,
  request: string,
  run: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalid(["Idempotency-Key"], "Use 1 to 255 visible ASCII characters");
  const id = sha256(`${caller.userId}\n${caller.teamId}\n${endpoint.name}\n${key}`);
  const digest = Buffer.from(id, "hex").readBigInt64BE();
  if (!(await tryLock(db, locks.idempotency(digest)))) throw refuse("idempotency_in_progress");
  // A body may hold a short secret, which an unkeyed digest would let a reader of the store guess.
  const request_hash = signer.fingerprint(request);
  const [stored] = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.id, id));
  if (stored) {
    if (stored.request_hash !== request_hash) throw refuse("idempotency_mismatch");
    if (endpoint.creates === "once") throw refuse("already_created", undefined, { id: stored.object_id ?? "" });
    return { status: stored.status, body: stored.body };
  }
  const answer = await run();
  const secret = endpoint.creates === "once";
  await db.insert(idempotencyKeys).values({
    id,
    request_hash,
    status: answer.status,
    body: secret ? null : answer.body,
    object_id: secret ? createdId(answer.body) : null,
  });
  return answer;
}

/** The id of the one object in an answer such as `{api_key: {id}, key}`. */
function createdId(body: unknown): string {
  for (const value of Object.values(body as Record<string, unknown>)) {
    if (typeof value === "object" && value !== null && "id" in value) return String(value.id);
  }
  return "";
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
