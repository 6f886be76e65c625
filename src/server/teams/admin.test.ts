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
  await service.pool.query("delete from api_keys");
  expect(await ready()).toEqual([503, { status: "owner_missing" }]);
});
