import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import type { FastifyReply } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { streamEvents } from "#contract/runs/live.ts";
import { createApiKey } from "#contract/teams/api-keys.ts";
import { getProfile } from "#contract/teams/profile.ts";
import { getSetup } from "#contract/teams/session.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { bucketOfKey } from "#server/platform/http/caller.ts";
import { createQuota } from "#server/platform/http/quota.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { newcomer } from "./newcomer.ts";
import { type Credentials, type Received, byKey, codeOf, faults, nobody, requestsSent, send, wireOf } from "./wire.ts";
import { watched } from "#server/testing/watched-store.ts";

const quota = 40;
const windowSeconds = 60;
let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { RATE_LIMIT_QUOTA: String(quota), RATE_LIMIT_WINDOW: String(windowSeconds) } });
});
afterAll(async () => {
  process.stdout.write(`quota: ${requestsSent()} requests\n`);
  await service.close();
});

const ask = (credentials: Credentials) => send(service.url, wireOf(getProfile, {}, credentials));
const left = (answer: Received) => Number(answer.headers["ratelimit-remaining"]);

/** The five headers agree with each other to the letter. */
function checkHeaders({ headers, names }: Received): void {
  expect(names.filter((name) => /^ratelimit/i.test(name))).toEqual([
    "RateLimit-Policy",
    "RateLimit",
    "ratelimit-limit",
    "ratelimit-remaining",
    "ratelimit-reset",
  ]);
  const remaining = Number(headers["ratelimit-remaining"]);
  const reset = Number(headers["ratelimit-reset"]);
  expect(headers).toMatchObject({
    "ratelimit-policy": `default;q=${quota};w=${windowSeconds}`,
    ratelimit: `default;r=${remaining};t=${reset}`,
    "ratelimit-limit": String(quota),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(reset),
  });
  expect(Number.isInteger(remaining) && remaining >= 0 && remaining < quota).toBe(true);
  expect(Number.isInteger(reset) && reset >= 1 && reset <= windowSeconds).toBe(true);
}

it("counts exactly under 20 parallel clients and says when to come back", async () => {
  const { key } = await service.ok(createApiKey, { body: { name: "Counted" } }, { as: "manager" });
  const answers = (
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const own: Received[] = [];
        for (let i = 0; i < 4; i++) own.push(await ask(byKey(key)));
        return own;
      }),
    )
  ).flat();
  for (const answer of answers) {
    checkHeaders(answer);
    expect(faults(answer)).toEqual([]);
  }
  const passed = answers.filter((a) => a.status === 200);
  const refused = answers.filter((a) => codeOf(a) === "rate_limited");
  expect([passed.length, refused.length]).toEqual([quota, 80 - quota]);
  expect(passed.map(left).toSorted((a, b) => a - b)).toEqual(Array.from({ length: quota }, (_, i) => i));
  for (const answer of refused) {
    expect(answer.status).toBe(429);
    expect(left(answer)).toBe(0);
    expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThanOrEqual(Number(answer.headers["ratelimit-reset"]));
  }
});

it("counts one more for each 256 KiB of a body, whether it says its length or not, and whatever comes of it", async () => {
  const { key } = await service.ok(createApiKey, { body: { name: "Large bodies" } }, { as: "manager" });
  const post = async (body: string, chunked = false) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const sent: RequestInit & { duplex?: "half" } = chunked ? { body: new Blob([body]).stream(), duplex: "half" } : { body };
    const answer = await fetch(`${service.url}/v2/teams/${service.teamId}/agents`, { method: "POST", headers, ...sent });
    await answer.body?.cancel();
    return Number(answer.headers.get("ratelimit-remaining"));
  };
  const list = (bytes: number) => JSON.stringify(["a".repeat(bytes - 4)]);
  let remaining = await post("{}");
  for (const chunked of [false, true]) {
    expect((remaining -= 1)).toBe(await post(list(262_143), chunked));
    expect((remaining -= 5)).toBe(await post(list(4 * 262_144), chunked));
  }
});

it("says what each key may still send, and counts nothing for the answer", async () => {
  const made = await service.ok(createApiKey, { body: { name: "Asked about" } }, { as: "manager" });
  const whose = [bucketOfKey(made.api_key), bucketOfKey({ ...made.api_key, id: randomUUID() })];
  for (let i = 0; i < 3; i++) await ask(byKey(made.key));
  for (let i = 0; i < 2; i++) {
    const [used, fresh] = await service.app.services.quota.left(whose);
    expect(used).toEqual({ limit: quota, left: quota - 3, full_at: expect.any(String) });
    expect(Date.parse(used?.full_at ?? "") - Date.now()).toBeLessThanOrEqual(windowSeconds * 1000);
    expect(fresh).toEqual({ limit: quota, left: quota, full_at: null });
  }
});

