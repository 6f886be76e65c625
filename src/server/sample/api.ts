import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { z } from "#contract/zod.ts";
import { apiKeys } from "#server/teams/teams.table.ts";
import { keyHash } from "#server/platform/http/caller.ts";
import type { Services } from "#server/platform/http/context.ts";

/** Calls the service's own API as the person who owns a key. */
export interface SampleApi {
  call<E extends EndpointSpec>(endpoint: E, input: CallInput<E>): Promise<Reply<E>>;
  /** Sends the bytes of a file to an address of ours that was signed for them. */
  upload(signedUrl: string, text: string): Promise<void>;
}

/** Whose key does the work, and for what. */
interface Work {
  readonly id: string;
  readonly teamId: string;
  readonly userId: string;
  /** Ends the work before its next call. */
  readonly signal: AbortSignal;
}

/** An answer that is no success, in the words of the service. */
export class Refused extends Error {
  readonly code: string;
  constructor(endpoint: EndpointSpec, status: number, body: string) {
    const { error, message } = asError(body);
    super(message ?? `${endpoint.name} was answered with ${status}.`);
    this.code = error ?? String(status);
  }
}

function asError(body: string): { error?: string; message?: string } {
  try {
    return JSON.parse(body) as { error?: string; message?: string };
  } catch {
    return {};
  }
}

/**
 * Hands a key of this person, bound to the team, to `work` and takes it back however that ends. The key has the id of the work: what a process that
 * was killed left behind is replaced, and goes with the next one.
 */
export async function withKey(
  { store: { db } }: Pick<Services, "store">,
  http: FastifyInstance,
  of: Work,
  work: (api: SampleApi) => Promise<void>,
): Promise<void> {
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  const made = { user_id: of.userId, team_id: of.teamId, name: "Sample workspace", hint: key.slice(-4), hash: keyHash(key) };
  await db
    .insert(apiKeys)
    .values({ id: of.id, ...made })
    .onConflictDoUpdate({ target: apiKeys.id, set: made });
  try {
    await work(createApi(http, key, of));
  } finally {
    await db.delete(apiKeys).where(and(eq(apiKeys.id, of.id), eq(apiKeys.hash, made.hash)));
  }
}

function createApi(http: FastifyInstance, key: string, of: Work): SampleApi {
  return {
    async call(endpoint, input) {
      for (;;) {
        of.signal.throwIfAborted();
        const answer = await http.inject(requestOf(endpoint, input, key, of.id));
        if (answer.statusCode === 429) await sleep(Number(answer.headers["retry-after"] ?? 1) * 1000);
        else if (answer.statusCode >= 300) throw new Refused(endpoint, answer.statusCode, answer.body);
        else return z.parse(endpoint.reply, answer.json()) as Reply<typeof endpoint>;
      }
    },
    async upload(signedUrl, text) {
      const { pathname, search } = new URL(signedUrl);
      const headers = { "content-type": "application/octet-stream" };
      const answer = await http.inject({ method: "PUT", url: pathname + search, headers, payload: Buffer.from(text) });
      if (answer.statusCode >= 300) throw new Error(`An upload was answered with ${answer.statusCode}: ${answer.body.slice(0, 500)}`);
    },
  };
}

interface LooseInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
  readonly bytes?: Uint8Array | string;
}

/** Asked again after a crash, the same request of the same work makes nothing twice. */
function requestOf(endpoint: EndpointSpec, input: LooseInput, key: string, workId: string) {
  const { params = {}, query, body, bytes } = input;
  const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    (params[name] ?? "").split("/").map(encodeURIComponent).join("/"),
  );
  const type = bytes === undefined ? "application/json" : "application/octet-stream";
  const payload = bytes === undefined ? body && JSON.stringify(body) : Buffer.from(bytes);
  return {
    method: endpoint.method,
    url,
    headers: {
      authorization: `Bearer ${key}`,
      ...(payload !== undefined && { "content-type": type }),
      ...(endpoint.creates === "replayed" && { "idempotency-key": sha256(Buffer.from(`${workId} ${url} ${JSON.stringify(body)}`)) }),
    },
    ...(query && { query }),
    ...(payload !== undefined && { payload }),
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
