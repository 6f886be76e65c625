import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { isoInstant } from "#server/platform/db/columns.ts";
import type { Store } from "#server/platform/db/open.ts";
import { type Lookup, type Rule, type TeamRow, type TeamRule, idAt, lookupOf, nameOf, teamSql } from "./access.ts";
import type { Caller, Sessions } from "./context.ts";
import { isPartOfRequest } from "./part-of-request.ts";
import type { Bucket } from "./quota.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** The SHA-256 by which a key is found; the key itself is never stored. */
export function keyHash(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

export interface Authentication {
  readonly caller: Caller | undefined;
  /** Whose quota the request counts against. */
  readonly quota: Bucket;
  /** The request's team, where it was found together with the caller. */
  readonly lookup?: Lookup | undefined;
  /** Why the key that the request has makes nobody known. */
  readonly keyRefused?: string;
}

/** Why nobody is known. Whoever sent a key learns what became of it, or that there is none like it. */
export function strangerRefused({ keyRefused }: Pick<FastifyRequest, "keyRefused">, message?: string): Refusal {
  return refuse("unauthorized", keyRefused ?? message);
}

/** Whose quota counts while nobody is known. */
export function addressBucket(request: FastifyRequest): Bucket {
  return { bucket: `address:${request.ip}` };
}

/** Finds out who calls: `Authorization: Bearer <key>`, else the session cookie, else nobody. */
export async function authenticate(request: FastifyRequest, store: Store, identity: Sessions): Promise<Authentication> {
  // A browser that signed in before has a quota of its own: others behind its address cannot keep it from signing in again.
  const tag = request.headers.cookie && identity.knownTag(request.headers.cookie);
  const anonymous: Authentication = { caller: undefined, quota: tag ? { bucket: `device:${tag}` } : addressBucket(request) };
  const header = request.headers.authorization;
  if (header !== undefined) {
    const key = /^Bearer ([\x21-\x7e]{8,300})$/i.exec(header)?.[1];
    if (!key) return { ...anonymous, keyRefused: "The Authorization header has no API key. Send `Authorization: Bearer <key>`." };
    const place = teamInPath(request);
    const row = (await findByKey(store, key, place)) ?? (await findByToken(store, key, request));
    const elsewhere = row?.audience !== undefined && !isPartOfRequest(request) && !countsAt(row.audience, request.url);
    if (elsewhere)
      return {
        ...anonymous,
        keyRefused: `This sign-in is for ${typeof row.audience === "string" ? row.audience : "another address"}. Sign in again for this address.`,
      };
    if (!row) return { ...anonymous, keyRefused: "There is no such API key here. It may have been revoked: create another one." };
    const expiredAt = row.expired_at && isoInstant(row.expired_at);
    if (expiredAt !== null)
      return { ...anonymous, keyRefused: `This API key expired at ${expiredAt}. Use the key that replaced it, or create one.` };
    await usedNow(store, row);
    const caller = callerOf(row);
    return { caller, quota: bucketOfKey(row), lookup: place && "found" in row ? lookupOf(row.found ? row : undefined, caller) : undefined };
  }
  const session = request.headers.cookie ? await identity.session(request.headers.cookie) : undefined;
  if (!session) return anonymous;
  return {
    caller: { kind: "session", userId: session.userId, teamId: null, credentialId: session.id },
    quota: { bucket: `user:${session.userId}` },
  };
}

/** Whose quota counts where this key calls. */
export function bucketOfKey({ id, user_id }: { readonly id: string; readonly user_id: string }): Bucket {
  return { bucket: `key:${id}`, person: user_id };
}

interface TeamInPath {
  readonly rule: TeamRule;
  readonly id: string;
}

/** Which id leads to the team of a read. Not of a write: while its body arrives a role may be taken away. */
function teamInPath(request: FastifyRequest): TeamInPath | undefined {
  const { rule } = request.routeOptions.config;
  if (request.method !== "GET" || !rule || !leadsToTeam(rule) || rule.place.part !== "params") return undefined;
  const id = idAt(rule.place, request.params) ?? "";
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? { rule, id } : undefined;
}

function leadsToTeam(rule: Rule): rule is TeamRule {
  return rule.access.scope === "team" && rule.place !== undefined && rule.owner !== undefined;
}

interface KeyRow extends TeamRow {
  readonly id: string;
  readonly user_id: string;
  readonly team_id: string | null;
  readonly reads_only: boolean;
  readonly is_client: boolean;
  readonly stale: boolean;
  readonly expired_at: string | null;
  /** Of a token: the address that it was asked for. */
  readonly audience?: unknown;
  /** Absent where no thing was looked for. */
  readonly found?: boolean | null;
}

const keySql =
  "k.id, k.user_id, k.team_id, k.reads_only, k.client is not null as is_client, (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as stale, " +
  "case when k.expires_at <= now() then k.expires_at end as expired_at";

async function findByKey(store: Store, key: string, place: TeamInPath | undefined): Promise<KeyRow | undefined> {
  const found = await store.pool.query<KeyRow>(
    place
      ? {
          name: `caller-of-key-${nameOf(place.rule)}`,
          text: `select ${keySql}, t.* from api_keys k left join lateral (select true as found, l.* from (${teamSql(place.rule, "$2", "k.user_id")}) l) t on true where k.hash = $1`,
          values: [keyHash(key), place.id],
        }
      : { name: "caller-of-key", text: `select ${keySql} from api_keys k where k.hash = $1`, values: [keyHash(key)] },
  );
  return found.rows[0];
}

/** Tokens of AI clients that a person let in have this form. */
const tokenForm = /^[\w-]{43}$/;

/** Where they may count (RFC 8707): the door of MCP, and what is asked through it. */
const tokenPlace = /^\/v2\/mcp([/?]|$)/;

/**
 * The key that such a token stands for. One that is stored in the moment in which its grant is revoked outlives that, as when a code is exchanged
 * twice at once: it is good only while the grant is there.
 */
async function findByToken(store: Store, token: string, request: FastifyRequest): Promise<KeyRow | undefined> {
  if (!tokenForm.test(token) || !(tokenPlace.test(request.url) || isPartOfRequest(request))) return undefined;
  const found = await store.pool.query<KeyRow>({
    name: "caller-of-token",
    text: `select ${keySql}, r.payload -> 'aud' as audience from oauth_records r join api_keys k on k.id = r.key_id
      where r.kind = 'AccessToken' and r.hash = $1 and r.expires_at > now()
        and exists (select from oauth_records g where g.kind = 'Grant' and g.hash = r.grant_hash)`,
    values: [keyHash(token)],
  });
  return found.rows[0];
}

/** Whether a token that was asked for an address is for another one too: those below it offer a part of what it offers. */
function countsAt(audience: unknown, url: string): boolean {
  const path = typeof audience === "string" ? URL.parse(audience)?.pathname : undefined;
  const asked = url.split("?")[0] ?? "";
  return path !== undefined && (asked === path || asked.startsWith(`${path}/`));
}

/** `last_used_at` is written at most once a minute, so that a busy key does not turn every read into a write. */
async function usedNow(store: Store, { id, stale }: KeyRow): Promise<void> {
  if (stale) await store.pool.query("update api_keys set last_used_at = now() where id = $1", [id]);
}

function callerOf({ id, user_id, team_id, reads_only, is_client }: KeyRow): Caller {
  return { kind: "key", userId: user_id, teamId: team_id, credentialId: id, readsOnly: reads_only, isClient: is_client };
}
