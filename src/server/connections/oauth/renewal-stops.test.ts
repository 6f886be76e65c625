import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/connections/oauth.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import type { EngineServices } from "#server/engine/services.ts";
import { newcomer, type Newcomer } from "#server/gates/newcomer.ts";
import { startMcpServer, type TestMcpServer } from "#server/testing/mcp-server.ts";
import { startOAuthServer, type TestOAuthServer } from "#server/testing/oauth-server.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { freshTokens, SignInEnded } from "./renewal.ts";
import { openTokens } from "./tokens.ts";

// A renewal that stops at one of its waits for the store or for the sign-in server, at each of them in turn.

let server: TestMcpServer;
let issuer: TestOAuthServer;
let service: TestService;
let person: Newcomer;
beforeAll(async () => {
  server = await startMcpServer([{ name: "search", inputSchema: { type: "object" } }]);
  issuer = await startOAuthServer(server);
  service = await startService({ env: { OUTBOUND_ALLOW: `${server.host},${issuer.host}` } });
  person = await newcomer(service);
});
afterEach(() => {
  Object.assign(issuer, { token: undefined, hold: undefined });
});
afterAll(async () => {
  await service.close();
  await issuer.close();
  await server.close();
});

const services = () => service.app.services as unknown as EngineServices;
const renewals = () => issuer.granted.filter((grant) => grant === "refresh_token").length;
const update = (id: string, set: string) => service.pool.query(`update connections set ${set} where id = $1`, [id]);
const expire = (id: string) => update(id, "access_expires_at = now() - interval '1 second'");
/** Half a minute later, as far as the row knows. */
const endLease = (id: string) => update(id, "refresh_until = case when refresh_until is not null then now() - interval '1 second' end");

async function connect(reconnect_instance_id?: string): Promise<string> {
  const as = { as: null, headers: { cookie: person.credentials.cookie ?? "" } };
  const body = { mcp_server_url: server.url, name: "Issues", ...(reconnect_instance_id && { reconnect_instance_id }) };
  const { authorization_url } = await service.ok(contract.authorizeMcpOAuth, { params: { teamId: service.teamId }, body }, as);
  const brought = Object.fromEntries(await issuer.consent(authorization_url)) as { state: string; code: string; iss: string };
  return (await service.ok(contract.completeMcpOAuth, { body: brought }, as)).id;
}

async function stored(id: string) {
  const { rows } = await service.pool.query<ConnectionRecord>("select * from connections where id = $1", [id]);
  const [row] = rows;
  if (!row) throw new Error("the connection is gone");
  const { generation, broken_reason, refresh_until } = row;
  return { generation, broken_reason, leased: refresh_until !== null, tokens: openTokens(services().envelope, row) };
}
const brokenEvents = async (id: string) =>
  (
    await service.pool.query<{ data: unknown }>("select data from events where type = 'connection.broken' and subject_id = $1", [id])
  ).rows.map(({ data }) => data);

class Killed extends Error {}
type How = "killed" | "stalled";

/** Services with which a renewal stops at its n-th wait, before or after what it waits for: for good, or until `wake`, which is half a minute later. */
function stopping(at: number, how: How) {
  const [stopped, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let passed = 0;
  let late = 0;
  const wait = async () => {
    if (++passed !== at) return;
    late = 31_000;
    stopped.resolve();
    if (how === "killed") throw new Killed();
    await woken.promise;
  };
  const watched = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(of, key) {
        const value: unknown = Reflect.get(of, key);
        if (typeof value !== "function" || !["query", "execute", "transaction"].includes(String(key))) return value;
        return async (...given: unknown[]) => {
          await wait();
          // What a process held open when it was killed is rolled back. One that stalls in a transaction keeps the row: others wait for it.
          const inside = (work: unknown) => (tx: object) => (work as (tx: object) => unknown)(how === "killed" ? watched(tx) : tx);
          const done: unknown = await (value as (...all: unknown[]) => unknown).apply(
            of,
            key === "transaction" ? [inside(given[0])] : given,
          );
          await wait();
          return done;
        };
      },
    });
  const { store } = services();
  const clock = () => new Date(Date.now() + late);
  const watching = { ...services(), clock, store: { ...store, pool: watched(store.pool), db: watched(store.db) } };
  return { services: watching as EngineServices, stopped: stopped.promise, wake: () => woken.resolve() };
}

