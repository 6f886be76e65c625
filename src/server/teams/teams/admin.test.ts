import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";
import { ensureAdmin } from "./admin.ts";

const token = "operator-token-0123456789abcdef";
let now = Date.parse("2026-11-20T12:00:00Z");
let service: TestService;
beforeAll(async () => {
  const env = { ADMIN_EMAIL: "Operator@example.com", ADMIN_PASSWORD: "correct horse battery", ADMIN_TOKEN: token };
  service = await startService({ empty: true, env, clock: () => new Date(now) });
});
afterAll(() => service.close());

it("says that it is ready once its owner and their token work", async () => {
  const ready = async () => {
    // Whoever asks twice within a second gets the same answer.
    now += 2_000;
    const response = await fetch(`${service.url}/readyz`);
    return [response.status, await response.json()];
  };
  expect(await ready()).toEqual([503, { status: "owner_missing" }]);
  await ensureAdmin(service.app.services);
  expect(await ready()).toEqual([200, { status: "ready" }]);
});

it("stays ready when that token is revoked, and the next start brings it back", async () => {
  const call = (method: string, path: string) => fetch(`${service.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  const { rows } = await service.pool.query<{ id: string }>("select id from api_keys");
  expect((await call("DELETE", `/v2/api-keys/${rows[0]?.id}`)).status).toBe(200);
  now += 2_000;
  expect([(await fetch(`${service.url}/readyz`)).status, (await call("GET", "/v2/teams")).status]).toEqual([200, 401]);
  await ensureAdmin(service.app.services);
  expect((await call("GET", "/v2/teams")).status).toBe(200);
});