it("counts refused requests, unknown addresses and errors too", async () => {
  const { key } = await service.ok(createApiKey, { body: { name: "Errors" } }, { as: "manager" });
  const paths = ["/v2/nowhere", `/v2/runs/${randomUUID()}`, "/v2/runs/not-an-id", "/v2/teams/%00"];
  const answers: Received[] = [];
  for (const path of paths) answers.push(await send(service.url, { method: "GET", path, headers: byKey(key), body: undefined }));
  expect(answers.map((a) => a.status)).toEqual([404, 404, 400, 400]);
  expect(answers.map(left)).toEqual([1, 2, 3, 4].map((n) => quota - n));
  for (const answer of answers) checkHeaders(answer);
});

it("keeps a bucket for each key, one for all sessions of a person", async () => {
  const first = left(await ask(byKey(service.keys.member)));
  expect(left(await ask(byKey(service.keys.builder)))).toBe(quota - 1);
  expect(left(await ask(byKey(service.keys.member)))).toBe(first - 1);

  const { email, password, credentials } = await newcomer(service);
  const { identity, store } = service.app.services;
  const { cookies } = await identity.signIn(store.db, { email, password, known: true }, { address: "2001:db8::7", cookies: "" });
  const second = { cookie: cookies[0]?.split(";")[0] ?? "" };
  expect([left(await ask(credentials)), left(await ask(second)), left(await ask(credentials))]).toEqual([quota - 1, quota - 2, quota - 3]);
});

/** A request without a known caller from another address of this machine. */
function anonymousFrom(localAddress: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, localAddress, path: "/v2/profile", headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(Number(answer.headers["ratelimit-remaining"])));
    })
      .on("error", reject)
      .end();
  });
}

it("keeps room for a browser that signed in before, whoever else asks from its address", async () => {
  const small = await startService({ env: { RATE_LIMIT_QUOTA: "2" } });
  const { credentials } = await newcomer(small);
  const device = { cookie: (credentials.cookie ?? "").split("; ").find((pair) => pair.startsWith("caseload_device_")) ?? "" };
  const [name = "", value = ""] = device.cookie.split("=");
  const setup = (headers: Credentials) => send(small.url, wireOf(getSetup, {}, headers)).then((answer) => answer.status);
  expect([await setup(nobody), await setup(nobody), await setup(nobody)]).toEqual([200, 200, 429]);
  // Neither a forged one nor another account's under this one's name.
  expect([await setup({ cookie: `${name}=forged` }), await setup({ cookie: `caseload_device_${"0".repeat(24)}=${value}` })]).toEqual([
    429, 429,
  ]);
  expect([await setup(device), await setup(device), await setup(device)]).toEqual([200, 200, 429]);
  await small.close();
});

it("counts whom nobody knows by address, whatever they claim to be", async () => {
  const first = await anonymousFrom("127.0.0.2");
  expect(first).toBe(quota - 1);
  expect(await anonymousFrom("127.0.0.2", byKey(`ck_${randomUUID()}`))).toBe(quota - 2);
  expect(await anonymousFrom("127.0.0.2", { cookie: "caseload_session=forged" })).toBe(quota - 3);
  expect(await anonymousFrom("127.0.0.2", { "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.7" })).toBe(quota - 4);
  expect(await anonymousFrom("127.0.0.3")).toBe(quota - 1);
});

it("counts the document against whoever reads it, and each of what watches the service apart from all else", async () => {
  const small = await startService({ env: { RATE_LIMIT_QUOTA: "3" } });
  const read = (path: string) => send(small.url, { method: "GET", path, headers: nobody, body: undefined });
  const several = async (path: string) =>
    (await Promise.all([read(path), read(path), read(path), read(path)])).map((a) => a.status).toSorted();
  expect(await several("/openapi.json")).toEqual([200, 200, 200, 429]);
  expect(codeOf(await read("/openapi.json"))).toBe("rate_limited");
  expect(await several("/readyz")).toEqual([200, 200, 200, 429]);
  expect(await several("/metrics")).toEqual([200, 200, 200, 429]);
  expect((await send(small.url, wireOf(getProfile, {}, byKey(small.keys.owner)))).status).toBe(200);
  expect(codeOf(await send(small.url, wireOf(getSetup, {}, nobody)))).toBe("rate_limited");
  await small.close();
});

it("asks the store once a second whether it is there, however often it is asked itself", async () => {
  let now = new Date();
  const known = await startService({ clock: () => now });
  const ready = () => send(known.url, { method: "GET", path: "/readyz", headers: nobody, body: undefined });
  const asked = async (times: number) => {
    const { statements } = await watched(() => Promise.all(Array.from({ length: times }, ready)));
    return statements.filter(({ text }) => text.includes("key_fingerprint from installation")).length;
  };
  expect(await asked(10)).toBe(1);
  now = new Date(now.getTime() + 1_000);
  expect(await asked(1)).toBe(1);
  await known.close();
});