/** Stops a renewal at a wait, lets ten others ask half a minute later, and wakes it. Undefined where it has fewer waits. */
async function stop(id: string, at: number, how: How) {
  await expire(id);
  const before = renewals();
  const one = stopping(at, how);
  const outcome = freshTokens(one.services, id).then(
    ({ tokens }) => tokens.access_token,
    (error: unknown) => error,
  );
  const came = await Promise.race([one.stopped.then(() => "stopped"), outcome.then(() => "ended")]);
  if (came === "ended") return undefined;
  const [asked, atStop] = [renewals() - before, await stored(id)];
  await endLease(id);
  const others = await Promise.allSettled(Array.from({ length: 10 }, () => freshTokens(services(), id)));
  const after = await stored(id);
  one.wake();
  const [got, last] = [await outcome, await stored(id)];
  return { asked, atStop, others, after, got, last, exchanges: renewals() - before };
}

describe.each<How>(["killed", "stalled"])("a renewal that is %s at one of its waits", (how) => {
  test("leaves the tokens to others, or is named where it alone had them", async () => {
    const lost: number[] = [];
    let waits = 0;
    for (; ; waits++) {
      const id = await connect();
      const found = await stop(id, waits + 1, how);
      if (!found) break;
      const { asked, atStop, others, after, got, last, exchanges } = found;
      expect(last).toEqual(after);
      if (asked === 1 && atStop.generation === 0) {
        lost.push(waits);
        expect(others.every((other) => other.status === "rejected" && other.reason instanceof SignInEnded)).toBe(true);
        expect(after).toMatchObject({ generation: 0, broken_reason: "renewal_lost" });
        expect(await brokenEvents(id)).toEqual([{ reason: "renewal_lost" }]);
        expect(got).toBeInstanceOf(how === "killed" ? Killed : SignInEnded);
        expect(await connect(id)).toBe(id);
      } else {
        const given = others.map((other) => other.status === "fulfilled" && other.value.tokens.access_token);
        expect(new Set(given)).toEqual(new Set([after.tokens?.access_token]));
        expect(exchanges).toBe(1);
        expect(await brokenEvents(id)).toEqual([]);
        if (how === "killed") expect(got).toBeInstanceOf(Killed);
        else expect(got).toBe(last.tokens?.access_token);
      }
      // What is stored is what the server takes next.
      await expire(id);
      await freshTokens(services(), id);
    }
    // Both sides of two statements before the exchange and of one behind it, of which one side has the tokens alone.
    expect([waits, lost.length]).toEqual([6, 1]);
  });

  test("says once that a sign-in has ended, whichever of them finds it out", async () => {
    let waits = 0;
    for (; ; waits++) {
      const id = await connect();
      issuer.token = { status: 400, body: { error: "invalid_grant" } };
      const found = await stop(id, waits + 1, how);
      issuer.token = undefined;
      const events = await brokenEvents(id);
      expect(events).toHaveLength(1);
      expect(await stored(id)).toMatchObject({ generation: 0, leased: false });
      if (!found) break;
      expect(found.others.every(({ status }) => status === "rejected")).toBe(true);
    }
    expect(waits).toBe(how === "killed" ? 10 : 6);
  });
});

test("a renewal whose answer is on its way when its process is taken for dead stores nothing", async () => {
  const id = await connect();
  await expire(id);
  const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  issuer.hold = async () => {
    issuer.hold = undefined;
    arrived.resolve();
    await answered.promise;
  };
  const one = freshTokens(services(), id);
  await arrived.promise;
  await endLease(id);
  await expect(freshTokens(services(), id)).rejects.toBeInstanceOf(SignInEnded);
  const before = await stored(id);
  answered.resolve();
  await expect(one).rejects.toBeInstanceOf(SignInEnded);
  expect(await stored(id)).toEqual(before);
  expect(await brokenEvents(id)).toEqual([{ reason: "renewal_lost" }]);
});
