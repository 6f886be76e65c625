import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { CallInput, EndpointSpec, Reply } from "#contract/endpoint.ts";
import { z } from "#contract/zod.ts";
import { newId } from "#server/platform/db/columns.ts";
import { apiKeys } from "#server/teams/teams.table.ts";
import { keyHash } from "#server/platform/http/caller.ts";
import type { Services } from "#server/platform/http/context.ts";

/** Calls the service's own API as the person who owns a key. */
export interface SampleApi {
  call<E extends EndpointSpec>(endpoint: E, input: CallInput<E>): Promise<Reply<E>>;
  /** Sends the bytes of a file to an address of ours that was signed for them. */
  upload(signedUrl: string, text: string): Promise<void>;
}

/** Hands a key of this person, bound to the team, to `work` and takes it back however that ends. */
export async function withKey(
  services: Services,
  http: FastifyInstance,
  owner: { teamId: string; userId: string },
  work: (api: SampleApi) => Promise<void>,
): Promise<void> {
  const { db } = services.store;
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  const id = newId();
  await db
    .insert(apiKeys)
    .values({ id, user_id: owner.userId, team_id: owner.teamId, name: "Sample workspace", hint: key.slice(-4), hash: keyHash(key) });
  try {
    await work(createApi(http, key));
  } finally {
    await db.delete(apiKeys).where(eq(apiKeys.id, id));
  }
}

function createApi(http: FastifyInstance, key: string): SampleApi {
  return {
    async call(endpoint, input) {
      for (;;) {
        const answer = await http.inject(requestOf(endpoint, input, key));
        if (answer.statusCode === 429) await sleep(Number(answer.headers["retry-after"] ?? 1) * 1000);
        else if (answer.statusCode >= 300) throw new Error(`${endpoint.name} answered ${answer.statusCode}: ${answer.body.slice(0, 500)}`);
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

function requestOf(endpoint: EndpointSpec, input: LooseInput, key: string) {
  const { params = {}, query, body, bytes } = input;
  const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    (params[name] ?? "").split("/").map(encodeURIComponent).join("/"),
  );
  const type = bytes === undefined ? "application/json" : "application/octet-stream";
  const payload = bytes === undefined ? body && JSON.stringify(body) : Buffer.from(bytes);
  return {
    method: endpoint.method,
    url,
    headers: { authorization: `Bearer ${key}`, ...(payload !== undefined && { "content-type": type }) },
    ...(query && { query }),
    ...(payload !== undefined && { payload }),
  };
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