it("bounds all keys of a person together", async () => {
  const keys = await Promise.all(
    Array.from(
      { length: 5 },
      async (_, n) => (await service.ok(createApiKey, { body: { name: `Key ${n}` } }, { as: "administrator" })).key,
    ),
  );
  // What made the keys counts for the person too.
  const room = 4 * quota - 5;
  const answers = await Promise.all(keys.flatMap((key) => Array.from({ length: quota }, () => ask(byKey(key)))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(room);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(codeOf(answer)).toBe("rate_limited");
    expect(left(answer)).toBe(0);
    expect(faults(answer)).toEqual([]);
  }
  expect((await ask(byKey(service.keys.director))).status).toBe(200);
});

it("says what is left of all keys of a person where a key has more", async () => {
  const make = async (name: string) => (await service.ok(createApiKey, { body: { name } }, { as: "stranger" })).key;
  const [fresh, ...keys] = [await make("Fresh"), await make("1"), await make("2"), await make("3"), await make("4")];
  const each = (4 * quota - 5 - 3) / 4;
  await Promise.all(keys.flatMap((key) => Array.from({ length: each }, () => ask(byKey(key)))));
  const answers = [];
  for (let n = 0; n < 4; n++) answers.push(await ask(byKey(fresh)));
  expect(answers.map(left)).toEqual([2, 1, 0, 0]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
});

it("does not count health, metrics and event streams", async () => {
  const before = left(await ask(byKey(service.keys.clarity)));
  for (const path of ["/healthz", "/metrics"]) {
    for (let i = 0; i < 3; i++) {
      const answer = await send(service.url, { method: "GET", path, headers: byKey(service.keys.clarity), body: undefined });
      expect(answer.status, path).toBe(200);
      expect(
        Object.keys(answer.headers).filter((name) => name.startsWith("ratelimit")),
        path,
      ).toEqual([]);
    }
  }
  expect(left(await ask(byKey(service.keys.clarity)))).toBe(before - 1);

  const earlier = left(await ask(byKey(service.keys.colleague)));
  const stream = await send(service.url, wireOf(streamEvents, { params: { teamId: service.teamId } }, byKey(service.keys.colleague)));
  expect(stream.headers["content-type"]).toContain("text/event-stream");
  checkHeaders(stream);
  expect(left(await ask(byKey(service.keys.colleague)))).toBe(earlier - 1);
});

it("counts tries to open a stream by somebody whom nobody knows", async () => {
  const path = `/v2/teams/${service.teamId}/events`;
  const { headers } = await send(service.url, { method: "GET", path, headers: nobody, body: undefined });
  const again = await send(service.url, { method: "GET", path, headers: byKey(`ck_${randomUUID()}`), body: undefined });
  expect(left(again)).toBe(Number(headers["ratelimit-remaining"]) - 1);
});

it("counts other addresses that end like a stream's", async () => {
  const before = left(await ask(byKey(service.keys.director)));
  await send(service.url, { method: "GET", path: "/v2/anything/events", headers: byKey(service.keys.director), body: undefined });
  expect(left(await ask(byKey(service.keys.director)))).toBe(before - 2);
});

it("fills up again when the window is over", async () => {
  const short = await startService({ env: { RATE_LIMIT_QUOTA: "2", RATE_LIMIT_WINDOW: "1" } });
  const one = () => send(short.url, wireOf(getProfile, {}, byKey(short.keys.owner)));
  const statuses = (await Promise.all([one(), one(), one()])).map((a) => a.status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429]);
  for (let answer = await one(), tries = 0; answer.status !== 200; answer = await one()) {
    expect(tries++).toBeLessThan(200);
    await new Promise((wake) => setTimeout(wake, 50));
  }
  await short.close();
});

it("counts exactly in a shared PostgreSQL too", async () => {
  const { config, store } = service.app.services;
  const [one, other] = await Promise.all([
    createQuota(config, { ...store, embedded: false }),
    createQuota(config, { ...store, embedded: false }),
  ]);
  const remaining: string[] = [];
  const setHeader = (name: string, value: unknown) => void (name === "ratelimit-remaining" && remaining.push(String(value)));
  const reply = { raw: { setHeader } } as unknown as FastifyReply;
  const results = await Promise.allSettled(
    Array.from({ length: quota * 2 }, (_, i) => (i % 2 ? one : other).consume({ bucket: "key:shared" }, reply, 1)),
  );
  expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(quota);
  for (const r of results) if (r.status === "rejected") expect(r.reason).toBeInstanceOf(Refusal);
  expect(new Set(remaining).size).toBe(quota);
  // A bucket that is known to be empty is refused from memory, one request after the other and several at once.
  for (const each of [one, other, one]) {
    const more = await Promise.allSettled(Array.from({ length: 3 }, () => each.consume({ bucket: "key:shared" }, reply, 1)));
    expect(more.map((r) => r.status === "rejected" && r.reason instanceof Refusal)).toEqual([true, true, true]);
  }
  const known = await other.left([{ bucket: "key:shared" }, { bucket: "key:other" }]);
  expect(known).toEqual([
    { limit: quota, left: 0, full_at: expect.any(String) },
    { limit: quota, left: quota, full_at: null },
  ]);
  expect(await send(service.url, wireOf(getProfile, {}, nobody)).then(codeOf)).toBe("unauthorized");
});
